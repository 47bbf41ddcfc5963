#!/usr/bin/env python3
"""Prints the constants of src/kernel/math, each from its formula.

    math_tables.py --list              names of the headers
    math_tables.py NAME                print one header
    math_tables.py --write DIRECTORY   write all of them
    math_tables.py --check DIRECTORY   compare with the ones there; exit 1 if one differs
"""

import struct
import sys
from pathlib import Path

from mpmath import mp, mpf

mp.prec = 300

def nearest(value, digits=53):
    """value rounded to nearest even at that many significant bits, exact as an mpf."""
    with mp.workprec(digits):
        return +mpf(value)


def bits64(value):
    return f"0x{struct.unpack('>Q', struct.pack('>d', float(nearest(value))))[0]:016x}"


def split64(value):
    """The value as a binary64 number and the rest of it as another."""
    head = nearest(value)
    return [bits64(head), bits64(value - head)]


def float32(value):
    """The value as a binary32 literal."""
    text = float(nearest(value, 24)).hex()
    significand, exponent = text.split("p")
    if "." in significand:
        significand = significand.rstrip("0").rstrip(".")
    return f"{significand}p{exponent}f"


def split32(value):
    """The value as a binary32 number and the rest of it as another."""
    return [float32(value), float32(value - nearest(value, 24))]


def constant32(name, value, formula):
    return f"#define {name} {float32(value)} /* {formula} */"


def pair32(name, value, formula):
    head, tail = split32(value)
    return [f"#define {name}_HEAD {head} /* {formula} */", f"#define {name}_TAIL {tail}"]


def parts32(prefix, value, digits):
    """The value cut into a sum of numbers of so many bits each."""
    lines = []
    for n, count in enumerate(digits, 1):
        part = nearest(value, count)
        lines.append(constant32(f"{prefix}{n}", part, f"{count} bits"))
        value -= part
    return lines


def constant(name, value, formula):
    return f"#define {name} {bits64(value)} /* {float(nearest(value)).hex()}: {formula} */"


def constants(prefix, values, formula):
    """One constant per (index, value)."""
    return [constant(f"{prefix}{n}", v, formula.format(n=n)) for n, v in values]


def rows(lines):
    return [f"    {{ {', '.join(line)} }}," for line in lines]


def table(element, name, lines, comment):
    lines = [list(line) for line in lines]
    head = f"TABLE {element} {name}[{len(lines)}][{len(lines[0])}] = {{"
    return [f"/* {comment} */", head, *rows(lines), "};"]


def exp_tables():
    step = mp.log(2) / 32
    head = nearest(step, 38)
    return [
        constant("EXP_STEPS", 1 / step, "32/ln 2"),
        constant("EXP_STEP", head, "ln 2/32 to 38 bits"),
        constant("EXP_STEP_REST", step - head, "its rest"),
        *constants("EXP_C", ((n, 1 / mp.factorial(n)) for n in range(2, 8)), "1/{n}!"),
        "",
        *table("u64", "exp_table", (split64(mpf(2) ** (mpf(j) / 32)) for j in range(32)),
               "Row j: 2^(j/32) and its rest."),
    ]


def sincos_tables():
    quarter = mp.pi / 2
    head = nearest(quarter, 44)
    sine = ((n, mpf(-1) ** n / mp.factorial(2 * n + 1)) for n in range(1, 9))
    cosine = ((n, mpf(-1) ** n / mp.factorial(2 * n)) for n in range(2, 9))
    return [
        constant("SINCOS_QUARTERS", 1 / quarter, "2/pi"),
        constant("SINCOS_QUARTER", head, "pi/2 to 44 bits"),
        constant("SINCOS_QUARTER_REST", quarter - head, "its rest"),
        *constants("SIN_C", sine, "(-1)^{n}/(2*{n}+1)!"),
        *constants("COS_C", cosine, "(-1)^{n}/(2*{n})!"),
    ]


def truncated(value, digits):
    with mp.workprec(digits):
        return mp.fdiv(value, 1, rounding="d")


def log10_tables():
    two = mp.log10(2)
    high = truncated(two, 40)
    return [
        constant("LOG10_2_HIGH", high, "log10 2 cut to 40 bits"),
        constant("LOG10_2_LOW", two - high, "its rest"),
        constant("LOG10_OF_E", 1 / mp.log(10), "1/ln 10"),
        constant("LOG10_LIFT", mpf(2) ** 54, "makes subnormals normal"),
        "#define LOG10_LIFT_BITS 54",
    ]


def wide_tables():
    return [constant("WIDE_SPLIT", mpf(2) ** 27 + 1, "splits 53 bits in halves")]


def pow_tables():
    two = mp.log(2)
    return [
        constant("POW_LN2", two, "ln 2"),
        constant("POW_LN2_REST", two - nearest(two), "its rest"),
        constant("POW_INVERSE_LN2", 1 / two, "1/ln 2"),
    ]


