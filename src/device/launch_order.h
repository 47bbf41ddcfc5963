/*
 * Which launches of a sequence must wait for which: one that reads what another writes, writes what
 * another reads or writes. All else may run side by side.
 */
#ifndef EVQ_DEVICE_LAUNCH_ORDER_H
#define EVQ_DEVICE_LAUNCH_ORDER_H

#include "device/device.h"

typedef struct EvqLaunchOrder EvqLaunchOrder;

/* For at most `most` launches. NULL: out of memory. */
EvqLaunchOrder *evq_launch_order_open(int most);
void evq_launch_order_close(EvqLaunchOrder *order);

/* Adds the next launch, which waits for after[0 .. result - 1], indices of earlier ones in falling
 * order; those for which one of them waits already are left out. `after` has room for all. */
int evq_launch_order_add(EvqLaunchOrder *order, const EvqLaunch *launch, int *after);

#endif
