/* How a report reaches its file: replaced as a whole or not at all, special files written directly,
 * every failure reported. */
#include "fake_session.h"

#include <exactvq/report.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static const EvqSession session = {
    .output_count = 1,
    .output_names = { "psnr_y" },
    .listed = "1",
    .scores = { { 42 } },
};
static const EvqReportInfo info = { .fps = 1 };
static const EvqReportStyle style = { .digits = EVQ_DIGITS_SHORTEST };
static const char expected[] = "Frame,psnr_y,\n0,42,\n";

/* Every test works in an empty folder of its own. */
static int enter_folder(void **state)
{
    static char folder[32];
    strcpy(folder, "/tmp/evq-report-XXXXXX");
    *state = folder;
    return !mkdtemp(folder) || chdir(folder) != 0;
}

static int leave_folder(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", (char *)*state);
    return chdir("/") != 0 || system(command) != 0;
}

static int write_csv(const char *path, EvqError *error)
{
    return evq_report_write(&session, &info, EVQ_REPORT_CSV, &style, path, error);
}

static void expect_contents(const char *path, const char *contents)
{
    char text[256];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, contents);
}

static void make_file(const char *path, const char *contents)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(contents, file);
    assert_int_equal(fclose(file), 0);
}

static int count_entries(void)
{
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

static int mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return (int)(status.st_mode & 0777);
}

static int is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static void expect_failure(const char *path, int number)
{
    EvqError error = { 0 };
    assert_int_equal(write_csv(path, &error), EVQ_E_IO);
    assert_int_equal(error.status, EVQ_E_IO);
    assert_non_null(strstr(error.message, path));
    assert_non_null(strstr(error.message, strerror(number)));
    assert_int_equal(write_csv(path, NULL), EVQ_E_IO);
}

static void test_new_file(void **state)
{
    (void)state;
    mode_t before = umask(027);
    assert_int_equal(write_csv("new.csv", NULL), EVQ_OK);
    umask(before);
    expect_contents("new.csv", expected);
    assert_int_equal(mode_of("new.csv"), 0640);
    assert_int_equal(count_entries(), 1);
}

static void test_replaces(void **state)
{
    (void)state;
    make_file("old.csv", "a text that is longer than the report that comes in its place\n");
    chmod("old.csv", 0604);
    FILE *reader = fopen("old.csv", "r");
    assert_non_null(reader);
    assert_int_equal(write_csv("old.csv", NULL), EVQ_OK);
    expect_contents("old.csv", expected);
    assert_int_equal(mode_of("old.csv"), 0604);
    assert_int_equal(count_entries(), 1);
    assert_int_equal(fgetc(reader), 'a'); /* who had it open keeps the old one */
    fclose(reader);
}

static void test_long_name(void **state)
{
    (void)state;
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    assert_int_equal(write_csv(name, NULL), EVQ_OK);
    expect_contents(name, expected);
}

static void test_links(void **state)
{
    (void)state;
    assert_int_equal(mkdir("sub", 0777), 0);
    make_file("sub/old.csv", "old");
    assert_int_equal(symlink("old.csv", "sub/near"), 0);
    assert_int_equal(symlink("sub/near", "far"), 0);
    assert_int_equal(write_csv("far", NULL), EVQ_OK);
    assert_true(is_link("far") && is_link("sub/near") && !is_link("sub/old.csv"));
    expect_contents("sub/old.csv", expected);

    assert_int_equal(symlink("sub/new.csv", "dangling"), 0);
    assert_int_equal(write_csv("dangling", NULL), EVQ_OK);
    assert_true(is_link("dangling"));
    expect_contents("sub/new.csv", expected);

    assert_int_equal(symlink("loop", "loop"), 0);
    expect_failure("loop", ELOOP);
}

static void test_unwritable(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0777), 0);
    expect_failure("folder", EISDIR);
    expect_failure("absent/new.csv", ENOENT);
    expect_failure("", ENOENT);
    assert_int_equal(count_entries(), 1);
}

static void test_permissions(void **state)
{
    (void)state;
    if (geteuid() == 0) {
        print_message("root may write everywhere\n");
        skip();
    }
    assert_int_equal(mkdir("folder", 0555), 0);
    expect_failure("folder/new.csv", EACCES);
    make_file("protected.csv", "old");
    chmod("protected.csv", 0444);
    expect_failure("protected.csv", EACCES);
    expect_contents("protected.csv", "old");
    chmod("folder", 0777);
}

/* A size limit below the report's size makes writing fail as a full disk does. */
static void test_failure_leaves_target(void **state)
{
    (void)state;
    struct rlimit before, small;
    make_file("old.csv", "old");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 10;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    EvqError error;
    int replaced = write_csv("old.csv", &error);
    int created = write_csv("new.csv", NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(replaced, EVQ_E_IO);
    assert_int_equal(created, EVQ_E_IO);
    assert_non_null(strstr(error.message, strerror(EFBIG)));
    expect_contents("old.csv", "old");
    assert_int_equal(count_entries(), 1);
}

static void test_full_device(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0) {
        print_message("no /dev/full here\n");
        skip();
    }
    expect_failure("/dev/full", ENOSPC);
    for (EvqReportFormat format = EVQ_REPORT_XML; format <= EVQ_REPORT_SUB; format++)
        assert_int_equal(evq_report_write(&session, &info, format, &style, "/dev/full", NULL),
                         EVQ_E_IO);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_int_equal(evq_report_table(&session, &info, &style, full, NULL), EVQ_E_IO);
    fclose(full);
}

static void test_fifo(void **state)
{
    (void)state;
    char text[64] = "";
    assert_int_equal(mkfifo("fifo", 0600), 0);
    int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(write_csv("fifo", NULL), EVQ_OK);
    assert_int_equal(read(reader, text, sizeof text - 1), sizeof expected - 1);
    close(reader);
    assert_string_equal(text, expected);
    assert_int_equal(count_entries(), 1);
}

/* Standard output appends to a file: the report goes behind what is there. */
static void test_standard_output(void **state)
{
    (void)state;
    make_file("log", "before\n");
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    int log = open("log", O_WRONLY | O_APPEND);
    assert_true(kept >= 0 && log >= 0);
    dup2(log, STDOUT_FILENO);
    int status = write_csv("/dev/stdout", NULL);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(log);
    assert_int_equal(status, EVQ_OK);
    expect_contents("log", "before\nFrame,psnr_y,\n0,42,\n");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_new_file),    IN_FOLDER(test_replaces),
        IN_FOLDER(test_long_name),   IN_FOLDER(test_links),
        IN_FOLDER(test_unwritable),  IN_FOLDER(test_permissions),
        IN_FOLDER(test_full_device), IN_FOLDER(test_failure_leaves_target),
        IN_FOLDER(test_fifo),        IN_FOLDER(test_standard_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
