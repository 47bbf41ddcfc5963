/*
 * Values of a JSON object, checked: each function names the key in its message when a value is
 * absent or of the wrong kind.
 */
#ifndef EVQ_MODEL_JSON_H
#define EVQ_MODEL_JSON_H

#include <exactvq/exactvq.h>
#include <json-c/json.h>

/* An object of a document. */
typedef struct EvqJson {
    const char *path;  /* of the file */
    const char *where; /* what precedes a key in messages, e.g. "3.model_dict." */
    struct json_object *object;
    EvqError *error;
} EvqJson;

/* Fills the error with "PATH: WHEREkey: reason" and returns EVQ_E_INPUT. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
int evq_json_fail(const EvqJson *json, const char *key, const char *reason, ...);

/* The member, NULL when it is absent; `present` tells a JSON null from that. */
struct json_object *evq_json_find(const EvqJson *json, const char *key, int *present);

/* A member of a kind that must be there. */
int evq_json_member(const EvqJson *json, const char *key, enum json_type type,
                    struct json_object **value);
/* A member of a kind that may be absent: 1, 0, or an error. */
int evq_json_optional(const EvqJson *json, const char *key, enum json_type type,
                      struct json_object **value);

/* A finite number. */
int evq_json_number(const EvqJson *json, const char *key, struct json_object *value,
                    double *number);
/* An array of exactly `count` finite numbers. */
int evq_json_numbers(const EvqJson *json, const char *key, struct json_object *value, int count,
                     double *numbers);

#endif
