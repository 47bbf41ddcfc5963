#include "device/team.h"

#include "core/error.h"
#include "device/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Members ---- */

static void describe(EvqTeam *team)
{
    size_t used = 0;
    for (int i = 0; i < team->engines; i++)
        if (!team->idle[i] && used < sizeof team->name)
            used += (size_t)snprintf(team->name + used, sizeof team->name - used, "%s%s",
                                     used ? ", " : "", evq_engine_name(&team->engine[i]));
}

static void note(EvqTeam *team, const char *what, const char *reason)
{
    if (team->notices < EVQ_TEAM_NOTICES)
        snprintf(team->notice[team->notices++], sizeof *team->notice, "%s: %.440s", what, reason);
}

static void pass_over(EvqTeam *team, const char *reason)
{
    note(team, "device passed over", reason);
}

static void add_device(EvqTeam *team, const EvqCpuLevel *level, EvqDevice *device, int borrowed)
{
    EvqEngine *engine = &team->engine[team->engines++];
    *engine = evq_engine(level, device);
    engine->borrowed = borrowed;
}

static int is_full(const EvqTeam *team)
{
    return team->engines == EVQ_TEAM_ENGINES - 1;
}

static int wants_all(const EvqConfig *config)
{
    return config->device && strcmp(config->device, "all") == 0;
}

/* The CPU's part beside the devices that were found. */
static void add_cpu(EvqTeam *team, const EvqConfig *config, const EvqCpuLevel *level)
{
    int all = wants_all(config), is_alone = !team->engines;
    if (!all && !is_alone && config->backend != EVQ_BACKEND_AUTO)
        return;
    team->idle[team->engines] = !all && !is_alone;
    team->has_reserve = team->idle[team->engines];
    team->carries_on = all;
    team->engine[team->engines++] = evq_engine(level, NULL);
}

/* ---- Choosing ---- */

static int contains(const char *name, const char *part)
{
    size_t length = strlen(part);
    for (; *name; name++)
        if (strncasecmp(name, part, length) == 0)
            return 1;
    return 0;
}

/* Whether the configuration's text, an index or a part of a name, means this device; "all" and no
 * text mean every one. */
static int is_meant(const EvqDeviceInfo *info, const EvqConfig *config)
{
    const char *text = config->device;
    if (!text || !*text || wants_all(config))
        return 1;
    if (text[strspn(text, "0123456789")] == '\0')
        return strtol(text, NULL, 10) == info->index;
    return contains(info->name, text);
}

/* Whether another backend gave this card already. */
static int is_known(const EvqTeam *team, const EvqDeviceInfo *info)
{
    for (int i = 0; i < team->engines; i++) {
        const EvqDeviceInfo *other = evq_device_about(team->engine[i].device);
        if (other->backend != info->backend && strcmp(other->name, info->name) == 0)
            return 1;
    }
    return 0;
}

/* Opens a device; one that is not fit leaves a notice and the error. */
static int try_device(EvqTeam *team, const EvqConfig *config, const EvqCpuLevel *level,
                      const EvqDeviceInfo *info, EvqError *error)
{
    EvqDevice *device;
    int status = evq_device_open(&device, info->backend, info->index, config->fp64, error);
    if (status == EVQ_OK)
        add_device(team, level, device, 0);
    else
        pass_over(team, error->message);
    return status;
}

/* The device of a backend that is named, or every one. */
static int open_named(EvqTeam *team, const EvqDriver *d, const EvqConfig *config,
                      const EvqCpuLevel *level, EvqError *error)
{
    const char *name = evq_backend_name(d->backend);
    EvqDeviceInfo info;
    int found;
    for (int i = 0; !is_full(team); i++) {
        found = d->describe(i, &info, error);
        if (found <= 0)
            break;
        if (!is_meant(&info, config))
            continue;
        int status = try_device(team, config, level, &info, error);
        if (!wants_all(config))
            return status;
    }
    if (team->engines || team->notices)
        return EVQ_OK;
    if (found < 0)
        return found;
    if (config->device && !wants_all(config))
        return evq_fail(error, EVQ_E_DEVICE, "there is no %s device \"%.100s\"", name,
                        config->device);
    return evq_fail(error, EVQ_E_DEVICE, "there is no %s device", name);
}

