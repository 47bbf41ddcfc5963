"""exactvq gate and exactvq selftest as black boxes: on this machine's devices, and on devices that
are made to fail."""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import pictures
from test_models import small_model

TOOL = os.environ["EVQ_TOOL"]
FAULTY = os.environ["EVQ_FAULTY_TOOL"]  # its CUDA devices are those that EVQ_FAULTY names
CLIPS = pathlib.Path(os.environ.get("EVQ_SHARED", "")) / "clips"

OK, FAILURE, USAGE, INPUT, DEVICE, DIFFERENT = range(6)


class GateTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        source = random.Random(1)
        width, height = 48, 220
        def frames(seed):
            source.seed(seed)
            return [[[source.getrandbits(8) for _ in range(w * h)]
                     for w, h in pictures.plane_sizes(width, height, "420")] for _ in range(3)]
        for name, seed in (("ref", 1), ("dis", 2)):
            (cls.path / f"{name}.y4m").write_bytes(pictures.y4m(width, height, frames(seed)))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_tool(self, *arguments, tool=TOOL, **environment):
        return subprocess.run(
            [tool, *map(str, arguments)], cwd=self.path, capture_output=True, text=True,
            timeout=300,
            env={**os.environ, "XDG_CACHE_HOME": str(self.path / "cache"), **environment})

    def gate(self, *arguments, code=OK, **environment):
        """Runs a gate; returns what it wrote as JSON, and its table."""
        report = self.path / "gate.json"
        report.unlink(missing_ok=True)
        done = self.run_tool("gate", "--json", report, *arguments, **environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(report.read_text()), done.stdout

    def fails(self, done, code, *says):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in says:
            self.assertIn(text, done.stderr)

    def scored_groups(self, report):
        """Indices of the metrics that score the pictures; small ones are below some minimum."""
        groups = report["groups"]
        for group in groups:
            if "skipped" in group:
                self.assertIn("needs pictures of at least", group["skipped"])
        scored = [i for i, group in enumerate(groups) if "cells" in group]
        self.assertGreaterEqual(len(scored), len(groups) - 1)
        return scored

    @staticmethod
    def cells(report, metric=0):
        return {cell["cell"]: cell for cell in report["groups"][metric]["cells"]}


class ProcessorTest(GateTest):
    def test_every_level_and_number_of_threads(self):
        report, table = self.gate("--backends", "cpu", "--threads", "1,3", "ref.y4m", "dis.y4m")
        self.assertEqual(report["result"], "ok")
        self.assertIn("every bit agrees", table)
        metrics = [group["metric"] for group in report["groups"]]
        self.assertIn("psnr", metrics)
        self.assertIn("float_vif", metrics)
        for i in self.scored_groups(report):
            cells = report["groups"][i]["cells"]
            self.assertEqual([c["result"] for c in cells].count("reference"), 1)
            self.assertEqual(cells[0]["result"], "reference")
            self.assertGreaterEqual(len(cells), 2)
            for cell in cells:
                if cell["result"] == "skipped":
                    self.assertIn("lacks", cell["reason"])
                    self.assertNotIn("frames", cell)
                    continue
                self.assertIn(cell["result"], ("reference", "ok"))
                self.assertEqual((cell["frames"], cell["identical"]), (3, 3))
                self.assertEqual((cell["max_difference"], cell["max_ulp"]), (0, 0))
                self.assertGreater(cell["ms_per_frame"], 0)

    def test_frame_count_and_metric_list(self):
        report, _ = self.gate("--backends", "cpu", "--threads", "1", "--frame_cnt", "2",
                              "--metrics", "psnr=enable_mse=true,float_psnr", "ref.y4m", "dis.y4m")
        self.assertEqual([g["metric"] for g in report["groups"]],
                         ["psnr=enable_mse=true", "float_psnr"])
        self.assertEqual(report["groups"][0]["cells"][0]["frames"], 2)

    def test_model(self):
        (self.path / "small.json").write_bytes(small_model())
        report, _ = self.gate("--backends", "cpu", "--model", "path=small.json", "--metrics",
                              "motion", "ref.y4m", "dis.y4m")
        self.assertEqual([g["metric"] for g in report["groups"]],
                         ["model path=small.json", "motion"])
        self.assertEqual(report["groups"][0]["cells"][0]["frames"], 3)
        self.fails(self.run_tool("gate", "--model", "path=none.json", "ref.y4m", "dis.y4m"), INPUT,
                   "none.json")

    def test_markdown(self):
        done = self.run_tool("gate", "--backends", "cpu", "--metrics", "psnr", "--markdown",
                             "gate.md", "ref.y4m", "dis.y4m")
        self.assertEqual(done.returncode, OK, done.stderr)
        lines = [line for line in (self.path / "gate.md").read_text().splitlines()
                 if line.startswith("|")]
        self.assertGreater(len(lines), 3)
        self.assertEqual({line.count("|") for line in lines}, {10})
        self.assertIn("| psnr | cpu ", lines[2])
        self.assertIn(" | reference | ", lines[2])

    def test_a_metric_that_cannot_score_the_pair(self):
        small = [[[9] * (12 * 12)]]
        for name in ("a", "b"):
            (self.path / f"{name}.y4m").write_bytes(pictures.y4m(12, 12, small, tag="mono"))
        report, _ = self.gate("--backends", "cpu", "a.y4m", "b.y4m")
        groups = {group["metric"]: group for group in report["groups"]}
        self.assertIn("16x16", groups["float_vif"]["skipped"])
        self.assertEqual(groups["psnr"]["cells"][0]["frames"], 1)
        self.fails(self.run_tool("gate", "--metrics", "float_vif", "a.y4m", "b.y4m"), INPUT,
                   "16x16")

    def test_random_pictures_are_the_same_again(self):
        report, _ = self.gate("--backends", "cpu", "--random", "30", "--seed", "7")
        self.assertEqual((report["result"], report["random"], report["seed"]), ("ok", 30, 7))
        self.assertEqual(self.cells(report)[report["groups"][0]["cells"][0]["cell"]]["frames"], 30)

    def test_refusals(self):
        pair = ("ref.y4m", "dis.y4m")
        for code, arguments, text in (
                (USAGE, (), "--random N"),
                (USAGE, ("ref.y4m",), "a distorted input"),
                (USAGE, (*pair, "third"), "third"),
                (USAGE, (*pair, "--random", "3"), "not both"),
                (USAGE, ("-", "dis.y4m"), "once"),
                (USAGE, (*pair, "--threads", "0"), "from 1"),
                (USAGE, (*pair, "--threads", "1,x"), "'x'"),
                (USAGE, (*pair, "--frame_cnt", "-1"), "'-1'"),
                (USAGE, (*pair, "--metrics", "nonsense"), "nonsense"),
                (USAGE, (*pair, "--bogus"), "--bogus"),
                (INPUT, ("absent.y4m", "dis.y4m"), "absent.y4m"),
                (DEVICE, (*pair, "--backends", "abacus"), "abacus"),
                (FAILURE, (*pair, "--json", "nowhere/gate.json"), "nowhere")):
            with self.subTest(arguments):
                done = self.run_tool("gate", *arguments)
                self.fails(done, code, text)
                self.assertEqual(done.stdout, "")

    def test_a_backend_that_was_asked_for_and_is_absent(self):
        done = self.run_tool("gate", "--backends", "cpu,opencl", "ref.y4m", "dis.y4m",
                             OCL_ICD_VENDORS="/nonexistent")
        self.fails(done, DEVICE, "opencl")
        report, _ = self.gate("--threads", "1", "--metrics", "psnr", "ref.y4m", "dis.y4m",
                              OCL_ICD_VENDORS="/nonexistent")
        self.assertEqual(self.cells(report)["opencl"]["result"], "skipped")
        self.assertIn("reason", self.cells(report)["opencl"])


class FaultyTest(GateTest):
    def setUp(self):
        self.environment = {"tool": FAULTY, "OCL_ICD_VENDORS": "/nonexistent"}

    def faulty(self, devices, *arguments, code):
        return self.gate("--backends", "cuda", "--metrics", "psnr", "ref.y4m", "dis.y4m",
                         *arguments, code=code, EVQ_FAULTY=devices, **self.environment)

    def test_sound(self):
        report, _ = self.faulty("sound", code=OK)
        self.assertEqual(self.cells(report)["cuda:0 fp64 on"]["result"], "ok")
        self.assertEqual(self.cells(report)["cuda:0 fp64 off"]["identical"], 3)

    def test_a_difference_is_found(self):
        report, table = self.faulty("sound,wrong", code=DIFFERENT)
        self.assertEqual(report["result"], "differs")
        self.assertEqual(self.cells(report)["cuda:0 fp64 on"]["result"], "ok")
        cell = self.cells(report)["cuda:1 fp64 off"]
        self.assertEqual((cell["result"], cell["frames"], cell["identical"]), ("differs", 3, 0))
        self.assertEqual((cell["first_difference"]["frame"], cell["first_difference"]["output"]),
                         (0, "psnr_y"))
        self.assertNotEqual(cell["first_difference"]["got"], cell["first_difference"]["expected"])
        self.assertGreater(cell["max_ulp"], 0)
        self.assertGreater(cell["max_difference"], 0)
        self.assertIn("differs: frame 0, psnr_y: ", table)
        self.assertTrue(table.rstrip().endswith("different"))

    def test_trace_names_kernel_and_pixel(self):
        bent = ("--backends", "cuda", "--trace", "--markdown", "bent.md", "--metrics",
                "psnr,float_motion", "ref.y4m", "dis.y4m")
        report, table = self.gate(*bent, code=DIFFERENT, EVQ_FAULTY="bent", **self.environment)
        self.assertNotIn("trace", self.cells(report)["cuda:0 fp64 on"])
        for name in ("cuda:0 fp64 on", "cuda:0 fp64 off"):
            trace = self.cells(report, 1)[name]["trace"]
            bits = {int(trace.pop(key), 16) for key in ("expected", "got")}
            self.assertEqual(bits.pop() ^ bits.pop(), 1 << 22)
            self.assertEqual(trace, {"frame": 1, "metric": "float_motion", "stage": 0,
                                     "kernel": "motion_differences5_u8", "output": 0, "plane": 0,
                                     "x": 7, "y": 205})
        says = (r"begins with frame 1, motion_differences5_u8 \(stage 0 of float_motion\), output 0, "
                r"plane 0, x 7, y 205: 0x[0-9a-f]{8}, not 0x[0-9a-f]{8}\b")
        self.assertRegex(table, says)
        self.assertRegex((self.path / "bent.md").read_text(), says)

    def test_trace_of_transfers_and_of_random_pictures(self):
        report, table = self.faulty("wrong", "--trace", code=DIFFERENT)  # in downloads
        cell = self.cells(report)["cuda:0 fp64 on"]
        self.assertEqual(cell["trace"]["metric"], "psnr")
        report, table = self.gate("--backends", "cuda", "--metrics", "psnr", "--random", 20,
                                  "--seed", 5, "--trace", code=DIFFERENT, EVQ_FAULTY="odd",
                                  **self.environment)
        self.assertIn("trace", self.cells(report)["cuda:0 fp64 on"])
        self.assertIn("begins with ", table)

    def test_what_kernels_take(self):
        done = self.run_tool("devices", "--kernels", EVQ_FAULTY="sound,sound", **self.environment)
        self.assertEqual(done.returncode, OK, done.stderr)
        rows = [line.split() for line in done.stdout.splitlines()[1:]]
        names = {(row[0], row[1], row[2]) for row in rows}
        self.assertEqual(len(names), len(rows))
        for device in ("cuda:0", "cuda:1"):
            self.assertIn((device, "on", "ciede_wide_u8"), names)
            self.assertNotIn((device, "off", "ciede_wide_u8"), names)
            self.assertNotIn((device, "on", "ciede_quick_u8"), names)
            self.assertIn((device, "off", "ciede_pair_u8"), names)
        self.fails(self.run_tool("devices", "--kernel"), USAGE, "'--kernel'")

    def test_a_device_that_fails_is_not_ok(self):
        for kind, text in (("unfit", "contraction"), ("liar", "self-test")):
            report, _ = self.faulty(f"sound,{kind}", code=DEVICE)
            self.assertEqual(self.cells(report)["cuda:0 fp64 on"]["result"], "ok")
            self.assertEqual(self.cells(report)["cuda:1 fp64 on"]["result"], "failed")
            self.assertIn(text, self.cells(report)["cuda:1 fp64 on"]["reason"])

    def test_random_pictures_tell_the_first_that_differs(self):
        def run(count, first, code):
            return self.gate("--backends", "cuda", "--metrics", "psnr", "--random", count, "--seed",
                             5, "--first", first, code=code, EVQ_FAULTY="odd", **self.environment)
        report, table = run(20, 0, DIFFERENT)
        cell = self.cells(report)["cuda:0 fp64 on"]
        index = cell["first_difference"]["frame"]
        self.assertEqual(cell["frames"], 20)
        self.assertTrue(0 < cell["identical"] < 20)
        self.assertIn(f"--random 1 --seed 5 --first {index}\n", table)
        again, _ = run(1, index, DIFFERENT)
        self.assertEqual(self.cells(again)["cuda:0 fp64 on"]["first_difference"],
                         cell["first_difference"])
        if index:
            run(index, 0, OK)

    def selftest(self, devices, *arguments, **environment):
        return self.run_tool("selftest", *arguments, EVQ_FAULTY=devices, **self.environment,
                             **environment)

    def test_selftest(self):
        done = self.selftest("sound")
        self.assertEqual(done.returncode, OK, done.stdout)
        self.assertRegex(done.stdout, r"(?m)^  psnr +ok$")
        done = self.selftest("sound,liar")
        self.assertEqual(done.returncode, DEVICE)
        self.assertRegex(done.stdout,
                         r"cuda:1 liar device fails its self-test: psnr_y of picture \d, frame "
                         r"\d, is \S+, not \S+")
        self.assertEqual(self.selftest("liar,sound", "--device", "1").returncode, OK)
        self.assertEqual(self.selftest("liar,sound", "--device", "LIAR").returncode, DEVICE)
        self.fails(self.selftest("sound", "--device", "7"), DEVICE, "no such device")
        self.fails(self.selftest("", "--backend", "cuda"), DEVICE, "no such device")
        self.fails(self.selftest("sound", "--nonsense"), USAGE, "--nonsense")

    def score(self, devices, *arguments, cache):
        return self.run_tool("ref.y4m", "dis.y4m", "--metric", "psnr", "-q", *arguments,
                             EVQ_FAULTY=devices, **{**self.environment, "XDG_CACHE_HOME": cache})

    def test_sessions_refuse_a_liar(self):
        cache = str(self.path / "liar")
        self.fails(self.score("liar", "--backend", "cuda", cache=cache), DEVICE, "self-test")
        done = self.score("liar", cache=cache)  # the choice is the tool's: the CPU takes over
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("self-test", done.stderr)
        self.assertIn("cpu", done.stderr)

    def test_a_pass_is_kept(self):
        cache = self.path / "kept"
        def devices():
            return self.run_tool("devices", EVQ_FAULTY="sound", **{
                **self.environment, "XDG_CACHE_HOME": str(cache)}).stdout
        self.assertNotIn("passed", devices())
        self.assertEqual(self.score("sound", "--backend", "cuda", cache=str(cache)).returncode, OK)
        self.assertIn("fp64 on   arithmetic ok; passed: psnr;", devices())
        entry, = (cache / "exactvq").iterdir()
        for damaged in (b"", entry.read_bytes()[:-1], b"x" * 60):
            entry.write_bytes(damaged)
            self.assertNotIn("passed", devices())
            self.assertEqual(self.score("sound", "--backend", "cuda",
                                        cache=str(cache)).returncode, OK)
            self.assertIn("passed: psnr;", devices())

    def test_a_cache_that_cannot_be_written(self):
        (self.path / "file").write_text("")
        done = self.score("sound", "--backend", "cuda", cache=str(self.path / "file"))
        self.assertEqual(done.returncode, OK, done.stderr)


class DeviceTest(GateTest):
    """On what this machine has: the clips, then random pictures."""

    def run_tool(self, *arguments, **environment):
        # Kernels stay built from run to run: that takes longer than the tests.
        cache = {"XDG_CACHE_HOME": os.environ["EVQ_CACHE"]} if "EVQ_CACHE" in os.environ else {}
        return super().run_tool(*arguments, **cache, **environment)

    def setUp(self):
        if os.environ.get("EVQ_SANITIZED") == "1":
            self.skipTest("PoCL's compiler is not sanitized, and slow")
        if "opencl:0" not in self.run_tool("devices").stdout:
            self.skipTest("no OpenCL device")

    def check(self, report):
        for i in self.scored_groups(report):
            cells = self.cells(report, i)
            self.assertEqual(cells["opencl:0 fp64 off"]["result"], "ok")
            self.assertGreater(cells["opencl:0 fp64 off"]["frames"], 0)

    def test_clips(self):
        if not CLIPS.is_dir():
            self.skipTest(f"no clips in {CLIPS}")
        for name in ("160x90_8b", "576x324_10b"):
            report, _ = self.gate("--threads", "1,7", "--frame_cnt", "2",
                                  CLIPS / f"src01_ref_{name}.y4m", CLIPS / f"src01_dis_{name}.y4m")
            self.check(report)

    def test_random(self):
        report, _ = self.gate("--random", "25", "--seed", "3")
        self.check(report)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    sys.exit(0 if result.wasSuccessful() else 1)
