/* Options of a metric: parsing "key=value" text into a state struct, and names with suffixes. */
#ifndef EVQ_METRIC_OPTION_H
#define EVQ_METRIC_OPTION_H

#include <exactvq/exactvq.h>

typedef enum EvqOptionType {
    EVQ_OPTION_BOOL,    /* int */
    EVQ_OPTION_NUMBER,  /* double */
    EVQ_OPTION_INTEGER, /* int */
    EVQ_OPTION_CHOICE,  /* int, index into choices */
} EvqOptionType;

typedef struct EvqOption {
    const char *suffix; /* key in output names, NULL: never part of a name */
    EvqOptionType type;
    size_t offset; /* of the value in the state */
    double initial, min, max;
    const char *const *choices; /* NULL-terminated */
} EvqOption;

/* A metric's options: what a person reads and how they are parsed, index by index. */
typedef struct EvqOptionTable {
    const EvqOptionInfo *info;
    const EvqOption *option;
    size_t count;
} EvqOptionTable;

#define EVQ_NAME_SIZE 256

/* Writes the defaults into the state. */
void evq_options_default(const EvqOptionTable *table, void *state);

/*
 * Parses "KEY=VALUE:KEY=VALUE" (NULL or empty: nothing). A number is read as a float and takes the
 * value of its six-digit decimal form, as in the vmaf tool (float_vif.md section 1).
 */
int evq_options_parse(const EvqOptionTable *table, void *state, const char *metric,
                      const char *text, EvqError *error);

/* Appends "_key_value" for each option that differs from its default, in the order of the long
 * names; cut at EVQ_NAME_SIZE - 1 characters. */
void evq_options_suffix(const EvqOptionTable *table, const void *state, char name[EVQ_NAME_SIZE]);

/* Writes "metric=key=value:..." with every option at its effective value. */
void evq_options_describe(const EvqOptionTable *table, const void *state, const char *metric,
                          char *text, size_t size);

#endif
