"""exactvq diff as a black box: reports of every kind, equal, different and damaged."""

import math
import os
import struct
import subprocess
import sys
import tempfile
import unittest

import pictures

TOOL = os.environ.get("EVQ_TOOL", "")
XML = os.environ.get("EVQ_XML", "1") == "1"

OK, FAILURE, USAGE, INPUT, DIFFERENT = 0, 1, 2, 3, 5


def step(value, count):
    """The double `count` places above a positive one."""
    bits, = struct.unpack("<q", struct.pack("<d", value))
    return struct.unpack("<d", struct.pack("<q", bits + count))[0]


SCORES = {"a": [34.5, 0.1, 1 / 3, 97.0], "b_x": [1e-9, 2.5, 1e15, 5e-324]}


def frames_of(scores, first=0):
    count = len(next(iter(scores.values())))
    return [(first + i, {name: values[i] for name, values in scores.items()})
            for i in range(count)]


def word(value):
    if isinstance(value, str):
        return value
    return "null" if value is None else repr(value)


def as_json(frames, aggregates=None, **_):
    def member(value):
        text = word(value)
        return text if text == "null" or text.lstrip("-")[0].isdigit() else f'"{text}"'

    def members(scores):
        return ", ".join(f'"{name}": {member(value)}' for name, value in scores.items())

    listed = ",\n".join(f'    {{"frameNum": {n}, "metrics": {{{members(scores)}}}}}'
                        for n, scores in frames)
    return (f'{{\n  "version": "3.2.0",\n  "fps": 59.89,\n  "frames": [\n{listed}\n  ],\n'
            f'  "pooled_metrics": {{}},\n'
            f'  "aggregate_metrics": {{{members(aggregates or {})}}}\n}}\n')


def as_xml(frames, aggregates=None, **_):
    def attributes(scores):
        return "".join(f' {name}="{word(value)}"' for name, value in scores.items())

    listed = "".join(f'    <frame frameNum="{n}"{attributes(scores)} />\n' for n, scores in frames)
    return (f'<VMAF version="3.2.0">\n  <fyi fps="60.45" />\n  <frames>\n{listed}  </frames>\n'
            f'  <pooled_metrics>\n    <metric name="a" min="1" max="2" />\n  </pooled_metrics>\n'
            f'  <aggregate_metrics{attributes(aggregates or {})} />\n</VMAF>\n')


def as_csv(frames, **_):
    names = list(dict.fromkeys(name for _, scores in frames for name in scores))
    lines = ["Frame," + "".join(name + "," for name in names)]
    for number, scores in frames:
        lines.append(f"{number}," + "".join(
            (word(scores[name]) if name in scores else "") + "," for name in names))
    return "\n".join(lines) + "\n"


KINDS = {"json": as_json, "csv": as_csv}
if XML:
    KINDS["xml"] = as_xml


class DiffTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return name

    def tool(self, *arguments, **keywords):
        keywords.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([TOOL, *arguments], cwd=self.folder, stderr=subprocess.PIPE,
                              timeout=60, check=False, **keywords)

    def diff(self, code, *arguments, **keywords):
        """The lines on stdout of a comparison that ends with `code` and no word on stderr."""
        result = self.tool("diff", *arguments, **keywords)
        self.assertEqual((result.returncode, result.stderr), (code, b""),
                         (arguments, result.stdout))
        return result.stdout.decode().splitlines()

    def compare(self, code, left, right, *arguments):
        """Compares lists of frames as JSON files."""
        self.write("left.json", as_json(left))
        self.write("right.json", as_json(right))
        return self.diff(code, "left.json", "right.json", *arguments)

    def row(self, lines, output):
        """frames, identical, max |diff|, max ULP and the first difference of an output."""
        fields = next(line for line in lines if line.split()[0] == output).split(None, 5)
        return fields[1:]

    def fails(self, code, arguments, *parts, **keywords):
        result = self.tool("diff", *arguments, **keywords)
        lines = result.stderr.decode().splitlines()
        self.assertEqual((result.returncode, result.stdout), (code, b""), lines)
        if code == USAGE:
            self.assertEqual(lines.pop(), "try 'exactvq diff --help'")
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith("exactvq: "), lines)
        for part in parts:
            self.assertIn(part, lines[0])


