/* Model files: reading them, and finding them by the names that the vmaf tool has built in. */
#include "core/error.h"
#include "model/model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES (16 << 20)

/* ---- Reading ---- */

static int read_stream(FILE *file, const char *path, char **text, size_t *length, EvqError *error)
{
    *text = malloc(MOST_BYTES + 1);
    if (!*text)
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: %.200s", path);
    *length = fread(*text, 1, MOST_BYTES + 1, file);
    if (ferror(file))
        return evq_fail(error, EVQ_E_INPUT, "cannot read the model %.200s: %s", path,
                        strerror(errno));
    if (*length > MOST_BYTES)
        return evq_fail(error, EVQ_E_INPUT, "%.200s: not a model: larger than %d MiB", path,
                        MOST_BYTES >> 20);
    return EVQ_OK;
}

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

int evq_model_load(EvqModel **model, const char *path, const EvqModelConfig *config,
                   EvqError *error)
{
    char *text = NULL;
    size_t length = 0;
    *model = NULL;
    if (ends_with(path, ".pkl"))
        return evq_fail(error, EVQ_E_INPUT,
                        "%.200s: pickled models are not supported, give the model's .json file",
                        path);
    FILE *file = fopen(path, "rb");
    if (!file)
        return evq_fail(error, EVQ_E_INPUT, "cannot open the model %.200s: %s", path,
                        strerror(errno));
    int status = read_stream(file, path, &text, &length, error);
    fclose(file);
    if (status == EVQ_OK)
        status = evq_model_parse(model, path, text, length, config, error);
    free(text);
    return status;
}

/* ---- Finding ---- */

static const char system_folders[] = "/usr/local/share/model:/usr/share/model:"
                                     "/usr/local/share/libvmaf/model:/usr/share/libvmaf/model";

/* The path of a model in one of the folders of a list; NULL when none has it. */
static int find_in(char **path, const char *folders, const char *version, EvqError *error)
{
    for (const char *folder = folders, *end; folder; folder = *end ? end + 1 : NULL) {
        end = folder + strcspn(folder, ":");
        if (end == folder)
            continue;
        if (asprintf(path, "%.*s/%s.json", (int)(end - folder), folder, version) < 0) {
            *path = NULL;
            return evq_fail(error, EVQ_E_NOMEM, "out of memory: the path of a model");
        }
        if (access(*path, R_OK) == 0)
            return EVQ_OK;
        free(*path);
        *path = NULL;
    }
    return EVQ_OK;
}

/* The folder that was named counts alone; else those of the environment, then of the system. */
static int find(char **path, const char *version, const char *folder, EvqError *error)
{
    const char *const lists[] = { folder ? NULL : getenv("EXACTVQ_MODEL_PATH"),
                                  folder ? NULL : system_folders };
    *path = NULL;
    if (folder && asprintf(path, "%s/%s.json", folder, version) < 0) {
        *path = NULL;
        return evq_fail(error, EVQ_E_NOMEM, "out of memory: the path of a model");
    }
    if (folder && access(*path, R_OK) != 0) {
        free(*path);
        *path = NULL;
    }
    int status = EVQ_OK;
    for (size_t i = 0; i < 2 && status == EVQ_OK && !*path; i++)
        if (lists[i])
            status = find_in(path, lists[i], version, error);
    return status;
}

int evq_model_load_version(EvqModel **model, const char *version, const char *folder,
                           const EvqModelConfig *config, EvqError *error)
{
    char *path;
    *model = NULL;
    if (!*version || strchr(version, '/') || strlen(version) > 100)
        return evq_fail(error, EVQ_E_USAGE, "\"%.100s\" is not the name of a model", version);
    int status = find(&path, version, folder, error);
    if (status < 0)
        return status;
    if (!path)
        return evq_fail(error, EVQ_E_INPUT,
                        "there is no %s.json in %.120s; model files come with libvmaf, see "
                        "https://github.com/Netflix/vmaf/tree/master/model; --model-dir or "
                        "EXACTVQ_MODEL_PATH names their folder",
                        version, folder ? folder : "EXACTVQ_MODEL_PATH or the system's folders");
    status = evq_model_load(model, path, config, error);
    free(path);
    return status;
}
