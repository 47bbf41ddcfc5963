/* exactvq: the command line tool. It uses the public headers only. */
#include "command.h"
#include "diff.h"
#include "devices.h"
#include "exit.h"
#include "gate.h"
#include "help.h"
#include "options.h"
#include "run.h"
#include "say.h"
#include "selftest.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A standard stream that the caller closed must not become the number of a file that is opened
 * later. Read-only, so that writing to it still fails. */
static void occupy_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", O_RDONLY) == -1)
            exit(EVQ_EXIT_FAILURE);
}

static EvqExit flush_answer(void)
{
    if (!fflush(stdout) && !ferror(stdout))
        return EVQ_EXIT_OK;
    evq_cli_say("cannot write standard output: %s", strerror(errno));
    return EVQ_EXIT_FAILURE;
}

static EvqExit act(const EvqOptions *options, const char *command)
{
    switch (options->action) {
    case EVQ_ACTION_HELP:
        evq_cli_help_usage(stdout);
        return flush_answer();
    case EVQ_ACTION_VERSION:
        printf("exactvq %s\n", evq_version());
        return flush_answer();
    case EVQ_ACTION_LIST_METRICS:
        evq_cli_help_metrics(stdout);
        return flush_answer();
    default:
        return evq_cli_run(options, command);
    }
}

/* The first word may be a command; a file of that name is given as ./NAME. */
static const struct Command {
    const char *name;
    EvqExit (*run)(int argc, char **argv); /* argv[0] is the command's name */
} commands[] = {
    { "diff", evq_cli_diff },
    { "devices", evq_cli_devices },
    { "gate", evq_cli_gate },
    { "selftest", evq_cli_selftest },
};

static const struct Command *find_command(const char *word)
{
    for (size_t i = 0; word && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(word, commands[i].name))
            return &commands[i];
    return NULL;
}

static EvqExit score(int argc, char **argv)
{
    EvqOptions options;
    EvqError error;
    EvqExit code;

    char *command = evq_cli_command_join(argc, argv);
    int status = evq_cli_options_parse(&options, argc, argv, &error);
    if (status < 0) {
        evq_cli_say("%s", error.message);
        if (status == EVQ_E_USAGE)
            evq_cli_say_hint("--help");
        code = evq_cli_exit_of(status);
    } else {
        code = act(&options, command);
    }
    evq_cli_options_free(&options);
    free(command);
    return code;
}

int main(int argc, char **argv)
{
    occupy_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error like any other */
    const struct Command *command = find_command(argc > 1 ? argv[1] : NULL);
    if (!command)
        return score(argc, argv);
    EvqExit code = command->run(argc - 1, argv + 1);
    EvqExit flushed = flush_answer();
    return flushed ? flushed : code;
}
