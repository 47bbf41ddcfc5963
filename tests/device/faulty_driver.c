/*
 * Takes the place of the CUDA backend in a tool for the tests. EVQ_FAULTY names its devices, as in
 * "sound,wrong":
 *     sound   as it must be
 *     wrong   wrong on pictures of more than 200 rows
 *     odd     wrong on pictures of 101 to 150 rows
 *     liar    passes the check of its arithmetic, gives a wrong known answer
 *     unfit   its arithmetic differs
 *     bent    motion_load_u8 has a wrong bit in pixel (7, 205)
 *     lost    is lost at the 20th launch of 200 rows or more
 */
#include "core/error.h"
#include "device/driver.h"
#include "device/backend.h"
#include "device/dummy/dummy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct Kind {
    const char *name;
    EvqDummyFaults faults;
} kinds[] = {
    { "sound", { 0 } },
    { "wrong", { .wrong_from = 201, .wrong_to = 1 << 20 } },
    { "odd", { .wrong_from = 101, .wrong_to = 150 } },
    { "liar", { .wrong_from = 21, .wrong_to = 1 << 20 } },
    { "unfit", { .wrong_probe = 1 } },
    { "bent",
      { .flip = { .kernel = EVQ_KERNEL_motion_differences5_u8,
                  .buffer = 2,
                  .element_bytes = 4,
                  .x = 7,
                  .y = 205,
                  .bit = 22,
                  .launch = -1,
                  .from = 101 } } }, /* an item makes two rows */
    { "lost", { .launch = 20, .launch_from = 200 } },
};

/* The kind of device `index`, NULL when there is none. */
static const struct Kind *kind_of(int index)
{
    const char *list = getenv("EVQ_FAULTY");
    for (; list && index > 0; index--) {
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    for (size_t i = 0; list && i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(list, kinds[i].name, strlen(kinds[i].name)) == 0)
            return &kinds[i];
    return NULL;
}

static int describe(int index, EvqDeviceInfo *info, EvqError *error)
{
    const struct Kind *kind = kind_of(index);
    (void)error;
    if (!kind)
        return 0;
    *info = (EvqDeviceInfo){ .backend = EVQ_BACKEND_CUDA,
                             .index = index,
                             .driver = "dummy 1",
                             .memory = (uint64_t)1 << 30,
                             .largest_buffer = (uint64_t)1 << 30,
                             .gpu = 1,
                             .fp64 = 1,
                             .denormals = 1,
                             .exact_division = 1 };
    snprintf(info->name, sizeof info->name, "%s device", kind->name);
    return 1;
}

static int open(EvqDevice **device, int index, EvqFp64 fp64, EvqError *error)
{
    EvqDeviceInfo info;
    *device = NULL;
    if (describe(index, &info, error) <= 0)
        return evq_fail(error, EVQ_E_DEVICE, "there is no device %d", index);
    int status = evq_dummy_open(device, &kind_of(index)->faults, fp64, error);
    if (status == EVQ_OK) {
        (*device)->info = info;
        snprintf((*device)->label, sizeof(*device)->label, "cuda:%d %s", index, info.name);
    }
    return status;
}

const EvqDriver evq_driver_cuda = { EVQ_BACKEND_CUDA, describe, open };