class EqualTest(DiffTest):
    def test_every_mix_of_kinds(self):
        for name, make in KINDS.items():
            self.write("r." + name, make(frames_of(SCORES)))
        for left in KINDS:
            for right in KINDS:
                with self.subTest(left=left, right=right):
                    lines = self.diff(OK, "r." + left, "r." + right)
                    for output in SCORES:
                        self.assertEqual(self.row(lines, output), ["4", "4", "0", "0", "-"])
                    self.assertEqual(lines[-1], "equal")
                    self.assertEqual(len(lines), 4)

    def test_our_own_reports(self):
        clip = pictures.noise(32, 32, 3)
        self.write("r.y4m", pictures.y4m(32, 32, clip))
        self.write("d.y4m", pictures.y4m(32, 32, clip[:2] + pictures.disturbed(clip[2:])))
        for name in KINDS:
            result = self.tool("r.y4m", "d.y4m", "--feature", "psnr=enable_apsnr=true",
                               "--feature", "float_vif", f"--{name}", "-o", f"own.{name}")
            self.assertEqual(result.returncode, OK, result.stderr)
        for left in KINDS:
            for right in KINDS:
                lines = self.diff(OK, f"own.{left}", f"own.{right}")
                self.assertEqual(self.row(lines, "vif_scale3")[:2], ["3", "3"])
                with_aggregates = "csv" not in (left, right)
                self.assertEqual(any("apsnr_y" in line for line in lines), with_aggregates)

    def test_values_that_are_no_numbers(self):
        specials = {"x": ["nan", "inf", "-inf", "-nan", "inf"]}
        nulls = {"x": [None] * 5}
        for name, make in KINDS.items():
            self.write("s." + name, make(frames_of(specials)))
            self.write("n." + name, make(frames_of(nulls)))
        for left in KINDS:
            for right in KINDS:
                self.diff(OK, "s." + left, "s." + right)
                self.diff(OK, "s." + left, "n." + right)
                self.diff(OK, "n." + left, "n." + right)

    def test_negative_zero(self):
        minus = {"x": [-0.0, -0.0, 1e-5], "y": [0.5, 1e-05, -0.0]}
        for name, make in KINDS.items():
            text = make(frames_of(minus)).replace("-0.0", "-0")  # as we write it
            self.write("m." + name, text)
        for left in KINDS:
            for right in KINDS:
                self.diff(OK, "m." + left, "m." + right)
        plus = {"x": [0.0, 0.0, 1e-5], "y": [0.5, 1e-05, 0.0]}
        for name, make in KINDS.items():
            self.write("p." + name, make(frames_of(plus)))
            self.diff(DIFFERENT, "p." + name, "m.json")
        lines = self.compare(DIFFERENT, frames_of({"x": ["-0"]}), frames_of({"x": ["0"]}))
        self.assertEqual(self.row(lines, "x"), ["1", "0", "0", "1", "frame 0: -0, 0"])

    def test_how_a_number_is_written_does_not_matter(self):
        self.compare(OK, frames_of({"x": ["0.10000000000000000555", "100", "1e2", "0.5e0"]}),
                     frames_of({"x": ["0.1", "1e2", "100.0", "5E-1"]}))

    def test_order_of_frames_and_outputs_does_not_matter(self):
        frames = frames_of(SCORES)
        turned = [(n, dict(reversed(s.items()))) for n, s in reversed(frames)]
        self.compare(OK, frames, turned)

    def test_standard_input_and_quiet(self):
        self.write("r.json", as_json(frames_of(SCORES)))
        text = as_csv(frames_of(SCORES)).encode()
        self.assertEqual(self.diff(OK, "-", "r.json", input=text)[-1], "equal")
        self.assertEqual(self.diff(OK, "-q", "r.json", "-", input=text), [])

    def test_layouts_of_csv(self):
        frames = [(0, {"a": 1.5, "b,c": 2.5}), (7, {"b,c": 3.5})]
        self.write("r.json", as_json(frames))
        for text in ('Frame,a,"b,c",\n0,1.5,2.5,\n7,,3.5,\n',
                     '\ufeffFrame,a,"b,c",\r\n0,1.5,2.5,\r\n7,,3.5,\r\n',
                     'Frame,a,"b,c"\n0,1.5,"2.5"\n7,,3.5'):
            with self.subTest(text=text):
                self.write("r.csv", text)
                self.diff(OK, "r.json", "r.csv")


