"""The command line tool as a black box. EVQ_TOOL is its path, EVQ_SHARED the folder of clips."""

import csv
import fcntl
import io
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import xml.etree.ElementTree as ElementTree

import pictures

TOOL = os.environ.get("EVQ_TOOL", "")
SHARED = os.environ.get("EVQ_SHARED", "")

OK, FAILURE, USAGE, INPUT, DEVICE = range(5)
WIDTH, HEIGHT, FRAMES = 176, 176, 5  # the least that every metric scores


class CliTest(unittest.TestCase):
    """Files in a folder of its own, and ways to run the tool there."""

    reference_frames = pictures.noise(WIDTH, HEIGHT, FRAMES)
    distorted_frames = pictures.disturbed(reference_frames)
    reference = pictures.y4m(WIDTH, HEIGHT, reference_frames)
    distorted = pictures.y4m(WIDTH, HEIGHT, distorted_frames)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.write("ref.y4m", self.reference)
        self.write("dis.y4m", self.distorted)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def tool(self, *arguments, **keywords):
        keywords.setdefault("stdin", subprocess.DEVNULL)
        if "input" in keywords:
            del keywords["stdin"]
        keywords.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([TOOL, *arguments], cwd=self.folder, stderr=subprocess.PIPE,
                              timeout=120, **keywords)

    def scored(self, *arguments, **keywords):
        """Runs a command that must succeed without a word on stderr; returns its stdout."""
        result = self.tool(*arguments, **keywords)
        self.assertEqual((result.returncode, result.stderr), (OK, b""), arguments)
        return result.stdout

    def report(self, *arguments, code=OK, **keywords):
        """The parsed JSON report of a run, numbers as Python reads them, and the stderr text."""
        result = self.tool(*arguments, "--json", "-o", "report.json", **keywords)
        self.assertEqual((result.returncode, result.stdout), (code, b""), result.stderr)
        return json.loads(self.read("report.json")), result.stderr.decode()

    def psnr(self, *arguments, **keywords):
        """psnr_y of each listed frame by its number."""
        report, _ = self.report("--feature", "psnr", *arguments, **keywords)
        return {f["frameNum"]: f["metrics"]["psnr_y"] for f in report["frames"]}

    def fails(self, code, arguments, *parts, **keywords):
        """The command fails with one line on stderr that holds the parts, and nothing on stdout.
        A usage error adds a line that says what to try."""
        result = self.tool(*arguments, **keywords)
        text = result.stderr.decode()
        self.assertEqual(result.returncode, code, f"{arguments}: {text}")
        self.assertEqual(result.stdout, b"")
        lines = text.splitlines()
        if code == USAGE:
            self.assertRegex(lines.pop(), r"\Atry 'exactvq --(help|list-metrics)'\Z")
        self.assertEqual(len(lines), 1, text)
        self.assertTrue(lines[0].startswith("exactvq: "), text)
        for part in parts:
            self.assertIn(part, lines[0])

    def feed(self, name, chunks):
        """Makes a FIFO and feeds it from a thread."""
        os.mkfifo(self.path(name))

        def run():
            try:
                with open(self.path(name), "wb", buffering=0) as pipe:
                    for chunk in chunks:
                        pipe.write(chunk)
            except BrokenPipeError:
                pass

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self.addCleanup(thread.join, 60)


