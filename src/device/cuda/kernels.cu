/* Compiles one file of kernel bodies for CUDA; the build sets EVQ_BODIES. */
#include EVQ_BODIES
