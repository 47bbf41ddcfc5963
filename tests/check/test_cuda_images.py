"""The CUDA kernels as the compiler sees them, no card needed: without fp64 there is no double in them,
and no kernel uses more memory of its own (spilled registers, arrays) than the list allows.

usage: test_cuda_images.py NVCC PTXAS SOURCE_ROOT LIST BODIES...   (BODIES as in kernel/BODIES.k.h)
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernel_memory

ARCH = "90"
ENTRY = re.compile(r"Compiling entry function '(\w+)'")
PROPERTIES = re.compile(r"Function properties for (\w+)")
FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
CALLEES = re.compile(r"(\d+) bytes cumulative stack size")
DOUBLE = re.compile(r"\.(?:[bf]?f64|f64x2)\b")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(done.stdout)
    return done.stdout


def memory_of_kernels(log):
    """Bytes by kernel, from what ptxas -v says."""
    memory = {}
    kernel = function = None
    for line in log.splitlines():
        entry, properties = ENTRY.search(line), PROPERTIES.search(line)
        frame, callees = FRAME.search(line), CALLEES.search(line)
        if entry:
            kernel = entry.group(1)
        elif properties:
            function = properties.group(1)
        elif frame and function == kernel:
            memory[kernel] = max(map(int, frame.groups()))
        elif callees:
            memory[kernel] = max(memory[kernel], int(callees.group(1)))
    return memory


class Compiler:
    def __init__(self, nvcc, ptxas, root, folder):
        self.nvcc, self.ptxas, self.root, self.folder = nvcc, ptxas, Path(root), Path(folder)

    def compile(self, job):
        """Returns the memory of a file's kernels, and the first line of it that holds a double."""
        bodies, fp64 = job
        ptx = self.folder / f"{bodies.replace('/', '_')}_{fp64}.ptx"
        run(self.nvcc, "-ptx", "-fmad=false", f"-arch=compute_{ARCH}", f"-I{self.root}",
            f'-DEVQ_BODIES="kernel/{bodies}.k.h"', *(["-DEVQ_FP64"] if fp64 == "on" else []),
            str(self.root / "device/cuda/kernels.cu"), "-o", str(ptx))
        log = run(self.ptxas, "-v", "-arch", f"sm_{ARCH}", str(ptx), "-o", os.devnull)
        doubles = [line.strip() for line in ptx.read_text().splitlines() if DOUBLE.search(line)]
        return memory_of_kernels(log), doubles[:1]


def main():
    nvcc, ptxas, root, allowed, *bodies = sys.argv[1:]
    jobs = [(name, fp64) for name in bodies for fp64 in ("on", "off")]
    found, failures = {}, []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        compiler = Compiler(nvcc, ptxas, root, folder)
        for (name, fp64), (memory, doubles) in zip(jobs, pool.map(compiler.compile, jobs)):
            found.update({(kernel, fp64): size for kernel, size in memory.items()})
            if fp64 == "off":
                failures += [f"{name}: a double without fp64: {line}" for line in doubles]
            elif "probe" in name and not doubles:
                failures.append(f"{name}: no double is seen even with fp64: the scan is blind")
    failures += kernel_memory.compare(found, kernel_memory.read_list(allowed))
    for line in failures:
        print(line)
    print(f"{len(found)} kernels; {len(failures)} failures")
    return bool(failures) or not found


if __name__ == "__main__":
    sys.exit(main())
