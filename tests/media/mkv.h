/* Writes uncompressed Matroska files, so that any pixel format with a FOURCC can be read back. */
#ifndef EVQ_TESTS_MEDIA_MKV_H
#define EVQ_TESTS_MEDIA_MKV_H

#include "files.h"

/* The bytes of a picture beside its samples, and what stands before the segment's size. */
#define MKV_BLOCK_HEAD 13
#define MKV_SEGMENT_ID "\x18\x53\x80\x67"

/* 25 pictures a second; the file declares its size and how long it plays. */
void put_mkv(Bytes *bytes, const char fourcc[4], int width, int height, const Bytes *pictures,
             int count);

#endif