class UsageTest(CliTest):
    def usage(self, *arguments, says=()):
        self.fails(USAGE, arguments, *says)

    def test_inputs(self):
        self.usage(says=["no input"])
        self.usage("ref.y4m", says=["distorted", "ref.y4m"])
        self.usage("-r", "ref.y4m", says=["distorted"])
        self.usage("-d", "dis.y4m", says=["reference"])
        self.usage("ref.y4m", "dis.y4m", "third.y4m", says=["third.y4m"])
        self.usage("ref.y4m", "dis.y4m", "--", "third.y4m", says=["third.y4m"])
        self.usage("-r", "ref.y4m", "dis.y4m", says=["not both"])
        self.usage("-r", "ref.y4m", "-d", "dis.y4m", "more.y4m", says=["not both"])
        self.usage("-", "-", says=["standard input"])

    def test_unknown_options(self):
        pair = ("ref.y4m", "dis.y4m")
        self.usage(*pair, "--no_such", says=["unknown option '--no_such'"])
        self.usage(*pair, "--no_such=3", says=["unknown option '--no_such'"])
        self.usage(*pair, "-x", says=["unknown option '-x'"])
        self.usage(*pair, "-qx", says=["unknown option '-qx'"])
        self.usage(*pair, "--quiet=1", says=["-q/--quiet takes no value"])
        self.usage(*pair, "--xml=1", says=["--xml takes no value"])
        self.usage(*pair, "--frame", "1", says=["ambiguous", "--frame_cnt", "--frame_skip_ref"])
        self.usage(*pair, "--threads", says=["--threads needs a value"])
        self.usage(*pair, "-h", says=["-h/--height needs a value"])

    def test_numbers(self):
        numbers = ["-w", "-h", "--threads", "--subsample", "--frame_cnt", "--frame_skip_ref",
                   "--frame_skip_dist", "--gpumask", "--cpumask", "-c", "--precision"]
        for option in numbers:
            for value in ("x", "12x", "", " 1", "-5", "1.5", "0x", "08", "99999999999999999999"):
                with self.subTest(option=option, value=value):
                    self.usage("ref.y4m", "dis.y4m", option, value, says=[option, f"'{value}'"])

    def test_ranges(self):
        for option, value in [("-w", "0"), ("-w", "16385"), ("-h", "16385"), ("--threads", "1025"),
                              ("--precision", "0"), ("--precision", "18"), ("-b", "11"),
                              ("-b", "7"), ("-b", "8x"), ("-p", "yuv420p"), ("-p", "411"),
                              ("--nonfinite", "maybe"), ("--cpumask", "-2")]:
            with self.subTest(option=option, value=value):
                self.usage("ref.y4m", "dis.y4m", option, value, says=[option, f"'{value}'"])

    def test_raw_description_is_incomplete(self):
        self.usage("a.yuv", "b.yuv", "-w", "64", "-h", "48", "-p", "420", says=["--bitdepth"])
        self.usage("a.yuv", "b.yuv", "-b", "8", says=["--width", "--height", "--pixel_format"])

    def test_not_supported(self):
        pair = ("ref.y4m", "dis.y4m")
        self.usage(*pair, "--aom_ctc", "v1.0", says=["presets are not supported"])
        self.usage(*pair, "--nflx_ctc", "v1.0", says=["presets are not supported"])
        self.fails(DEVICE, (*pair, "--backend", "abacus"), "'abacus'", "auto, cpu, opencl, cuda")

    def test_metrics(self):
        for text in ("no_such", "psnr=no_such=1", "psnr=enable_mse=1", "psnr=enable_mse=truex",
                     "float_vif=vif_sigma_nsq=2x", "float_vif=vif_sigma_nsq=5.5", "name=psnr",
                     "psnr:enable_mse=true", ""):
            with self.subTest(metric=text):
                self.usage("ref.y4m", "dis.y4m", "--feature", text)

    def test_a_message_is_one_line(self):
        self.fails(INPUT, ("no\nsuch.y4m", "dis.y4m"), "no?such.y4m")


class AnswerTest(CliTest):
    def test_version(self):
        for option in ("-v", "--version"):
            self.assertRegex(self.scored(option).decode(), r"\Aexactvq \d+\.\d+\.\d+\n\Z")
        self.assertEqual(self.scored("-q", "--version", "--no_such"), self.scored("-v"))

    def test_help_names_every_option(self):
        text = self.scored("--help").decode()
        self.assertTrue(text.startswith("Usage: exactvq"))
        for name in ("reference distorted width height pixel_format bitdepth output xml json csv "
                     "sub feature metric model model-dir threads subsample cpumask gpumask frame_cnt "
                     "frame_skip_ref frame_skip_dist strict-length backend device fp64 precision nonfinite "
                     "no_prediction quiet version list-metrics help").split():
            self.assertRegex(text, rf"--{name}\b")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_list_metrics(self):
        text = self.scored("--list-metrics").decode()
        self.assertRegex(text, r"(?m)^psnr: \S")
        self.assertRegex(text, r"(?m)^ +enable_mse +\S.*true\|false.*default false")

    def test_a_failing_stdout_is_noticed(self):
        with open("/dev/full", "wb") as full:
            for arguments in (("--help",), ("--list-metrics",), ("-v",), ("ref.y4m", "dis.y4m")):
                result = self.tool(*arguments, stdout=full)
                self.assertEqual(result.returncode, FAILURE, arguments)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def test_a_closed_pipe_is_noticed(self):
        reading, writing = os.pipe()
        os.close(reading)
        result = self.tool("ref.y4m", "dis.y4m", stdout=writing)
        os.close(writing)
        self.assertEqual(result.returncode, FAILURE)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def test_closed_standard_streams(self):
        command = shlex.join([TOOL, "ref.y4m", "dis.y4m", "--csv"])
        for redirection, code in (("-o r.csv <&- >&- 2>&-", OK), (">&-", FAILURE)):
            result = subprocess.run(["sh", "-c", f"{command} {redirection}"], cwd=self.folder,
                                    capture_output=True, timeout=60, check=False)
            self.assertEqual(result.returncode, code, redirection)
        self.assertTrue(self.read("r.csv").startswith(b"Frame,"))


