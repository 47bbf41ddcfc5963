#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int fail(EvqError *error, const char *path, int reason)
{
    error->status = EVQ_E_IO;
    snprintf(error->message, sizeof error->message, "cannot write %.300s: %s", path,
             strerror(reason));
    return EVQ_E_IO;
}

static const char *target(const char *path)
{
    return strcmp(path, "-") ? path : "/dev/stdout";
}

/* 0, or the errno that writing to `path` is bound to meet. */
static int obstacle(const char *path)
{
    struct stat status;
    char folder[4096];
    const char *slash = strrchr(path, '/');

    if (!*path)
        return ENOENT;
    if (!stat(path, &status))
        return S_ISDIR(status.st_mode) ? EISDIR : 0;
    if (!slash)
        return 0;
    if ((size_t)(slash - path) + 2 > sizeof folder)
        return ENAMETOOLONG;
    memcpy(folder, path, (size_t)(slash - path) + 1);
    folder[slash - path + 1] = 0;
    return stat(folder, &status) ? errno : 0;
}

int evq_cli_output_check(const char *path, EvqError *error)
{
    int reason = path ? obstacle(target(path)) : 0;
    return reason ? fail(error, path, reason) : 0;
}

int evq_cli_output_text(const char *path, const char *text, EvqError *error)
{
    FILE *file = fopen(target(path), "w");
    if (!file)
        return fail(error, path, errno);
    int reason = fputs(text, file) < 0 ? errno : 0;
    if (fclose(file) && !reason)
        reason = errno;
    return reason ? fail(error, path, reason) : 0;
}

static int write_table(const EvqOptions *options, const EvqSession *session,
                       const EvqReportInfo *info, EvqError *error)
{
    int status = evq_report_table(session, info, &options->style, stdout, error);
    if (!status && fflush(stdout))
        status = fail(error, "standard output", errno);
    return status;
}

int evq_cli_output_write(const EvqOptions *options, const EvqSession *session,
                         const EvqReportInfo *info, EvqError *error)
{
    if (options->output)
        return evq_report_write(session, info, options->format, &options->style,
                                target(options->output), error);
    return options->quiet ? 0 : write_table(options, session, info, error);
}
