/* How long a container says that it is. */
#ifndef EVQ_MEDIA_EXTENT_H
#define EVQ_MEDIA_EXTENT_H

#include <stddef.h>
#include <stdint.h>

/* Enough of a file's start for evq_declared_bytes. */
#define EVQ_EXTENT_PEEK 256

/*
 * The bytes of the whole file by the size in its outermost element: Matroska and WebM, AVI and
 * other RIFF files. -1 for other files and where the writer did not know, e.g. of a live stream.
 */
int64_t evq_declared_bytes(const void *start, size_t size);

#endif
