/* Models as the vmaf tool's --model option describes them. */
#include "core/error.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

#define STANDARD_VERSION "vmaf_v0.6.1"

typedef struct Description {
    const char *path, *version;
    EvqModelConfig config;
    char *options; /* those of metrics, joined; room for the whole text */
} Description;

static int set_flag(const char *key, const char *value, int *flag, EvqError *error)
{
    *flag = !value || strcmp(value, "true") == 0;
    if (*flag || strcmp(value, "false") == 0)
        return EVQ_OK;
    return evq_fail(error, EVQ_E_USAGE, "model: %s=%.80s: expected true or false", key, value);
}

/* An item as it stands in the text, for its metric. */
static void keep_option(Description *d, const char *key, const char *value)
{
    if (*d->options)
        strcat(d->options, ":");
    strcat(strcat(strcat(d->options, key), "="), value);
}

static int parse_item(Description *d, char *item, EvqError *error)
{
    char *value = strchr(item, '=');
    if (value)
        *value++ = 0;
    if (strcmp(item, "enable_transform") == 0)
        return set_flag(item, value, &d->config.enable_transform, error);
    if (strcmp(item, "disable_clip") == 0)
        return set_flag(item, value, &d->config.disable_clip, error);
    if (!value)
        return evq_fail(error, EVQ_E_USAGE,
                        "model: \"%.80s\" is not of the form key=value, e.g. version=%.80s", item,
                        item);
    if (strcmp(item, "path") == 0)
        d->path = value;
    else if (strcmp(item, "version") == 0)
        d->version = value;
    else if (strcmp(item, "name") == 0)
        d->config.name = value;
    else if (strchr(item, '.'))
        keep_option(d, item, value);
    else
        return evq_fail(error, EVQ_E_USAGE,
                        "model: unknown key \"%.80s\"; there are path, version, name, "
                        "enable_transform, disable_clip and METRIC.OPTION",
                        item);
    return EVQ_OK;
}

static int load(EvqModel **model, const Description *d, const char *folder, EvqError *error)
{
    if (d->version || !d->path)
        return evq_model_load_version(model, d->version ? d->version : STANDARD_VERSION, folder,
                                      &d->config, error);
    return evq_model_load(model, d->path, &d->config, error);
}

int evq_model_load_text(EvqModel **model, const char *text, const char *folder, int no_prediction,
                        EvqError *error)
{
    Description d = { .config = { .no_prediction = no_prediction } };
    char *copy = strdup(text), *rest = NULL;
    int status = EVQ_OK;
    *model = NULL;
    d.options = calloc(1, strlen(text) + 1);
    if (!copy || !d.options)
        status = evq_fail(error, EVQ_E_NOMEM, "out of memory: a model");
    d.config.options = d.options;
    for (char *item = status < 0 ? NULL : strtok_r(copy, ":", &rest); item && status == EVQ_OK;
         item = strtok_r(NULL, ":", &rest))
        status = parse_item(&d, item, error);
    if (status == EVQ_OK)
        status = load(model, &d, folder, error);
    free(d.options);
    free(copy);
    return status;
}