class InputTest(CliTest):
    def test_same_scores_however_given(self):
        expected = self.psnr("ref.y4m", "dis.y4m")
        self.assertEqual(list(expected), list(range(FRAMES)))
        self.assertEqual(len(set(expected.values())), FRAMES)
        self.write("ref.yuv", pictures.raw(self.reference_frames))
        self.write("dis.yuv", pictures.raw(self.distorted_frames))
        geometry = ("-w", str(WIDTH), "-h", str(HEIGHT), "-p", "420", "-b", "8")
        long_geometry = (f"--width={WIDTH}", f"--height={HEIGHT:#x}", "--pixel_format=420",
                         "--bitdepth", "8")
        for arguments in (("-r", "ref.y4m", "-d", "dis.y4m"), ("-rref.y4m", "-ddis.y4m"),
                          ("--ref", "ref.y4m", "--dist=dis.y4m"),
                          ("-r", "no", "-d", "no", "-d", "dis.y4m", "-r", "ref.y4m"),
                          (*geometry, "ref.yuv", "dis.yuv"), ("ref.yuv", "dis.yuv", *geometry),
                          (*long_geometry, "-r", "ref.yuv", "-d", "dis.yuv")):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.psnr(*arguments), expected)

    def test_words_after_two_dashes_are_inputs(self):
        self.write("-r", self.read("ref.y4m"))
        self.assertIn(b"psnr_y", self.scored("--feature", "psnr", "--", "-r", "dis.y4m"))
        self.assertIn(b"psnr_y", self.scored("--feature", "psnr", "dis.y4m", "--", "-r"))

    def test_posixly_correct_changes_nothing(self):
        self.assertEqual(self.psnr("ref.y4m", "dis.y4m", "--frame_cnt", "1",
                                   env={**os.environ, "POSIXLY_CORRECT": "1"}).keys(), {0})

    def test_standard_input_and_fifo(self):
        expected = self.psnr("ref.y4m", "dis.y4m")
        self.assertEqual(self.psnr("-", "dis.y4m", input=self.read("ref.y4m")), expected)
        self.assertEqual(self.psnr("-r", "ref.y4m", "-d", "-", input=self.read("dis.y4m")),
                         expected)
        self.feed("ref.fifo", [self.read("ref.y4m")])
        self.feed("dis.fifo", [self.read("dis.y4m")])
        self.assertEqual(self.psnr("ref.fifo", "dis.fifo"), expected)

    def test_missing(self):
        self.fails(INPUT, ("none.y4m", "dis.y4m"), "none.y4m")
        self.fails(INPUT, ("ref.y4m", "none.y4m"), "none.y4m")
        self.fails(INPUT, ("ref.y4m", "."), ".")
        self.write("text.y4m", b"this is no picture\n")
        self.fails(INPUT, ("ref.y4m", "text.y4m"), "text.y4m")
        self.write("empty.y4m", b"")
        self.fails(INPUT, ("ref.y4m", "empty.y4m"), "empty.y4m")

    def test_raw_flags_with_a_y4m_file(self):
        self.fails(INPUT, ("ref.y4m", "dis.y4m", "-w", "64", "-h", "48", "-p", "420", "-b", "8"),
                   "ref.y4m", "y4m")

    def test_sizes_are_compared_as_they_are(self):
        self.write("less.y4m", pictures.y4m(175, 176, pictures.noise(175, 176, 1)))
        self.fails(INPUT, ("ref.y4m", "less.y4m"), "176x176", "175x176")

    def test_chroma_and_depth_must_match(self):
        self.write("c422.y4m", pictures.y4m(WIDTH, HEIGHT,
                                            pictures.noise(WIDTH, HEIGHT, 1, "422"), "422"))
        self.fails(INPUT, ("ref.y4m", "c422.y4m"), "420", "422")
        self.write("d10.y4m", pictures.y4m(WIDTH, HEIGHT,
                                           pictures.noise(WIDTH, HEIGHT, 1, "420", 10), "420p10",
                                           10))
        self.fails(INPUT, ("ref.y4m", "d10.y4m"), "yuv420p,", "yuv420p10", "depth")

    def test_y4m_tags(self):
        for tag, chroma, depth in (("420jpeg", "420", 8), ("420mpeg2", "420", 8),
                                   ("420paldv", "420", 8), ("422", "422", 8), ("444", "444", 8),
                                   ("mono", "400", 8), ("mono10", "400", 10),
                                   ("420p10", "420", 10), ("422p12", "422", 12),
                                   ("444p16", "444", 16)):
            with self.subTest(tag=tag):
                frames = pictures.noise(16, 16, 1, chroma, depth)
                self.write("a.y4m", pictures.y4m(16, 16, frames, tag, depth))
                self.write("b.y4m",
                           pictures.y4m(16, 16, pictures.disturbed(frames, depth), tag, depth))
                report, _ = self.report("a.y4m", "b.y4m", "--feature", "psnr")
                names = ["psnr_y"] if chroma == "400" else ["psnr_y", "psnr_cb", "psnr_cr"]
                self.assertEqual(list(report["frames"][0]["metrics"]), names)
        for tag in ("411", "444alpha", "431"):
            with self.subTest(tag=tag):
                self.write("a.y4m", pictures.y4m(16, 16, pictures.noise(16, 16, 1), tag))
                self.fails(INPUT, ("a.y4m", "a.y4m"), "a.y4m", tag)

    def test_odd_sizes_keep_the_last_chroma_column(self):
        width, height = 17, 9  # chroma 9x5
        reference = pictures.flat(width, height, 2, (50, 60, 70))
        distorted = pictures.flat(width, height, 2, (50, 60, 70))
        for frame in distorted:
            for row in range(5):
                frame[1][row * 9 + 8] += 3  # squared error 5 * 9, over 45 samples: 1
        for name, frames in (("a", reference), ("b", distorted)):
            self.write(name + ".y4m", pictures.y4m(width, height, frames))
            self.write(name + ".yuv", pictures.raw(frames))
        geometry = ("-w", "17", "-h", "9", "-p", "420", "-b", "8")
        for arguments in (("a.y4m", "b.y4m"), ("a.yuv", "b.yuv", *geometry)):
            report, _ = self.report(*arguments, "--feature", "psnr=enable_mse=true")
            for frame in report["frames"]:
                self.assertEqual([frame["metrics"][k] for k in ("mse_y", "mse_cb", "mse_cr")],
                                 [0, 1, 0])
            self.assertEqual(len(report["frames"]), 2)

    def test_no_pictures(self):
        self.write("none.y4m", pictures.y4m(WIDTH, HEIGHT, []))
        self.fails(INPUT, ("none.y4m", "dis.y4m", "-o", "r.xml"), "none.y4m", "no picture")
        self.fails(INPUT, ("ref.y4m", "none.y4m"), "none.y4m", "no picture")
        self.fails(INPUT, ("ref.y4m", "dis.y4m", "--frame_skip_ref", "5"), "ref.y4m",
                   "--frame_skip_ref 5")
        self.fails(INPUT, ("ref.y4m", "dis.y4m", "--frame_skip_dist", "9"), "dis.y4m",
                   "--frame_skip_dist 9")
        self.assertFalse(os.path.exists(self.path("r.xml")))

    def test_too_small_for_a_metric(self):
        self.write("small.y4m", pictures.y4m(8, 8, pictures.noise(8, 8, 1)))
        self.fails(INPUT, ("small.y4m", "small.y4m", "--feature", "psnr", "--feature",
                           "float_vif"), "float_vif", "8x8")
        result = self.tool("small.y4m", "small.y4m")
        self.assertEqual(result.returncode, OK, result.stderr)
        self.assertRegex(result.stderr.decode(), r"(?m)\Aexactvq: warning: .*float_vif.*$")
        self.assertIn(b"psnr_y", result.stdout)
        self.assertNotIn(b"vif", result.stdout)

    def test_no_metric_can_score(self):
        self.write("d9.yuv", pictures.raw(pictures.noise(7, 7, 1, "400", 9), 9))
        result = self.tool("d9.yuv", "d9.yuv", "-w7", "-h7", "-p400", "-b9")
        lines = result.stderr.decode().splitlines()
        self.assertEqual((result.returncode, result.stdout), (INPUT, b""), lines)
        self.assertEqual(lines[-1], "exactvq: no metric can score these inputs")
        for line in lines[:-1]:
            self.assertTrue(line.startswith("exactvq: warning: "), line)


