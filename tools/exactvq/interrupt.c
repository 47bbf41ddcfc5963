#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler reaches nothing but a global. */
static volatile sig_atomic_t signalled;

static void note(int number)
{
    (void)number;
    signalled = 1;
}

void evq_cli_interrupt_catch(void)
{
    struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART | SA_RESETHAND };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int evq_cli_interrupted(void)
{
    return signalled;
}
