/* Every kernel body, for the one file per device and level that compiles them. */
#ifndef EVQ_KERNELS_H
#define EVQ_KERNELS_H

#include "kernel/ciede/exact.k.h"
#include "kernel/ciede/pair.k.h"
#include "kernel/ciede/quick.k.h"
#include "kernel/ciede/quick_pixel.k.h"
#include "kernel/ciede/sum.k.h"
#include "kernel/float_motion/float_motion.k.h"
#include "kernel/float_vif/float_vif.k.h"
#include "kernel/float_vif/prescale.k.h"
#include "kernel/float_vif/wide.k.h"
#include "kernel/image/border.k.h"
#include "kernel/probe/probe.k.h"
#include "kernel/psnr/psnr.k.h"
#include "kernel/psnr/wide.k.h"
#include "kernel/ssim/box.k.h"
#include "kernel/ssim/pyramid.k.h"
#include "kernel/ssim/ssim.k.h"
#include "kernel/ssimulacra2/blur.k.h"
#include "kernel/ssimulacra2/input.k.h"
#include "kernel/ssimulacra2/maps.k.h"
#include "kernel/ssimulacra2/xyb.k.h"
#include "kernel/total/total.k.h"

#endif