class DifferentTest(DiffTest):
    def test_figures(self):
        for count in (1, 2, 1000, 2 ** 40):
            right = {**SCORES, "a": [34.5, step(0.1, 1), step(1 / 3, count), 97.0]}
            lines = self.compare(DIFFERENT, frames_of(SCORES), frames_of(right))
            difference = max(step(0.1, 1) - 0.1, step(1 / 3, count) - 1 / 3)
            self.assertEqual(self.row(lines, "b_x"), ["4", "4", "0", "0", "-"])
            fields = self.row(lines, "a")
            self.assertEqual(fields[:2] + fields[3:],
                             ["4", "2", str(count), "frame 1: 0.1, 0.10000000000000002"])
            self.assertEqual(float(fields[2]), difference)
            self.assertEqual(lines[-1], "different")
            self.assertEqual(self.diff(DIFFERENT, "left.json", "right.json", "--quiet"), [])

    def test_ulps_across_zero_and_to_infinity(self):
        for left, right, ulp in ((5e-324, -5e-324, 3), (0.0, 5e-324, 1), (-0.0, 5e-324, 2),
                                 (sys.float_info.max, math.inf, 1),
                                 (-math.inf, math.inf, 2 * 0x7ff0 * 2 ** 48 + 1)):
            lines = self.compare(DIFFERENT, frames_of({"x": [left]}), frames_of({"x": [right]}))
            self.assertEqual(self.row(lines, "x")[3], str(ulp))
            self.assertEqual(float(self.row(lines, "x")[2]), right - left or 0.0
                             if ulp != 3 else 1e-323)

    def test_no_number_against_a_number(self):
        for value in ("nan", None):
            lines = self.compare(DIFFERENT, frames_of({"x": [1.0, value, 2.0]}),
                                 frames_of({"x": [1.0, 3.0, 2.5]}))
            self.assertEqual(self.row(lines, "x")[:3], ["3", "1", "nan"])
            self.assertEqual(self.row(lines, "x")[4], f"frame 1: {value or 'null'}, 3")
        self.compare(DIFFERENT, frames_of({"x": ["inf"]}), frames_of({"x": ["nan"]}))
        self.compare(DIFFERENT, frames_of({"x": ["inf"]}), frames_of({"x": ["-inf"]}))

    def test_aggregates(self):
        for make in [KINDS[kind] for kind in KINDS if kind != "csv"]:
            self.write("l", make(frames_of(SCORES), {"apsnr_y": 30.5, "left": 1.0}))
            self.write("r", make(frames_of(SCORES), {"apsnr_y": step(30.5, 3)}))
            lines = self.diff(DIFFERENT, "l", "r")
            self.assertEqual(self.row(lines, "apsnr_y")[3], "3")
            self.assertIn("only in l: aggregate left", lines)
            self.write("r", make(frames_of(SCORES), {"apsnr_y": 30.5}))
            self.diff(DIFFERENT, "l", "r")
            self.diff(OK, "l", "r", "--common")

    def test_outputs_of_one_report(self):
        lines = self.compare(DIFFERENT, frames_of(SCORES), frames_of({**SCORES, "c": [1] * 4}))
        self.assertIn("only in right.json: output c", lines)
        self.assertEqual(self.row(lines, "a"), ["4", "4", "0", "0", "-"])
        self.diff(OK, "left.json", "right.json", "--common")

    def test_frames_of_one_report(self):
        frames = frames_of({"x": [0.5] * 40})
        lines = self.compare(DIFFERENT, frames, frames[:3] + frames[4:20])
        self.assertIn("only in left.json: frames 3, 20-39", lines)
        self.assertEqual(self.row(lines, "x")[:2], ["19", "19"])
        self.diff(OK, "left.json", "right.json", "--common")
        lines = self.compare(DIFFERENT, frames, frames[::2])
        self.assertIn("only in left.json: frames 1, 3, 5, 7, 9, 11, 13, 15 and 12 more", lines)
        lines = self.compare(DIFFERENT, frames[:1], frames[1:])
        self.assertIn("nothing in common", lines)
        self.diff(DIFFERENT, "left.json", "right.json", "--common")

    def test_holes_of_one_output(self):
        frames = frames_of(SCORES)
        holed = [(n, {k: v for k, v in s.items() if (n, k) != (2, "a")}) for n, s in frames]
        for make in KINDS.values():
            self.write("l", make(frames))
            self.write("r", make(holed))
            lines = self.diff(DIFFERENT, "l", "r")
            self.assertIn("only in l: a of frame 2", lines)
            self.assertEqual(self.row(lines, "a")[:2], ["3", "3"])

    def test_nothing_in_common(self):
        lines = self.compare(DIFFERENT, frames_of({"x": [1]}), frames_of({"y": [1]}))
        self.assertIn("nothing in common", lines)
        self.diff(DIFFERENT, "left.json", "right.json", "--common")


