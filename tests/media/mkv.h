/* Writes uncompressed Matroska files, so that any pixel format with a FOURCC can be read back. */
#ifndef EVQ_TESTS_MEDIA_MKV_H
#define EVQ_TESTS_MEDIA_MKV_H

#include "files.h"

/* 25 pictures a second. */
void put_mkv(Bytes *bytes, const char fourcc[4], int width, int height, const Bytes *pictures,
             int count);

#endif
