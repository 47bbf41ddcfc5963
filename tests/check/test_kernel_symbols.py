#!/usr/bin/env python3
"""No kernel calls a C library function that could decide a bit: all that the objects may leave
undefined is memory handling, sanitizers and the project's own names.

    test_kernel_symbols.py NM ARCHIVE...
"""

import re
import subprocess
import sys

ALLOWED = re.compile(r"(memcpy|memset|memmove|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail"
                     r"|__(asan|ubsan|msan|tsan|sanitizer)_\w+|evq_\w+)$")


def undefined(nm, archive):
    text = subprocess.run([nm, "-u", archive], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in text.splitlines() if line.startswith(" ")}


def main(nm, *archives):
    wrong = 0
    for archive in archives:
        for name in sorted(undefined(nm, archive)):
            if not ALLOWED.match(name):
                print(f"{archive}: calls {name}")
                wrong += 1
    print(f"{len(archives)} archives, {wrong} foreign symbols")
    return 1 if wrong or not archives else 0


sys.exit(main(*sys.argv[1:]))