class ToleranceTest(DiffTest):
    def setUp(self):
        super().setUp()
        self.write("l.json", as_json(frames_of({"x": [1.0, 2.0, 3.0], "y": [1.0, 1.0, 1.0]}),
                                     {"agg": 1.0}))
        self.write("r.json", as_json(frames_of({"x": [1.0, 2.25, 3.5], "y": [1.0, 1.0, 1.0]}),
                                     {"agg": 1.125}))

    def test_within_and_beyond(self):
        pair = ("l.json", "r.json", "--tolerance", "agg=.125")
        lines = self.diff(OK, *pair, "--tolerance", "x=0.5")
        self.assertEqual(self.row(lines, "x")[:3], ["3", "1", "0.5"])
        self.assertEqual(self.row(lines, "x")[4], "frame 1: 2, 2.25 (within tolerance)")
        lines = self.diff(DIFFERENT, *pair, "--tolerance=x=0.25")
        self.assertEqual(self.row(lines, "x")[4], "frame 2: 3, 3.5")
        self.diff(DIFFERENT, *pair, "--tolerance", "y=9")
        self.diff(DIFFERENT, "l.json", "r.json", "--tolerance", "x=1")
        self.diff(DIFFERENT, *pair, "--tolerance", "x=9", "--tolerance", "x=0")

    def test_no_number_is_never_within(self):
        self.write("n.json", as_json(frames_of({"x": [1.0, "nan", 3.0], "y": [1.0, 1.0, 1.0]}),
                                     {"agg": 1.0}))
        self.diff(DIFFERENT, "l.json", "n.json", "--tolerance", "x=1e300")

    def test_bad_ones(self):
        for text in ("x", "=1", "x=", "x=-1", "x=1x", "x=nan", "x=inf", "x= 1", "z=1"):
            with self.subTest(text=text):
                self.fails(USAGE, ("l.json", "r.json", "--tolerance", text), "--tolerance")


