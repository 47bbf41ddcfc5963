/* Whether a device computes as kernel C demands. */
#ifndef EVQ_DEVICE_PROBE_H
#define EVQ_DEVICE_PROBE_H

#include "device/device.h"

/* Runs the probe kernels and compares with the CPU's bits. EVQ_E_DEVICE: the device is unfit, and
 * the message names the first value that differs. */
int evq_probe(EvqDevice *device, EvqError *error);

#endif