def centres(octaves, rows):
    """Middles of 32nds of octaves from 2^octaves on."""
    return [mpf(2) ** (i // 32 + octaves) * (1 + (i % 32 + mpf(1) / 2) / 32) for i in range(rows)]


def power_row(c, exponent):
    """1/c, then c^exponent and its rest."""
    return [bits64(1 / c), *split64(c ** exponent)]


def power_series(prefix, exponent, formula):
    return constants(prefix, ((n, mp.binomial(exponent, n)) for n in range(1, 10)), formula)


def pow24_tables():
    exponent = mpf(2.4)  # the binary64 number, not 12/5
    return [
        *power_series("POW24_B", mpf(12) / 5, "binomial(12/5, {n})"),
        "",
        *table("u64", "pow24_table", (power_row(c, exponent) for c in centres(-4, 164)),
               "Row i, 32 an octave from 1/16 on, centre c: 1/c; c^2.4 and its rest."),
    ]


def cbrt_tables():
    third = mpf(1) / 3
    return [
        *power_series("CBRT_B", third, "binomial(1/3, {n})"),
        "",
        *table("u64", "cbrt_table", (power_row(c, third) for c in centres(0, 96)),
               "Row i, 32 an octave from 1 on, centre c: 1/c; its cube root and the rest."),
    ]


def atan2_tables():
    def angle(name, value, formula):
        return [constant(name, value, formula),
                constant(name + "_REST", value - nearest(value), "its rest")]

    series = ((n, mpf(-1) ** n / (2 * n + 1)) for n in range(1, 5))
    return [
        *angle("ATAN2_QUARTER", mp.pi / 2, "pi/2"),
        *angle("ATAN2_HALF", mp.pi, "pi"),
        constant("ATAN2_STEPS", mpf(32), "steps to 1"),
        constant("ATAN2_STEP", mpf(1) / 32, "a step"),
        *constants("ATAN2_C", series, "(-1)^{n}/(2*{n}+1)"),
        "",
        *table("u64", "atan2_table", (split64(mp.atan(mpf(i) / 32)) for i in range(33)),
               "Row i: arctan(i/32) and its rest."),
    ]


# The numbers of the single-precision power routine that glibc (from 2.28) and musl share: for the
# 16 intervals of a significand its inverse centre and that one's binary logarithm, then the
# coefficients of log2(1 + r) and of 2^s, highest power first.
POWF_INTERVALS = """
    0x1.661ec79f8f3bep+0 -0x1.efec65b963019p-2 0x1.571ed4aaf883dp+0 -0x1.b0b6832d4fca4p-2
    0x1.49539f0f010bp+0 -0x1.7418b0a1fb77bp-2 0x1.3c995b0b80385p+0 -0x1.39de91a6dcf7bp-2
    0x1.30d190c8864a5p+0 -0x1.01d9bf3f2b631p-2 0x1.25e227b0b8eap+0 -0x1.97c1d1b3b7afp-3
    0x1.1bb4a4a1a343fp+0 -0x1.2f9e393af3c9fp-3 0x1.12358f08ae5bap+0 -0x1.960cbbf788d5cp-4
    0x1.0953f419900a7p+0 -0x1.a6f9db6475fcep-5 0x1p+0 0x0p+0
    0x1.e608cfd9a47acp-1 0x1.338ca9f24f53dp-4 0x1.ca4b31f026aap-1 0x1.476a9543891bap-3
    0x1.b2036576afce6p-1 0x1.e840b4ac4e4d2p-3 0x1.9c2d163a1aa2dp-1 0x1.40645f0c6651cp-2
    0x1.886e6037841edp-1 0x1.88e9c2c1b9ff8p-2 0x1.767dcf5534862p-1 0x1.ce0a44eb17bccp-2
"""
POWF_LOG2 = """
    0x1.27616c9496e0bp-2 -0x1.71969a075c67ap-2 0x1.ec70a6ca7baddp-2
    -0x1.7154748bef6c8p-1 0x1.71547652ab82bp0
"""
POWF_EXP2 = "0x1.c6af84b912394p-5 0x1.ebfce50fac4f3p-3 0x1.62e42ff0c52d6p-1"


def powf7_tables():
    def numbers(text):
        return [mpf(float.fromhex(word)) for word in text.split()]

    intervals = [bits64(v) for v in numbers(POWF_INTERVALS)]
    return [
        *constants("POWF7_A", enumerate(numbers(POWF_LOG2)), "of log2(1 + r)"),
        *constants("POWF7_C", enumerate(numbers(POWF_EXP2)), "of 2^s"),
        constant("POWF7_SEVEN", mpf(7), "the exponent"),
        constant("POWF7_ROUND", 3 * mpf(2) ** 46, "rounds an addend to 1/32"),
        "",
        *table("u64", "powf7_table", zip(intervals[0::2], intervals[1::2]),
               "Row i: inverse centre of the interval, minus its binary logarithm."),
    ]


def pair_exp_tables():
    step = mp.log(2) / 64
    return [
        constant32("PAIR_EXP_STEPS", 1 / step, "64/ln 2"),
        "/* ln 2/64 in three parts */",
        *parts32("PAIR_EXP_STEP", step, [11, 12, 24]),
        constant32("PAIR_EXP_C3", mpf(1) / 6, "1/3!"),
        constant32("PAIR_EXP_C4", mpf(1) / 24, "1/4!"),
        constant32("PAIR_EXP_C5", mpf(1) / 120, "1/5!"),
        "",
        *table("f32", "pair_exp_table", (split32(mpf(2) ** (mpf(j) / 64)) for j in range(64)),
               "Row j: 2^(j/64) and its rest."),
    ]


def pair_sincos_tables():
    step = mp.pi / 64
    sines = (split32(mp.sin(j * step) if j % 64 else mpf(0)) for j in range(160))
    return [
        constant32("PAIR_SINCOS_STEPS", 1 / step, "64/pi"),
        "/* pi/64 in three parts */",
        *parts32("PAIR_SINCOS_STEP", step, [14, 14, 24]),
        *pair32("PAIR_SIN_C3", -mpf(1) / 6, "-1/3!"),
        constant32("PAIR_SIN_C5", mpf(1) / 120, "1/5!"),
        constant32("PAIR_SIN_C7", -mpf(1) / 5040, "-1/7!"),
        constant32("PAIR_COS_C4", mpf(1) / 24, "1/4!"),
        constant32("PAIR_COS_C6", -mpf(1) / 720, "-1/6!"),
        "",
        *table("f32", "pair_sincos_table", sines, "Row j: sin(j pi/64) and its rest."),
    ]


def pair_atan2_tables():
    return [
        *pair32("PAIR_ATAN2_QUARTER", mp.pi / 2, "pi/2"),
        *pair32("PAIR_ATAN2_HALF", mp.pi, "pi"),
        *pair32("PAIR_ATAN2_C3", -mpf(1) / 3, "-1/3"),
        constant32("PAIR_ATAN2_C5", mpf(1) / 5, "1/5"),
        constant32("PAIR_ATAN2_C7", -mpf(1) / 7, "-1/7"),
        "",
        *table("f32", "pair_atan2_table", (split32(mp.atan(mpf(i) / 64)) for i in range(65)),
               "Row i: arctan(i/64) and its rest."),
    ]


def seed_rows(middles, exponent):
    return ([float32(1 / c), float32(c ** exponent)] for c in middles)


def seed_series(prefix, exponent, formula):
    return [constant32(f"{prefix}{n}", mp.binomial(exponent, n), formula.format(n=n))
            for n in range(1, 4)]


def pair_pow24_tables():
    fifth = mpf(1) / 5
    return [
        *seed_series("PAIR_POW24_B", fifth, "binomial(1/5, {n})"),
        "",
        *table("f32", "pair_pow24_table", seed_rows(centres(-4, 164), fifth),
               "Row i, 32 an octave from 1/16 on, centre c: 1/c, c^(1/5)."),
    ]


def pair_cbrt_tables():
    third = mpf(1) / 3
    return [
        *seed_series("PAIR_CBRT_B", third, "binomial(1/3, {n})"),
        "",
        *table("f32", "pair_cbrt_table", seed_rows(centres(0, 96), third),
               "Row i, 32 an octave from 1 on, centre c: 1/c, c^(1/3)."),
    ]


HEADERS = {
    "atan2_tables.h": atan2_tables,
    "cbrt_tables.h": cbrt_tables,
    "exp_tables.h": exp_tables,
    "log10_tables.h": log10_tables,
    "pair_atan2_tables.h": pair_atan2_tables,
    "pair_cbrt_tables.h": pair_cbrt_tables,
    "pair_exp_tables.h": pair_exp_tables,
    "pair_pow24_tables.h": pair_pow24_tables,
    "pair_sincos_tables.h": pair_sincos_tables,
    "pow24_tables.h": pow24_tables,
    "pow_tables.h": pow_tables,
    "powf7_tables.h": powf7_tables,
    "sincos_tables.h": sincos_tables,
    "wide_tables.h": wide_tables,
}


def header(name, lines, room, script):
    guard = f"EVQ_{room}_" + name.upper().replace(".", "_")
    lines = [
        f"/* Printed by tools/gen/{Path(script).name}; edit that instead. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        '#include "kernel/port/port.h"',
        "",
        "// clang-format off",
        *lines,
        "// clang-format on",
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def run(arguments, headers, room, script, manual):
    """The command line: headers are functions that return lines, by the name of the file."""
    def text(name):
        return header(name, headers[name](), room, script)

    if arguments == ["--list"]:
        print("\n".join(headers))
    elif len(arguments) == 1 and arguments[0] in headers:
        print(text(arguments[0]), end="")
    elif len(arguments) == 2 and arguments[0] == "--write":
        for name in headers:
            Path(arguments[1], name).write_text(text(name), encoding="ascii")
    elif len(arguments) == 2 and arguments[0] == "--check":
        stale = [n for n in headers if Path(arguments[1], n).read_text("ascii") != text(n)]
        for name in stale:
            print(f"{name} differs from what {Path(script).name} prints", file=sys.stderr)
        return 1 if stale else 0
    else:
        print(manual, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], HEADERS, "MATH", __file__, __doc__))