class RefusalTest(DiffTest):
    def setUp(self):
        super().setUp()
        self.write("good.json", as_json(frames_of(SCORES)))

    def test_usage(self):
        self.fails(USAGE, (), "two reports")
        self.fails(USAGE, ("good.json",), "two reports")
        self.fails(USAGE, ("good.json", "good.json", "third.json"), "third.json")
        self.fails(USAGE, ("good.json", "--", "good.json", "third.json"), "third.json")
        self.fails(USAGE, ("good.json", "good.json", "--no_such"), "--no_such")
        self.fails(USAGE, ("good.json", "good.json", "--tolerance"), "--tolerance")
        self.fails(USAGE, ("-", "-"), "standard input")

    def test_help(self):
        text = "\n".join(self.diff(OK, "--help"))
        for option in ("--tolerance", "--common", "--quiet"):
            self.assertIn(option, text)
        with open("/dev/full", "wb") as full:
            self.assertEqual(self.tool("diff", "--help", stdout=full).returncode, FAILURE)
            self.assertEqual(self.tool("diff", "good.json", "good.json", stdout=full).returncode,
                             FAILURE)

    def test_a_file_called_diff_is_still_an_input(self):
        clip = pictures.noise(16, 16, 1)
        self.write("diff", pictures.y4m(16, 16, clip))
        result = self.tool("./diff", "diff", "--feature", "psnr")
        self.assertEqual(result.returncode, OK, result.stderr)

    def bad(self, name, text, *parts):
        self.write(name, text)
        for pair in ((name, "good.json"), ("good.json", name)):
            self.fails(INPUT, pair, name + ":", *parts)

    def test_files(self):
        self.fails(INPUT, ("none.json", "good.json"), "none.json", "No such file")
        self.fails(INPUT, ("good.json", "."), ".: cannot be read")
        self.bad("empty", "", "no report")
        self.bad("text", "this is no report\n", "no report")
        self.bad("binary", bytes(range(256)), "no report")

    def test_json(self):
        good = as_json(frames_of(SCORES))
        self.bad("cut.json", good[:-20], "cut off")
        self.bad("open.json", "{", "cut off")
        self.bad("wrong.json", good.replace('"frames": [', '"frames": [['), "JSON")
        self.bad("tail.json", good + "{}", "behind its end")
        self.bad("object.json", "{}", '"frames"')
        self.bad("list.json", '{"frames": {}}', '"frames"')
        self.bad("number.json", good.replace('"frameNum": 2', '"frameNum": -2'), "entry 2")
        self.bad("nonumber.json", good.replace('"frameNum": 2', '"frame": 2'), "entry 2")
        self.bad("twice.json", good.replace('"frameNum": 2', '"frameNum": 1'), "frame 1 twice")
        self.bad("word.json", good.replace("97.0", '"many"'), "frame 3", "a")
        self.bad("bool.json", good.replace("97.0", "true"), "frame 3")
        self.bad("none.json", as_json([]), "no score")
        self.bad("deep.json", '{"frames": ' + "[" * 5000, "JSON")

    def test_csv(self):
        good = as_csv(frames_of(SCORES))
        self.bad("short.csv", good.replace("97.0,", ""), "line 5", "fewer")
        self.bad("long.csv", good.replace("97.0,", "97.0,1,"), "line 5", "more")
        self.bad("frame.csv", good.replace("\n2,", "\ntwo,"), "line 4", "frame number")
        self.bad("hole.csv", good.replace("\n2,", "\n\n2,"), "line 4")
        self.bad("word.csv", good.replace("97.0,", "97.0x,"), "line 5", "no number")
        self.bad("twice.csv", good.replace("\n2,", "\n1,"), "frame 1 twice")
        self.bad("names.csv", good.replace("Frame,a,b_x,", "Frame,a,a,"), "a of frame 0 twice")
        self.bad("none.csv", "Frame,a,\n", "no score")

    @unittest.skipUnless(XML, "this build reads no XML")
    def test_xml(self):
        good = as_xml(frames_of(SCORES))
        self.bad("cut.xml", good[:-20], "XML")
        self.bad("root.xml", good.replace("VMAF", "OTHER"), "OTHER")
        self.bad("twice.xml", good.replace('frameNum="2"', 'frameNum="1"'), "frame 1 twice")
        self.bad("names.xml", good.replace("b_x=", "a="), "XML", "line 4")
        self.bad("word.xml", good.replace('"97.0"', '"many"'), "line 7", "a")
        self.bad("number.xml", good.replace('frameNum="2"', 'frameNum="x"'), "line 6")
        self.bad("none.xml", as_xml([]), "no score")


class LargeTest(DiffTest):
    def test_many_frames(self):
        frames = frames_of({f"output_{k}": [i * 0.1 + k for i in range(20000)] for k in range(8)})
        for name, make in KINDS.items():
            self.write("large." + name, make(frames))
        for name in KINDS:
            self.assertEqual(self.row(self.diff(OK, "large.json", "large." + name),
                                      "output_7")[:2], ["20000", "20000"])


if __name__ == "__main__":
    if not os.access(TOOL, os.X_OK):
        sys.exit("EVQ_TOOL does not name the tool")
    unittest.main()
