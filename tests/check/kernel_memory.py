"""The list of kernels that may use memory of their own (kernel_memory.txt)."""

from pathlib import Path


def read_list(path):
    """Bytes by kernel and fp64 ("on" or "off")."""
    allowed = {}
    for line in Path(path).read_text().splitlines():
        line = line.split("#")[0].split()
        if line:
            kernel, fp64, size = line
            allowed[kernel, fp64] = int(size)
    return allowed


def compare(found, allowed, ratchet=True):
    """What is wrong, a line each. With `ratchet` a kernel below its allowance fails too: the list is
    to be lowered, so that nobody takes the room again."""
    failures = []
    for (kernel, fp64), size in sorted(found.items()):
        most = allowed.get((kernel, fp64), 0)
        if size > most:
            failures.append(f"{kernel}, fp64 {fp64}: {size} bytes of its own, {most} are allowed")
        elif size < most and ratchet:
            failures.append(f"{kernel}, fp64 {fp64}: {size} bytes are enough, the list says {most}")
    return failures
