#!/usr/bin/env python3
"""Embeds the images that nvcc made in a C file.

usage: cuda_images.py OUTPUT IMAGE...   (pairs: with fp64, without)
"""

import sys
from pathlib import Path


def literal(data):
    # Octal escapes of three digits cannot swallow the next byte.
    table = ["\\%03o" % byte for byte in range(256)]
    for start in range(0, len(data), 64):
        yield '    "%s"' % "".join(table[byte] for byte in data[start : start + 64])


def main():
    output, *images = sys.argv[1:]
    with open(output, "w") as out:
        out.write('#include "device/cuda/images.h"\n')
        for i, image in enumerate(images):
            out.write("\n_Alignas(16) static const char image%d[] =\n" % i)
            out.write("\n".join(literal(Path(image).read_bytes())))
            out.write(";\n")
        out.write("\nconst EvqCudaImages evq_cuda_images[] = {\n")
        for i in range(0, len(images), 2):
            out.write(
                "    { (const unsigned char *)image%d, (const unsigned char *)image%d },\n"
                % (i, i + 1)
            )
        out.write("};\n")


main()
