/*
 * Checked output. A regular file is written beside its target and renamed into place, so that a
 * reader sees the old report or the new one and a failure leaves the old one as it was.
 */
#include "report/internal.h"
#include "core/error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_LINKS = 40,
    MAX_TEMPORARIES = 1000,
};

void evq_writer_fail(EvqWriter *writer, int failure)
{
    if (!writer->failure)
        writer->failure = failure ? failure : EIO;
}

/* Length of the directory part of a path, with its slash. */
static int directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash + 1 - path) : 0;
}

/* Sets the text to a new allocation and frees the old one, which may be among the arguments. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static int
set_text(EvqWriter *writer, char **text, const char *format, ...)
{
    char *next;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&next, format, arguments);
    va_end(arguments);
    if (length < 0) {
        evq_writer_fail(writer, ENOMEM);
        return 0;
    }
    free(*text);
    *text = next;
    return 1;
}

/* Finds the file behind symbolic links, which need not exist yet: a link stays a link. */
static void find_target(EvqWriter *writer, const char *path)
{
    if (!set_text(writer, &writer->target, "%s", path))
        return;
    for (int i = 0; i < MAX_LINKS; i++) {
        char link[PATH_MAX];
        ssize_t length = readlink(writer->target, link, sizeof link);
        if (length < 0)
            return; /* no link; what else may be wrong shows when the temporary is created */
        int directory = link[0] == '/' ? 0 : directory_length(writer->target);
        if (!set_text(writer, &writer->target, "%.*s%.*s", directory, writer->target, (int)length,
                      link))
            return;
    }
    evq_writer_fail(writer, ELOOP);
}

/* Creates the temporary; not by mkstemp, whose mode leaves out the umask. */
static int create_temporary(EvqWriter *writer)
{
    int directory = directory_length(writer->target);
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        if (!set_text(writer, &writer->temporary, "%.*s.%.200s.%ld-%d", directory, writer->target,
                      writer->target + directory, (long)getpid(), i))
            break;
        int descriptor = open(writer->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0)
            return descriptor;
        if (errno != EEXIST) {
            evq_writer_fail(writer, errno);
            break;
        }
    }
    evq_writer_fail(writer, EEXIST);
    free(writer->temporary);
    writer->temporary = NULL;
    return -1;
}

static int open_replacement(EvqWriter *writer, const char *path, const struct stat *existing)
{
    /* A rename would replace a write-protected file as well. */
    if (existing && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        evq_writer_fail(writer, errno);
    else
        find_target(writer, path);
    if (writer->failure)
        return -1;
    int descriptor = create_temporary(writer);
    if (descriptor >= 0 && existing && fchmod(descriptor, existing->st_mode & 0777) != 0)
        evq_writer_fail(writer, errno);
    return descriptor;
}

/* True for /dev/stdout, also where standard output was redirected to a regular file: that one
 * is open already, perhaps for appending, and must be neither replaced nor truncated. */
static int is_standard_output(const struct stat *info)
{
    struct stat output;
    return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == info->st_dev &&
           output.st_ino == info->st_ino;
}

static int open_descriptor(EvqWriter *writer, const char *path)
{
    struct stat info;
    int exists = stat(path, &info) == 0;
    if (!exists || (S_ISREG(info.st_mode) && !is_standard_output(&info)))
        return open_replacement(writer, path, exists ? &info : NULL);
    int descriptor = is_standard_output(&info) ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                                               : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0)
        evq_writer_fail(writer, errno);
    return descriptor;
}

void evq_writer_open(EvqWriter *writer, const char *path)
{
    *writer = (EvqWriter){ .file = NULL };
    int descriptor = open_descriptor(writer, path);
    if (descriptor < 0)
        return;
    writer->file = fdopen(descriptor, "w");
    if (!writer->file) {
        evq_writer_fail(writer, errno);
        close(descriptor);
    }
}

void evq_writer_borrow(EvqWriter *writer, FILE *file)
{
    *writer = (EvqWriter){ .file = file };
}

void evq_write(EvqWriter *writer, const char *bytes, size_t size)
{
    if (!writer->failure && fwrite(bytes, 1, size, writer->file) != size)
        evq_writer_fail(writer, errno);
}

void evq_puts(EvqWriter *writer, const char *text)
{
    evq_write(writer, text, strlen(text));
}

void evq_printf(EvqWriter *writer, const char *format, ...)
{
    if (writer->failure)
        return;
    va_list arguments;
    va_start(arguments, format);
    if (vfprintf(writer->file, format, arguments) < 0)
        evq_writer_fail(writer, errno);
    va_end(arguments);
}

static void flush(EvqWriter *writer)
{
    if (!writer->failure && fflush(writer->file) != 0)
        evq_writer_fail(writer, errno);
}

static int result(const EvqWriter *writer, const char *name, EvqError *error)
{
    if (!writer->failure)
        return EVQ_OK;
    return evq_fail(error, writer->failure == ENOMEM ? EVQ_E_NOMEM : EVQ_E_IO,
                    "cannot write %s: %s", name, strerror(writer->failure));
}

int evq_writer_release(EvqWriter *writer, const char *name, EvqError *error)
{
    flush(writer);
    return result(writer, name, error);
}

int evq_writer_close(EvqWriter *writer, const char *name, EvqError *error)
{
    flush(writer);
    if (!writer->failure && writer->temporary && fsync(fileno(writer->file)) != 0)
        evq_writer_fail(writer, errno);
    if (writer->file && fclose(writer->file) != 0)
        evq_writer_fail(writer, errno);
    if (!writer->failure && writer->temporary && rename(writer->temporary, writer->target) != 0)
        evq_writer_fail(writer, errno);
    if (writer->failure && writer->temporary)
        unlink(writer->temporary);
    int status = result(writer, name, error);
    free(writer->temporary);
    free(writer->target);
    *writer = (EvqWriter){ .file = NULL };
    return status;
}
