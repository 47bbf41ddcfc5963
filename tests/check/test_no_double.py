"""Compiled without fp64 the OpenCL kernels hold no double: not in what they say, and not in what a
compiler makes of it.

usage: test_no_double.py CLANG SOURCE_ROOT KERNELS
"""

import re
import subprocess
import sys

DOUBLE = re.compile(r"\bdouble\b|\.f64\b|\.v\d+f64\b")


def code_of(clang, root, kernels, *options):
    """The kernels as LLVM's intermediate language."""
    done = subprocess.run(
        [clang, "-x", "cl", "-cl-std=CL1.2", "-target", "spir64", "-Xclang",
         "-finclude-default-header", "-O1", "-emit-llvm", "-S", "-Werror", "-Wno-pass-failed", f"-I{root}", *options, kernels,
         "-o", "-"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.stderr[:4000])
    return done.stdout


def main():
    clang, root, kernels = sys.argv[1:]
    code = code_of(clang, root, kernels, "-Xclang", "-cl-ext=-cl_khr_fp64")
    count = len(re.findall(r"^define .*\bspir_kernel\b", code, re.M))
    doubles = [line for line in code.splitlines() if DOUBLE.search(line)]
    print(*doubles[:20], sep="\n")
    print(f"{count} kernels; {len(doubles)} lines with a double")
    if not DOUBLE.search(code_of(clang, root, kernels, "-DEVQ_FP64")):
        sys.exit("no double is seen even with fp64: the scan is blind")
    return bool(doubles) or not count


if __name__ == "__main__":
    sys.exit(main())
