#!/usr/bin/env python3
"""Prints the constants of the quick and the wide evaluation in src/kernel/ciede, each from its formula.

    ciede_tables.py --list              names of the headers
    ciede_tables.py NAME                print one header
    ciede_tables.py --write DIRECTORY   write all of them
    ciede_tables.py --check DIRECTORY   compare with the ones there; exit 1 if one differs

Polynomials go through the function at the Chebyshev points of their interval, which is within a
factor of two of the best ones.
"""

import sys

from mpmath import mp, mpf

from math_tables import constant32, float32, nearest, pair32, run


def literal(value):
    return float(nearest(value)).hex()


def constant(name, value, formula):
    return f"#define {name} {literal(value)} /* {formula} */"


def polynomial(function, low, high, degree):
    """Coefficients, lowest first."""
    count = degree + 1
    nodes = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * k + 1) / (2 * count))
             for k in range(count)]
    powers = mp.matrix(count, count)
    for i, x in enumerate(nodes):
        for j in range(count):
            powers[i, j] = x ** j
    return list(mp.lu_solve(powers, mp.matrix([function(x) for x in nodes])))


def coefficients(prefix, values, formula, literal_of=literal):
    return [f"/* {formula} */",
            *(f"#define {prefix}{n} {literal_of(v)}" for n, v in enumerate(values))]


# ---- Circular functions ----

def rounded_to(value, digits):
    """A multiple of 2^-digits, and the rest."""
    head = mp.nint(value * 2 ** digits) / mpf(2) ** digits
    return head, value - head


def angle(name, value, formula):
    head, rest = rounded_to(value, 21)
    return [constant32(name, head, f"{formula}, to 21 places"),
            constant32(name + "_TAIL", rest, "its rest")]


def bend(w):
    """What arctan(z)/z, w = z^2, has beyond 1 - w/3, over w^2."""
    z = mp.sqrt(w)
    return (mp.atan(z) / z - 1 + w / 3) / w ** 2


def angles():
    w = mpf("0.0332")
    return [
        *angle("QUICK_QUARTER", mp.pi / 2, "pi/2"),
        *angle("QUICK_ARCTAN_1_4", mp.atan(mpf(1) / 4), "arctan 1/4"),
        *angle("QUICK_ARCTAN_1_2", mp.atan(mpf(1) / 2), "arctan 1/2"),
        *angle("QUICK_ARCTAN_1", mp.pi / 4, "arctan 1"),
        *pair32("QUICK_THIRD", -mpf(1) / 3, "-1/3"),
        *coefficients("QUICK_BEND_C", polynomial(bend, w / 2 ** 20, w, 3),
                      "(arctan(z)/z - 1 + w/3)/w^2, w = z^2 <= 0.0332", float32),
        *pair32("QUICK_TURN", 2 * mp.pi, "2 pi"),
    ]


def sines():
    sine = polynomial(lambda z: mp.sinc(mp.sqrt(z)), mpf(0), (mp.pi / 2) ** 2, 7)
    return coefficients("QUICK_SIN_C", sine, "sin(x)/x in x^2, |x| <= pi/2")


# ---- R_T ----

def exponential():
    two = mp.log(2)
    head = nearest(two, 41)
    series = polynomial(mp.exp, -two / 2, two / 2, 9)
    return [constant("QUICK_EXP_STEPS", 1 / two, "1/ln 2"),
            constant("QUICK_EXP_STEP", head, "ln 2 to 41 bits"),
            constant("QUICK_EXP_STEP_REST", two - head, "its rest"),
            *coefficients("QUICK_EXP_C", series, "e^r, |r| <= ln 2/2")]


