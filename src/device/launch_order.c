#include "device/launch_order.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Access {
    const EvqDeviceBuffer *buffer[EVQ_MAX_BUFFERS];
    int buffers, reads;
} Access;

struct EvqLaunchOrder {
    int count, most;
    unsigned char
        *ancestor; /* [most][most]: whether launch i waits for launch k, at any distance */
    Access access[];
};

EvqLaunchOrder *evq_launch_order_open(int most)
{
    EvqLaunchOrder *order = calloc(1, sizeof *order + (size_t)most * sizeof *order->access);
    if (!order)
        return NULL;
    order->most = most;
    order->ancestor = calloc((size_t)most, (size_t)most);
    if (order->ancestor || !most)
        return order;
    free(order);
    return NULL;
}

void evq_launch_order_close(EvqLaunchOrder *order)
{
    if (order)
        free(order->ancestor);
    free(order);
}

static int conflict(const Access *a, const Access *b)
{
    for (int i = 0; i < a->buffers; i++)
        for (int k = 0; k < b->buffers; k++)
            if (a->buffer[i] == b->buffer[k] && (i >= a->reads || k >= b->reads))
                return 1;
    return 0;
}

int evq_launch_order_add(EvqLaunchOrder *order, const EvqLaunch *launch, int *after)
{
    assert(order->count < order->most);
    int index = order->count++, found = 0;
    Access *access = &order->access[index];
    unsigned char *ancestor = order->ancestor + (size_t)index * order->most;
    memcpy(access->buffer, launch->buffer, sizeof access->buffer);
    access->buffers = launch->buffers;
    access->reads = launch->reads;
    for (int k = index - 1; k >= 0; k--) {
        if (ancestor[k] || !conflict(access, &order->access[k]))
            continue;
        after[found++] = k;
        ancestor[k] = 1;
        for (int i = 0; i < k; i++)
            ancestor[i] |= order->ancestor[(size_t)k * order->most + i];
    }
    return found;
}
