#include "model/json.h"

#include "core/error.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

int evq_json_fail(const EvqJson *json, const char *key, const char *reason, ...)
{
    char text[160];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(text, sizeof text, reason, arguments);
    va_end(arguments);
    return evq_fail(json->error, EVQ_E_INPUT, "%.200s: %.32s%.64s: %s", json->path, json->where,
                    key, text);
}

struct json_object *evq_json_find(const EvqJson *json, const char *key, int *present)
{
    struct json_object *value = NULL;
    *present = json_object_object_get_ex(json->object, key, &value);
    return value;
}

/* Numbers count as one kind. */
static int is_of_type(struct json_object *value, enum json_type type)
{
    if (type == json_type_double && json_object_is_type(value, json_type_int))
        return 1;
    return json_object_is_type(value, type);
}

static const char *type_name(enum json_type type)
{
    return type == json_type_double ? "number" : json_type_to_name(type);
}

int evq_json_optional(const EvqJson *json, const char *key, enum json_type type,
                      struct json_object **value)
{
    int present;
    *value = evq_json_find(json, key, &present);
    if (!present)
        return 0;
    if (!is_of_type(*value, type))
        return evq_json_fail(json, key, "expected a value of type %s, not %s", type_name(type),
                             json_type_to_name(json_object_get_type(*value)));
    return 1;
}

int evq_json_member(const EvqJson *json, const char *key, enum json_type type,
                    struct json_object **value)
{
    int status = evq_json_optional(json, key, type, value);
    if (status == 0)
        return evq_json_fail(json, key, "missing");
    return status < 0 ? status : EVQ_OK;
}

int evq_json_number(const EvqJson *json, const char *key, struct json_object *value, double *number)
{
    if (!is_of_type(value, json_type_double))
        return evq_json_fail(json, key, "expected a number");
    *number = json_object_get_double(value);
    return isfinite(*number) ? EVQ_OK : evq_json_fail(json, key, "the number is not finite");
}

int evq_json_numbers(const EvqJson *json, const char *key, struct json_object *value, int count,
                     double *numbers)
{
    if (!json_object_is_type(value, json_type_array) ||
        json_object_array_length(value) != (size_t)count)
        return evq_json_fail(json, key, "expected an array of %d numbers", count);
    int status = EVQ_OK;
    for (int i = 0; i < count && status == EVQ_OK; i++)
        status =
            evq_json_number(json, key, json_object_array_get_idx(value, (size_t)i), &numbers[i]);
    return status;
}
