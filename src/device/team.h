/*
 * The engines of a session: the CPU, a device, or several devices and the CPU, which take the pairs
 * of one clip as they come. The one place where they are chosen.
 */
#ifndef EVQ_DEVICE_TEAM_H
#define EVQ_DEVICE_TEAM_H

#include "device/engine.h"

#define EVQ_TEAM_ENGINES 17 /* 16 devices and the CPU */
#define EVQ_TEAM_NOTICES 32

typedef struct EvqTeam {
    EvqEngine engine[EVQ_TEAM_ENGINES]; /* the CPU is the last one */
    int idle[EVQ_TEAM_ENGINES];         /* 1: takes no pairs, or no more */
    int engines;
    int has_reserve; /* the CPU is idle and steps in when no other engine is left before the first
                        pair */
    int carries_on;  /* the CPU takes over from a device that is lost on the way */
    char name[512];  /* of the engines that take pairs */
    char notice[EVQ_TEAM_NOTICES][512]; /* why devices were passed over or lost */
    int notices;
} EvqTeam;

/* Opens what the configuration asks for. EVQ_E_DEVICE: it is not there or unfit; with
 * EVQ_BACKEND_AUTO the CPU takes its place. */
int evq_team_open(EvqTeam *team, const EvqConfig *config, EvqError *error);
/* The same with devices that are open and stay the caller's, at most 16. */
void evq_team_borrow(EvqTeam *team, const EvqConfig *config, EvqDevice *const *device, int devices);
void evq_team_close(EvqTeam *team);

/*
 * Before the first pair: leaves out an engine of which no runner is open, and keeps the reason.
 * Returns 0 when the session cannot do without it.
 */
int evq_team_drop(EvqTeam *team, int engine, const char *reason);
/* An engine fails on the way: keeps the reason, once, if the CPU takes over. Returns 0 when it does
 * not. By one thread at a time. */
int evq_team_lose(EvqTeam *team, int engine, size_t frame, const char *reason);

/* The number of runners of an engine for a configured number of threads, 0: as many as suit it. */
int evq_team_runners(const EvqTeam *team, int engine, int configured);

#endif
