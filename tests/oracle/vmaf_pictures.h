/* The moving pictures by formula on which docs/spec prints values of vif, adm, motion and vmaf. */
#ifndef EVQ_TESTS_VMAF_PICTURES_H
#define EVQ_TESTS_VMAF_PICTURES_H

#include "patterns.h"

/* 'A', 'B', 'D', 'E' or 'F', frame t; 4:0:0. Returns -1 when memory ran out. */
int vmaf_picture(PicturePair *pair, char kind, int width, int height, int t);

#endif