def estimates():
    two = mp.log(2)
    head = nearest(two, 16)
    return [
        constant32("QUICK_RHO_STEPS", 1 / two, "1/ln 2"),
        constant32("QUICK_RHO_STEP", head, "ln 2 to 16 bits"),
        constant32("QUICK_RHO_STEP_REST", two - head, "its rest"),
        constant32("QUICK_RHO", mp.pi / 3, "pi/3"),
        *(constant32(f"QUICK_RHO_C{n}", 1 / mp.factorial(n), f"1/{n}!") for n in range(3, 7)),
        *(constant32(f"QUICK_RHO_SIN_C{n}", (-1) ** (n // 2) / mp.factorial(n),
                     f"{'-' if n // 2 % 2 else ''}1/{n}!") for n in (3, 5, 7, 9)),
    ]


def inverse_root(name, n, wide, lower):
    """What v^-1/n needs: a line of v's pattern, by `lower` times 2^23 below the one through the
    pattern of 1, and how it is off, where 1 - v y^n is within `wide` of 0."""
    ends = mpf(wide)
    series = polynomial(lambda e: ((1 - e) ** (-mpf(1) / n) - 1) / e, -ends, ends * mpf("1.001"), 2)
    at_0 = int(mp.nint(0x3f800000 * (1 + mpf(1) / n) - mpf(lower) * 2 ** 23))
    return [f"#define QUICK_{name}_AT_0 {at_0:#x}u",
            *coefficients(f"QUICK_{name}_C", series, f"((1 - e)^-1/{n} - 1)/e, |e| <= {wide}", float32)]


def quick_tables():
    return [
        *inverse_root("THIRD", 3, "0.11", "0.0755"),
        *inverse_root("FIFTH", 5, "0.167", "0.0685"), "",
        *angles(), "",
        *sines(), "",
        *pair32("QUICK_SL_SCALE", mpf(0.015), "0.015, the double"), "",
        *exponential(), "",
        *estimates(),
    ]


# ---- The wide evaluation: one array, whose elements have names ----

class Uniform:
    """Doubles that become the elements of an array."""

    def __init__(self):
        self.values, self.names = [], []

    def add(self, name, value, formula):
        self.names.append(f"#define {name} wide_constant[{len(self.values)}]")
        self.values.append(f"    {literal(value)}, /* {formula} */")

    def series(self, prefix, values, formula, first=0):
        """Coefficients from number `first` on."""
        for n, v in list(enumerate(values))[first:]:
            self.add(f"{prefix}{n}", v, f"{formula}: {n}")

    def lines(self):
        return ["UNIFORM native_f64 wide_constant[] = {", *self.values, "};", *self.names]


def power_of_1(exponent, degree):
    """(1 + z)^exponent where z is within half of a table's interval; the constant term is 1."""
    reach = mpf(2) ** -9
    end = reach * (1 + mpf(2) ** -10)  # so that no point is 0
    series = polynomial(lambda z: ((1 + z) ** exponent - 1) / z, -reach, end, degree - 1)
    return [mpf(1), *series]


def mix(u):
    """The weights of red, green and blue in X, Y and Z, in units of white's."""
    rows = {"X": (("0.4124564390896921", "0.357576077643909", "0.18043748326639894"), "0.95047"),
            "Y": (("0.21267285140562248", "0.715152155287818", "0.07217499330655958"), "1"),
            "Z": (("0.019333895582329317", "0.119192025881303", "0.9503040785363677"), "1.08883")}
    for name, (weights, white) in rows.items():
        for channel, weight in zip("RGB", weights):
            u.add(f"WIDE_{name}_{channel}", mpf(weight) / mpf(white), f"{weight}/{white}")


def wide_tables():
    u = Uniform()
    scale, offset = 1 / mpf("1.055"), mpf("0.055")
    u.add("WIDE_GAMMA_SLOPE", 1 / mpf("12.92") / scale, "1.055/12.92")
    u.add("WIDE_GAMMA_AT_0", -offset / mpf("12.92"), "-0.055/12.92")
    u.series("WIDE_POW24_C", power_of_1(mpf(12) / 5, 3), "(1 + z)^2.4, |z| <= 2^-9", 1)
    mix(u)
    u.add("WIDE_F_SLOPE", mpf(24389) / 27 / 116, "24389/27/116")
    u.add("WIDE_F_AT_0", mpf(16) / 116, "16/116")
    u.series("WIDE_CBRT_C", power_of_1(mpf(1) / 3, 3), "(1 + z)^(1/3), |z| <= 2^-9", 1)
    u.add("WIDE_ARCSIN_C3", mpf(1) / 6, "1/6")
    u.add("WIDE_ARCSIN_C5", mpf(3) / 40, "3/40")
    u.add("WIDE_SL_SCALE", mpf("0.015"), "0.015")
    sine = polynomial(lambda z: 2 * mp.sinc(mp.sqrt(z)), mpf(0), (mp.pi / 2) ** 2, 6)
    u.series("WIDE_SIN_C", sine, "2 sin(x)/x in x^2, |x| <= pi/2")
    return u.lines()


if __name__ == "__main__":
    headers = {"quick_tables.h": quick_tables, "wide_tables.h": wide_tables}
    sys.exit(run(sys.argv[1:], headers, "CIEDE", __file__, __doc__))
