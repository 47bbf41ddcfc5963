"""The list of kernels says which of them devices have, with fp64 and without.

usage: test_kernel_list.py CLANG SOURCE_ROOT KERNELS
"""

import re
import subprocess
import sys
from pathlib import Path

LISTED = re.compile(r"^EVQ_KERNEL(_FP64)?(_BLOCKS)?\((\w+),", re.M)
KERNEL = re.compile(r"\bkernel\s+void\s+(\w+)\s*\(")


def listed(root, fp64):
    text = (Path(root) / "kernel/kernels.def").read_text()
    return {name for only_fp64, blocks, name in LISTED.findall(text)
            if not blocks and (fp64 or not only_fp64)}


def in_code(clang, root, kernels, fp64):
    done = subprocess.run(
        [clang, "-x", "cl", "-cl-std=CL1.2", "-E", "-P", f"-I{root}", *["-DEVQ_FP64"] * fp64, kernels],
        stdout=subprocess.PIPE, text=True, check=True)
    return set(KERNEL.findall(done.stdout))


def main():
    clang, root, kernels = sys.argv[1:]
    failed = 0
    for fp64 in (True, False):
        said, found = listed(root, fp64), in_code(clang, root, kernels, fp64)
        where = "with fp64" if fp64 else "without fp64"
        print(f"{where}: {len(found)} kernels; missing {sorted(said - found)}; not listed {sorted(found - said)}")
        failed |= said != found or not found
    return failed


if __name__ == "__main__":
    sys.exit(main())
