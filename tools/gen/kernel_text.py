#!/usr/bin/env python3
"""Writes the kernel sources as C strings: each file of kernel bodies with its includes expanded,
for devices that compile kernels at run time.

usage: kernel_text.py SOURCE_ROOT OUTPUT DEPFILE BODIES...   (BODIES as in kernel/BODIES.k.h)
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)


class Expander:
    def __init__(self, root):
        self.root = root
        self.seen = set()  # files that stand in the text where no condition can hide them
        self.read = []

    def expand(self, name, hidden=False):
        """The lines of a file and of what it includes, once each. A file that is included under a
        condition may be hidden there, so the next mention includes it again; its guard keeps the
        compiler from seeing it twice."""
        if name in self.seen:
            return
        if not hidden:
            self.seen.add(name)
        path = self.root / name
        self.read.append(path)
        text = COMMENT.sub(" ", path.read_text())
        depth = -1  # the guard counts for nothing
        for line in text.split("\n"):
            include = INCLUDE.match(line)
            if include:
                yield from self.expand(include.group(1), hidden or depth > 0)
                continue
            word = line.strip()
            if word.startswith("#if"):
                depth += 1
            elif word.startswith("#endif"):
                depth -= 1
            if word:
                yield re.sub(r"[ \t]+", " ", line.rstrip())


def literal(lines):
    for line in lines:
        yield '    "%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"')


def main():
    root, output, depfile, *bodies = sys.argv[1:]
    read = []
    with open(output, "w") as out:
        out.write('#include "device/kernel_text.h"\n\n')
        out.write("const char *const evq_kernel_text[] = {\n")
        for body in bodies:
            expander = Expander(Path(root))
            out.write("    /* %s */\n" % body)
            out.write("\n".join(literal(expander.expand("kernel/%s.k.h" % body))))
            out.write(",\n")
            read += expander.read
        out.write("};\n")
    with open(depfile, "w") as dep:
        dep.write("%s: %s\n" % (Path(output).name, " ".join(sorted(set(map(str, read))))))


main()
