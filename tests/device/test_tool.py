"""The tool on devices: choosing one, saying why it cannot, and the cache of programs on disk."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = os.environ["EVQ_TOOL"]
DEVICE = 4
HEADER = 40  # bytes of a cache entry before the program; the program's size stands at 24


def picture(seed, width=64, height=48):
    luma = bytes((x * (seed + 3) + y * y) & 255 for y in range(height) for x in range(width))
    return luma + bytes([128]) * (width * height // 2)


class ToolTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        for name, seed in (("ref", 1), ("dis", 2)):
            body = b"".join(b"FRAME\n" + picture(seed + i) for i in range(3))
            header = b"YUV4MPEG2 W64 H48 F25:1 C420jpeg\n"
            (cls.path / (name + ".y4m")).write_bytes(header + body)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_tool(self, *arguments, **environment):
        return subprocess.run(
            [TOOL, *arguments],
            cwd=self.path,
            capture_output=True,
            text=True,
            timeout=300,
            env={
                **os.environ,
                "XDG_CACHE_HOME": str(self.path / "cache"),
                **environment,
            },
        )

    def score(self, *arguments, **environment):
        return self.run_tool("ref.y4m", "dis.y4m", "--json", "-o", "-", "-q", *arguments,
                             **environment)

    def scores(self, *arguments, **environment):
        done = self.score(*arguments, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        return report["device"], [frame["metrics"] for frame in report["frames"]]

    def fails(self, done, *says):
        self.assertEqual(done.returncode, DEVICE, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        for text in says:
            self.assertIn(text, done.stderr)


class AbsentTest(ToolTest):
    def test_no_loader(self):
        folder = self.path / "lib"
        folder.mkdir()
        names = ["libOpenCL.so.1", "libcuda.so.1"]
        # Where libavutil links the loader, the tool cannot even start without it.
        linked = names[0] in subprocess.run(["ldd", TOOL], stdout=subprocess.PIPE,
                                            text=True, check=True).stdout
        for name in names[linked:]:
            (folder / name).write_text("not a library")
        environment = {"LD_LIBRARY_PATH": str(folder)}
        if not linked:
            self.fails(self.score("--backend", "opencl", **environment), "OpenCL")
        self.fails(self.score("--backend", "cuda", **environment), "CUDA" if "without nvcc" in
                   self.score("--backend", "cuda", **environment).stderr else "NVIDIA driver")
        self.assertEqual(self.scores(**environment)[0], "cpu")

    def test_no_device(self):
        self.fails(self.score("--backend", "opencl", OCL_ICD_VENDORS="/nonexistent"),
                   "there is no opencl device")

    def test_devices_answers_without_devices(self):
        done = self.run_tool("devices", OCL_ICD_VENDORS="/nonexistent")
        self.assertEqual(done.returncode, 0)
        self.assertIn("cpu:0", done.stdout)


class OpenclTest(ToolTest):
    def setUp(self):
        if "opencl:0" not in self.run_tool("devices").stdout:
            self.skipTest("no OpenCL device")

    def test_same_scores(self):
        device, expected = self.scores("--backend", "cpu")
        self.assertEqual(device, "cpu")
        for fp64 in ("auto", "on", "off"):
            device, scores = self.scores("--backend", "opencl", "--fp64", fp64)
            self.assertTrue(device.startswith("opencl:0 "), device)
            self.assertEqual(scores, expected)

    def test_choice_by_number_and_name(self):
        device, _ = self.scores("--backend", "opencl", "--device", "0")
        name = device.split(" ", 1)[1]
        again, _ = self.scores("--backend", "opencl", "--device", name[2:9].upper())
        self.assertEqual(again, device)
        self.fails(self.score("--backend", "opencl", "--device", "no such card"),
                   "no opencl device", "no such card")
        self.fails(self.score("--backend", "opencl", "--device", "99"), "99")

    def test_all_devices(self):
        _, expected = self.scores("--backend", "cpu")
        device, scores = self.scores("--backend", "opencl", "--device", "all")
        self.assertRegex(device, r"^opencl:0 .*, cpu$")
        self.assertEqual(scores, expected)

    def test_listed(self):
        done = self.run_tool("devices")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^opencl:0  \S")
        self.assertRegex(done.stdout, r"self-test, fp64 off +arithmetic ok")

    def test_broken_cache_entries_are_replaced(self):
        cache = self.path / "own"
        _, expected = self.scores("--backend", "opencl", XDG_CACHE_HOME=str(cache))
        entries = sorted((cache / "exactvq").glob("*.bin"))
        self.assertTrue(entries)
        whole = [entry.read_bytes() for entry in entries]
        for i, (entry, data) in enumerate(zip(entries, whole)):
            middle = len(data) // 2
            entry.write_bytes((b"", data[:middle], data + b"x",
                               data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1:])[i % 4])
        self.assertEqual(self.scores("--backend", "opencl", XDG_CACHE_HOME=str(cache))[1], expected)
        for entry in entries:
            data = entry.read_bytes()
            self.assertEqual(len(data), HEADER + int.from_bytes(data[24:32], sys.byteorder))
        self.assertEqual(sorted((cache / "exactvq").iterdir()), entries)

    def test_cache_that_cannot_be_written(self):
        (self.path / "file").write_text("")
        _, expected = self.scores("--backend", "cpu")
        _, scores = self.scores("--backend", "opencl", XDG_CACHE_HOME=str(self.path / "file"))
        self.assertEqual(scores, expected)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    sys.exit(0 if result.wasSuccessful() else 1)
