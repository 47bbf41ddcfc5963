/* Compiles one file of kernel bodies for one CPU level; the build sets EVQ_BODIES and EVQ_LEVEL. */
#include "device/cpu/level_name.h"
#include EVQ_BODIES