class DamageTest(CliTest):
    """Inputs that end or break half-way: the frames before are kept."""

    def check(self, name, frame, listed, *arguments):
        report, text = self.report("ref.y4m", "dis.y4m", "--feature", "psnr", *arguments,
                                   code=INPUT)
        self.assertRegex(text, r"\Aexactvq: [^\n]*\n\Z")
        self.assertIn(name, text)
        self.assertRegex(text, rf"\b{frame}\b")
        self.assertEqual([f["frameNum"] for f in report["frames"]], listed)
        self.assertIn(name, json.dumps(report))
        self.assertEqual(report["failure"], text[len("exactvq: "):-1])

    def test_truncated(self):
        for name in ("ref.y4m", "dis.y4m"):
            with self.subTest(name=name):
                whole = self.read(name)
                self.write(name, whole[:-100])
                self.check(name, FRAMES - 1, list(range(FRAMES - 1)))
                self.write(name, whole)

    def test_lost_framing(self):
        for name in ("ref.y4m", "dis.y4m"):
            with self.subTest(name=name):
                whole = self.read(name)
                at = whole.index(b"\n") + 1 + 2 * (6 + WIDTH * HEIGHT * 3 // 2)
                self.assertEqual(whole[at:at + 6], b"FRAME\n")
                self.write(name, whole[:at] + b"XXXXX" + whole[at + 5:])
                self.check(name, 2, [0, 1])
                self.write(name, whole)

    def test_truncated_first_frame(self):
        self.write("ref.y4m", self.read("ref.y4m")[:500])
        self.fails(INPUT, ("ref.y4m", "dis.y4m", "-o", "r.xml"), "ref.y4m")
        self.assertFalse(os.path.exists(self.path("r.xml")))

    def test_frames_before_the_damage_can_be_had(self):
        self.write("ref.y4m", self.read("ref.y4m")[:-100])
        self.assertEqual(list(self.psnr("ref.y4m", "dis.y4m", "--frame_cnt", str(FRAMES - 1))),
                         list(range(FRAMES - 1)))

    def test_truncated_raw(self):
        geometry = ("-w", str(WIDTH), "-h", str(HEIGHT), "-p", "420", "-b", "8")
        self.write("a.yuv", pictures.raw(self.reference_frames))
        self.write("b.yuv", pictures.raw(self.distorted_frames)[:-1])
        report, text = self.report("a.yuv", "b.yuv", *geometry, "--feature", "psnr", code=INPUT)
        self.assertIn("b.yuv", text)
        self.assertEqual(len(report["frames"]), FRAMES - 1)


class SelectionTest(CliTest):
    def test_frame_count(self):
        everything = self.psnr("ref.y4m", "dis.y4m")
        for option in (("--frame_cnt", "2"), ("--frame_c", "2"), ("--frame_cnt=0x2",)):
            self.assertEqual(self.psnr("ref.y4m", "dis.y4m", *option),
                             {n: everything[n] for n in (0, 1)})
        for count in ("0", str(FRAMES), "100"):
            self.assertEqual(self.psnr("ref.y4m", "dis.y4m", "--frame_cnt", count), everything)

    def test_skip(self):
        everything = self.psnr("ref.y4m", "dis.y4m")
        self.assertEqual(self.psnr("ref.y4m", "dis.y4m", "--frame_skip_ref", "2",
                                   "--frame_skip_dist", "2"),
                         {n: everything[n + 2] for n in range(FRAMES - 2)})
        self.write("late.y4m", pictures.y4m(WIDTH, HEIGHT, self.distorted_frames[1:]))
        self.assertEqual(self.psnr("ref.y4m", "late.y4m", "--frame_skip_ref", "1"),
                         {n: everything[n + 1] for n in range(FRAMES - 1)})

    def test_subsample(self):
        everything = self.psnr("ref.y4m", "dis.y4m")
        self.assertEqual(self.psnr("ref.y4m", "dis.y4m", "--subsample", "2"),
                         {n: everything[n] for n in (0, 2, 4)})
        for all_frames in ("0", "1"):
            self.assertEqual(self.psnr("ref.y4m", "dis.y4m", "--subsample", all_frames),
                             everything)

    def test_unequal_lengths(self):
        self.write("short.y4m", pictures.y4m(WIDTH, HEIGHT, self.distorted_frames[:3]))
        for inputs in (("ref.y4m", "short.y4m"), ("short.y4m", "ref.y4m")):
            for strict, code in (((), OK), (("--strict-length",), INPUT),
                                 (("--strict_length",), INPUT)):
                with self.subTest(inputs=inputs, strict=strict):
                    report, text = self.report(*inputs, "--feature", "psnr", *strict, code=code)
                    self.assertRegex(text, r"\Aexactvq: warning: [^\n]*\n\Z")
                    self.assertRegex(text, r"\bref\.y4m has 5\b")
                    self.assertRegex(text, r"\bshort\.y4m has 3\b")
                    self.assertEqual(len(report["frames"]), 3)
                    self.assertEqual(report["warnings"], [text[len("exactvq: warning: "):-1]])
        self.assertEqual(len(self.psnr("ref.y4m", "short.y4m", "--frame_skip_ref", "2",
                                       "--strict-length")), 3)
        self.assertEqual(len(self.psnr("ref.y4m", "short.y4m", "--frame_cnt", "2",
                                       "--strict-length")), 2)

    def test_accepted_without_effect(self):
        everything = self.psnr("ref.y4m", "dis.y4m")
        for option in (("-n",), ("--no_prediction",), ("--gpumask", "1"), ("--cpumask", "-1"),
                       ("-c", "8"), ("--cpumask", "0x10"), ("--backend", "cpu"),
                       ("--backend=auto",), ("--threads", "0"), ("--threads", "2"), ("-q",)):
            with self.subTest(option=option):
                self.assertEqual(self.psnr("ref.y4m", "dis.y4m", *option), everything)


def literals(text):
    """JSON with its numbers as they are written."""
    return json.loads(text, parse_float=str, parse_int=str)


class ReportTest(CliTest):
    METRICS = ("--feature", "psnr=enable_apsnr=true", "--metric", "float_vif")

    def write_report(self, *arguments):
        output = self.scored("ref.y4m", "dis.y4m", *self.METRICS, "-o", "report", *arguments)
        self.assertEqual(output, b"")
        return self.read("report").decode()

    def test_formats_agree(self):
        report = literals(self.write_report("--json"))
        frames = [frame["metrics"] for frame in report["frames"]]
        names = list(frames[0])
        self.assertEqual(len(frames), FRAMES)

        root = ElementTree.fromstring(self.write_report("--xml"))
        self.assertEqual([dict(f.items()) for f in root.findall("frames/frame")],
                         [{"frameNum": str(i), **frame} for i, frame in enumerate(frames)])
        pooled = {m.get("name"): dict(m.items()) for m in root.findall("pooled_metrics/metric")}
        for name, values in report["pooled_metrics"].items():
            self.assertEqual(values, {k: pooled[name][k] for k in values})
        self.assertEqual(dict(root.find("aggregate_metrics").items()),
                         report["aggregate_metrics"])

        rows = list(csv.reader(io.StringIO(self.write_report("--csv"))))
        self.assertEqual(rows[0], ["Frame", *names, ""])
        self.assertEqual(rows[1:], [[str(i), *frame.values(), ""]
                                    for i, frame in enumerate(frames)])

        lines = self.write_report("--sub").splitlines()
        self.assertEqual(lines, ["{%d}{%d}frame: %d|" % (i, i + 1, i) +
                                 "".join(f"{k}: {v}|" for k, v in frame.items())
                                 for i, frame in enumerate(frames)])

    def test_last_format_wins_and_xml_is_the_default(self):
        self.assertTrue(self.write_report().startswith("<VMAF "))
        self.assertTrue(self.write_report("--xml", "--json", "--csv").startswith("Frame,"))
        self.scored("ref.y4m", "dis.y4m", "-o", "name.json")
        self.assertTrue(self.read("name.json").startswith(b"<VMAF "))

    def test_json_layout(self):
        report = json.loads(self.write_report("--json"))
        order = [k for k in report if k in ("version", "fps", "frames", "pooled_metrics",
                                            "aggregate_metrics")]
        self.assertEqual(order, ["version", "fps", "frames", "pooled_metrics",
                                 "aggregate_metrics"])
        for name, pooled in report["pooled_metrics"].items():
            values = [frame["metrics"][name] for frame in report["frames"]]
            self.assertEqual(list(pooled)[:4], ["min", "max", "mean", "harmonic_mean"])
            self.assertEqual((pooled["min"], pooled["max"]), (min(values), max(values)))
        self.assertEqual(list(report["aggregate_metrics"]), ["apsnr_y", "apsnr_cb", "apsnr_cr"])

    def test_keys_are_in_registration_order(self):
        psnr = ["psnr_y", "psnr_cb", "psnr_cr"]
        vif = [f"vif_scale{k}" for k in range(4)]
        for metrics, names in ((("psnr", "float_vif"), psnr + vif),
                               (("float_vif", "psnr"), vif + psnr),
                               (("psnr", "psnr"), psnr)):
            options = [word for metric in metrics for word in ("--feature", metric)]
            for threads in "1", "3":
                report, _ = self.report("ref.y4m", "dis.y4m", *options, "--threads", threads)
                for frame in report["frames"]:
                    self.assertEqual(list(frame["metrics"]), names)
                self.assertEqual(list(report["pooled_metrics"]), names)

    def test_digits(self):
        exact = json.loads(self.write_report("--json"))
        values = [v for frame in exact["frames"] for v in frame["metrics"].values()]

        def written(*arguments):
            report = literals(self.write_report("--json", *arguments))
            return [v for frame in report["frames"] for v in frame["metrics"].values()]

        for precision in (1, 3, 6, 16, 17):
            self.assertEqual(written("--precision", str(precision)),
                             ["%.*g" % (precision, v) for v in values])
        for name in ("max", "full"):
            self.assertEqual(written("--precision", name), ["%.17g" % v for v in values])
        self.assertEqual(written("--precision", "legacy"), ["%.6f" % v for v in values])
        self.assertEqual(written(), [repr(v) for v in values])
        self.assertEqual(json.loads(self.write_report("--json", "--nonfinite", "null"))["frames"],
                         exact["frames"])

    def test_scores_that_are_not_finite(self):
        def identical(*arguments):
            self.scored("ref.y4m", "ref.y4m", "--feature", "ciede", "-o", "report", *arguments)
            return self.read("report").decode()

        pools = ("min", "max", "mean", "harmonic_mean")
        for arguments, word in (((), "inf"), (("--nonfinite", "null"), None),
                                (("--precision", "legacy"), "inf")):
            with self.subTest(arguments=arguments):
                report = json.loads(identical("--json", *arguments))
                self.assertEqual([frame["metrics"] for frame in report["frames"]],
                                 [{"ciede2000": word}] * FRAMES)
                pooled = report["pooled_metrics"]["ciede2000"]
                self.assertEqual([pooled[pool] for pool in pools], [word] * len(pools))

        root = ElementTree.fromstring(identical("--xml"))
        self.assertEqual([frame.get("ciede2000") for frame in root.findall("frames/frame")],
                         ["inf"] * FRAMES)
        metric = root.find("pooled_metrics/metric")
        self.assertEqual([metric.get(pool) for pool in pools], ["inf"] * len(pools))
        rows = list(csv.reader(io.StringIO(identical("--csv"))))
        self.assertEqual(rows, [["Frame", "ciede2000", ""],
                                *([str(i), "inf", ""] for i in range(FRAMES))])
        for line in identical("--sub").splitlines():
            self.assertIn("|ciede2000: inf|", line)
        self.assertRegex(self.scored("ref.y4m", "ref.y4m", "--feature", "ciede").decode(),
                         r"(?m)^\s*ciede2000\b.*\binf\b")

    def test_standard_output(self):
        expected = self.write_report("--csv")
        arguments = ("ref.y4m", "dis.y4m", *self.METRICS, "--csv", "-o")
        for target in ("-", "/dev/stdout"):
            with self.subTest(target=target):
                self.assertEqual(self.scored(*arguments, target).decode(), expected)
                with open(self.path("out.csv"), "wb") as file:
                    self.scored(*arguments, target, stdout=file)
                self.assertEqual(self.read("out.csv").decode(), expected)

    def test_not_writable(self):
        os.mkdir(self.path("folder"))
        pair = ("ref.y4m", "dis.y4m", "--feature", "psnr")
        for target in ("folder", "none/report.xml", "ref.y4m/report.xml", "/dev/full", ""):
            with self.subTest(target=target):
                self.fails(FAILURE, (*pair, "-o", target), target)
        self.assertEqual(sorted(os.listdir(self.folder)), ["dis.y4m", "folder", "ref.y4m"])

    def test_command_is_recorded_and_reads_back(self):
        self.write("it's $(a) ref.y4m", self.read("ref.y4m"))
        arguments = ("it's $(a) ref.y4m", "dis.y4m", "--feature", "psnr")
        report, _ = self.report(*arguments)
        self.assertEqual(shlex.split(report["command"]),
                         [TOOL, *arguments, "--json", "-o", "report.json"])

    def test_table(self):
        table = self.scored("ref.y4m", "dis.y4m", *self.METRICS).decode()
        for name in ("psnr_y", "psnr_cr", "vif_scale3", "apsnr_y"):
            self.assertRegex(table, rf"(?m)^\s*{name}\b")
        report = literals(self.write_report("--json"))
        self.assertIn(report["pooled_metrics"]["psnr_y"]["mean"], table)

    def test_quiet(self):
        self.assertEqual(self.scored("-q", "ref.y4m", "dis.y4m"), b"")


class SameBitsTest(CliTest):
    def test_threads(self):
        one, three = (self.scored("ref.y4m", "dis.y4m", "--csv", "-o", "-", "--threads", n)
                      for n in ("1", "3"))
        self.assertEqual(one, three)

    def test_locale(self):
        installed = subprocess.run(["locale", "-a"], stdout=subprocess.PIPE, check=False).stdout
        if b"de_DE.utf8" not in installed.split():
            self.skipTest("the locale de_DE.UTF-8 is not installed")
        for arguments in (("--csv", "-o", "-"), ("--precision", "5", "--xml", "-o", "-")):
            plain, german = (
                re.sub(rb'fps="[0-9.]*"', b"", self.scored(
                    "ref.y4m", "dis.y4m", *arguments, env={**os.environ, "LC_ALL": name}))
                for name in ("C", "de_DE.UTF-8"))
            self.assertEqual(plain, german)

    def test_golden_clip(self):
        clips = [os.path.join(SHARED, "clips", f"src01_{kind}_160x90_8b.y4m")
                 for kind in ("ref", "dis")]
        golden = os.path.join(SHARED, "golden", "src01_160x90_8b.json")
        if not all(map(os.path.exists, (*clips, golden))):
            self.skipTest("the shared clips are not there")
        with open(golden, encoding="utf-8") as file:
            features = json.load(file)["features"]
        for text in ("psnr=enable_mse=true:enable_apsnr=true", "float_vif=debug=true"):
            with self.subTest(feature=text):
                report, _ = self.report(*clips, "--feature", text)
                self.assertEqual([frame["metrics"] for frame in report["frames"]],
                                 features[text]["frames"])


class TerminalTest(CliTest):
    def on_terminal(self, *arguments):
        """Scores a slow input with a terminal as stderr; returns what the terminal got."""
        frame = 6 + WIDTH * HEIGHT * 3 // 2
        whole = self.read("ref.y4m")
        header = len(whole) - FRAMES * frame

        def slowly():
            yield whole[:header]
            for i in range(FRAMES):
                time.sleep(0.25)
                yield whole[header + i * frame:header + (i + 1) * frame]

        self.feed("slow.fifo", slowly())
        try:
            master, terminal = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminal: {error}")
        result = subprocess.run([TOOL, "slow.fifo", "dis.y4m", *arguments], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=terminal,
                                timeout=60, check=False)
        self.assertEqual(result.returncode, OK)
        os.close(terminal)
        fcntl.fcntl(master, fcntl.F_SETFL, os.O_NONBLOCK)
        try:
            return os.read(master, 65536)
        except OSError:  # nothing was written and the other end is closed
            return b""
        finally:
            os.close(master)

    def test_progress(self):
        text = self.on_terminal("--frame_cnt", str(FRAMES))
        self.assertRegex(text, rb"\r\x1b\[K\d+/5 frames, \d+\.\d fps")
        self.assertNotIn(b"\n", text)
        self.assertTrue(text.endswith(b"\r\x1b[K"))

    def test_quiet_has_no_progress(self):
        self.assertEqual(self.on_terminal("-q"), b"")

    def test_interrupt_keeps_what_was_scored(self):
        width, height, count = 320, 240, 40  # a frame is more than a pipe holds
        frame = bytes(width * height * 3 // 2)
        header = f"YUV4MPEG2 W{width} H{height} F25:1 Ip C420\n".encode()
        self.write("flat.y4m", header + (b"FRAME\n" + frame) * count)
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                process = subprocess.Popen(
                    [TOOL, "-", "flat.y4m", "--feature", "psnr", "--json", "-o", "report.json"],
                    cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE)
                process.stdin.write(header + (b"FRAME\n" + frame) * (count - 1))
                process.stdin.flush()
                process.send_signal(number)
                output, text = process.communicate(timeout=60)
                self.assertEqual((process.returncode, output), (FAILURE, b""), text)
                self.assertEqual(text, b"exactvq: interrupted\n")
                report = json.loads(self.read("report.json"))
                self.assertEqual(report["failure"], "interrupted")
                self.assertTrue(0 < len(report["frames"]) < count)


if __name__ == "__main__":
    if not os.access(TOOL, os.X_OK):
        sys.exit("EVQ_TOOL does not name the tool")
    unittest.main()
