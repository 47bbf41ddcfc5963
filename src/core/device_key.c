#include "core/device_key.h"

#include "device/kernel_info.h"
#include "device/kernel_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A hash of every kernel's text: what is kept counts for these kernels only. */
static EvqCacheKey key_of_kernels(void)
{
    const char *text[EVQ_KERNEL_COUNT + 1] = { 0 };
    for (int i = 0; i < EVQ_KERNEL_COUNT; i++) {
        int group = evq_kernel_info((EvqKernelId)i)->group;
        text[group] = evq_kernel_text[group];
    }
    return evq_cache_key(text);
}

EvqCacheKey evq_device_key(const EvqDevice *device, const char *purpose, const char *subject)
{
    const EvqDeviceInfo *info = evq_device_about(device);
    EvqCacheKey kernels = key_of_kernels();
    char hex[40];
    snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)kernels.hash[0],
             (unsigned long long)kernels.hash[1]);
    const char *backend = evq_backend_name(info->backend);
    const char *strings[] = { purpose,
                              evq_version(),
                              hex,
                              backend ? backend : "none",
                              info->name,
                              info->driver,
                              evq_device_uses_fp64(device) ? "fp64" : "integers",
                              subject,
                              NULL };
    return evq_cache_key(strings);
}

int evq_device_kept(const EvqCacheKey *key, const char *text)
{
    size_t bytes;
    unsigned char *entry = evq_cache_read(key, &bytes);
    int found = entry && bytes == strlen(text) && memcmp(entry, text, bytes) == 0;
    free(entry);
    return found;
}
