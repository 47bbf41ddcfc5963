/* What is kept on disk of a device: the names of its entries. */
#ifndef EVQ_CORE_DEVICE_KEY_H
#define EVQ_CORE_DEVICE_KEY_H

#include "device/cache.h"
#include "device/device.h"

/* The entry of some purpose and subject for this device and driver, this library and its kernels,
 * with or without fp64. */
EvqCacheKey evq_device_key(const EvqDevice *device, const char *purpose, const char *subject);

/* Whether the entry is there and holds this text. */
int evq_device_kept(const EvqCacheKey *key, const char *text);

#endif