/* Whether the system shows a graphics card. Asking OpenCL runs every platform's code, which may
 * take long or, as PoCL without /sys, end the process; nobody who did not ask for it should meet
 * that. */
static int has_card(void)
{
    static const char *const node[] = { "/dev/dri", "/dev/nvidiactl", "/dev/kfd", "/dev/dxg",
                                        "/dev/mali0" };
    for (size_t i = 0; i < sizeof node / sizeof *node; i++)
        if (access(node[i], F_OK) == 0)
            return 1;
    return 0;
}

/* The first card that is meant and fit, or every one; those that are not fit leave notices. */
static void open_cards(EvqTeam *team, const EvqConfig *config, const EvqCpuLevel *level)
{
    const EvqDriver *d;
    EvqDeviceInfo info;
    EvqError error;
    for (int k = 0; (d = evq_driver_at(k)); k++) {
        if (d->backend == EVQ_BACKEND_OPENCL && !has_card())
            continue;
        for (int i = 0; !is_full(team) && d->describe(i, &info, &error) > 0; i++) {
            if (!info.gpu || !is_meant(&info, config) || is_known(team, &info))
                continue;
            if (try_device(team, config, level, &info, &error) == EVQ_OK && !wants_all(config))
                return;
        }
    }
}

int evq_team_open(EvqTeam *team, const EvqConfig *config, EvqError *error)
{
    const EvqCpuLevel *level = evq_cpu_level(config->cpumask);
    const EvqDriver *d = evq_driver_of(config->backend);
    int status = EVQ_OK;
    *team = (EvqTeam){ 0 };
    if (d)
        status = open_named(team, d, config, level, error);
    else if (config->backend == EVQ_BACKEND_AUTO)
        open_cards(team, config, level);
    else if (config->backend != EVQ_BACKEND_CPU)
        status = evq_fail(error, EVQ_E_USAGE, "there is no backend %d", (int)config->backend);
    if (status == EVQ_OK)
        add_cpu(team, config, level);
    describe(team);
    return status;
}

void evq_team_borrow(EvqTeam *team, const EvqConfig *config, EvqDevice *const *device, int devices)
{
    const EvqCpuLevel *level = evq_cpu_level(config->cpumask);
    *team = (EvqTeam){ 0 };
    for (int i = 0; i < devices && !is_full(team); i++)
        add_device(team, level, device[i], 1);
    add_cpu(team, config, level);
    describe(team);
}

void evq_team_close(EvqTeam *team)
{
    for (int i = 0; i < team->engines; i++)
        evq_engine_close(&team->engine[i]);
}

/* ---- Losing ---- */

int evq_team_drop(EvqTeam *team, int engine, const char *reason)
{
    int cpu = team->engines - 1, left = 0;
    if (engine == cpu || !(team->has_reserve || team->carries_on))
        return 0;
    pass_over(team, reason);
    evq_engine_close(&team->engine[engine]);
    team->idle[engine] = 1;
    for (int i = 0; i < team->engines; i++)
        left += !team->idle[i];
    if (!left)
        team->idle[cpu] = 0;
    describe(team);
    return 1;
}

int evq_team_lose(EvqTeam *team, int engine, size_t frame, const char *reason)
{
    char what[64];
    if (!team->carries_on || engine == team->engines - 1)
        return 0;
    snprintf(what, sizeof what, "device lost at frame %zu", frame);
    if (!team->idle[engine])
        note(team, what, reason);
    team->idle[engine] = 1;
    return 1;
}

int evq_team_runners(const EvqTeam *team, int engine, int configured)
{
    int runners = evq_engine_runners(&team->engine[engine], configured);
    int devices = team->engines - 1;
    if (configured || team->engine[engine].device || !team->carries_on)
        return runners;
    /* A core for each device, which has to be fed. */
    return runners > devices ? runners - devices : 1;
}
