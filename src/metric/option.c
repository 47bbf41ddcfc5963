#include "metric/option.h"

#include "core/error.h"
#include "core/number.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *int_value(const EvqOption *option, void *state)
{
    return (int *)((char *)state + option->offset);
}

static double *number_value(const EvqOption *option, void *state)
{
    return (double *)((char *)state + option->offset);
}

static double value_of(const EvqOption *option, const void *state)
{
    void *mutable_state = (void *)state;
    return option->type == EVQ_OPTION_NUMBER ? *number_value(option, mutable_state)
                                             : *int_value(option, mutable_state);
}

static void set_value(const EvqOption *option, void *state, double value)
{
    if (option->type == EVQ_OPTION_NUMBER)
        *number_value(option, state) = value;
    else
        *int_value(option, state) = (int)value;
}

void evq_options_default(const EvqOptionTable *table, void *state)
{
    for (size_t i = 0; i < table->count; i++)
        set_value(&table->option[i], state, table->option[i].initial);
}

static int parse_number(const EvqOption *option, const char *text, double *value)
{
    float single;
    if (evq_parse_float(text, &single) < 0)
        return -1;
    *value = evq_six_digits(single);
    return *value >= option->min && *value <= option->max ? 0 : -1;
}

static int parse_integer(const EvqOption *option, const char *text, double *value)
{
    char *end;
    long integer = strtol(text, &end, 10);
    *value = (double)integer;
    if (end == text || *end || isspace((unsigned char)*text))
        return -1;
    return *value >= option->min && *value <= option->max ? 0 : -1;
}

static int parse_value(const EvqOption *option, const char *text, double *value)
{
    static const char *const booleans[] = { "false", "true", NULL };
    if (option->type == EVQ_OPTION_NUMBER)
        return parse_number(option, text, value);
    if (option->type == EVQ_OPTION_INTEGER)
        return parse_integer(option, text, value);
    const char *const *words = option->type == EVQ_OPTION_BOOL ? booleans : option->choices;
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], text) == 0) {
            *value = i;
            return 0;
        }
    }
    return -1;
}

static int parse_item(const EvqOptionTable *table, void *state, const char *metric, char *item,
                      EvqError *error)
{
    char *text = strchr(item, '=');
    if (!text)
        return evq_fail(error, EVQ_E_USAGE, "%s: \"%s\" is not of the form option=value", metric,
                        item);
    *text++ = 0;
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->info[i].name, item) != 0)
            continue;
        double value;
        if (parse_value(&table->option[i], text, &value) < 0)
            return evq_fail(error, EVQ_E_USAGE, "%s: %s=%s: expected %s", metric, item, text,
                            table->info[i].values);
        set_value(&table->option[i], state, value);
        return EVQ_OK;
    }
    return evq_fail(error, EVQ_E_USAGE, "%s has no option \"%s\"", metric, item);
}

int evq_options_parse(const EvqOptionTable *table, void *state, const char *metric,
                      const char *text, EvqError *error)
{
    if (!text)
        return EVQ_OK;
    char *copy = strdup(text);
    if (!copy)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: options of %s", metric);
    int status = EVQ_OK;
    for (char *item = copy, *next; item && *text && status == EVQ_OK; item = next) {
        next = strchr(item, ':');
        if (next)
            *next++ = 0;
        status = parse_item(table, state, metric, item, error);
    }
    free(copy);
    return status;
}

static void append(char *text, size_t size, const char *piece)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", piece);
}

static void print_value(const EvqOption *option, const void *state, char *text, size_t size)
{
    double value = value_of(option, state);
    if (option->type == EVQ_OPTION_NUMBER)
        evq_print_g(text, size, value);
    else if (option->type == EVQ_OPTION_INTEGER)
        snprintf(text, size, "%d", (int)value);
    else if (option->type == EVQ_OPTION_BOOL)
        snprintf(text, size, "%s", value ? "true" : "false");
    else
        snprintf(text, size, "%s", option->choices[(int)value]);
}

/* The option whose long name comes next after `after` (NULL: the first); -1 at the end. */
static int next_by_name(const EvqOptionTable *table, const char *after)
{
    int best = -1;
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->info[i].name;
        if (after && strcmp(name, after) <= 0)
            continue;
        if (best < 0 || strcmp(name, table->info[best].name) < 0)
            best = (int)i;
    }
    return best;
}

void evq_options_suffix(const EvqOptionTable *table, const void *state, char name[EVQ_NAME_SIZE])
{
    for (int i = next_by_name(table, NULL); i >= 0; i = next_by_name(table, table->info[i].name)) {
        const EvqOption *option = &table->option[i];
        if (!option->suffix || value_of(option, state) == option->initial)
            continue;
        append(name, EVQ_NAME_SIZE, "_");
        append(name, EVQ_NAME_SIZE, option->suffix);
        if (option->type != EVQ_OPTION_BOOL) {
            char value[64];
            print_value(option, state, value, sizeof value);
            append(name, EVQ_NAME_SIZE, "_");
            append(name, EVQ_NAME_SIZE, value);
        }
    }
}

void evq_options_describe(const EvqOptionTable *table, const void *state, const char *metric,
                          char *text, size_t size)
{
    snprintf(text, size, "%s", metric);
    for (size_t i = 0; i < table->count; i++) {
        char value[64];
        print_value(&table->option[i], state, value, sizeof value);
        append(text, size, i ? ":" : "=");
        append(text, size, table->info[i].name);
        append(text, size, "=");
        append(text, size, value);
    }
}
