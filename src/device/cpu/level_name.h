/* Names of what is compiled once per CPU level. */
#ifndef EVQ_CPU_LEVEL_NAME_H
#define EVQ_CPU_LEVEL_NAME_H

#define EVQ_JOIN(a, b)        a##_##b
#define EVQ_SUFFIXED(a, b)    EVQ_JOIN(a, b)
#define EVQ_KERNEL_NAME(name) EVQ_SUFFIXED(evq_##name, EVQ_LEVEL)

#include "device/cpu/level.h"

#endif
