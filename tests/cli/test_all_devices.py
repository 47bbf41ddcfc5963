"""--device all: pairs spread over several devices and the CPU, on devices that are made to fail."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pictures

TOOL = os.environ["EVQ_TOOL"]
FAULTY = os.environ["EVQ_FAULTY_TOOL"]  # its CUDA devices are those that EVQ_FAULTY names
FRAMES = 12
METRICS = [word for metric in ("psnr=enable_apsnr=true", "float_vif", "float_motion", "ciede")
           for word in ("--metric", metric)]


class AllDevicesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        reference = pictures.noise(40, 220, FRAMES)
        for name, frames in (("ref", reference), ("dis", pictures.disturbed(reference))):
            (cls.path / f"{name}.y4m").write_bytes(pictures.y4m(40, 220, frames))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def score(self, *arguments, tool=FAULTY, faulty="sound"):
        done = subprocess.run(
            [tool, "ref.y4m", "dis.y4m", "--json", "-o", "-", "-q", *METRICS, *arguments],
            cwd=self.path,
            capture_output=True, text=True, timeout=300,
            env={**os.environ, "XDG_CACHE_HOME": str(self.path / "cache"), "EVQ_FAULTY": faulty})
        return done, json.loads(done.stdout) if done.returncode == 0 else None

    def all_devices(self, faulty, backend="cuda"):
        """Scores on all devices, compares every score with the CPU's; returns report and stderr."""
        _, expected = self.score("--backend", "cpu", tool=TOOL)
        done, report = self.score("--backend", backend, "--device", "all", faulty=faulty)
        self.assertEqual(done.returncode, 0, done.stderr)
        for key in ("frames", "pooled_metrics", "aggregate_metrics"):
            self.assertEqual(json.dumps(report[key]), json.dumps(expected[key]))
        self.assertEqual(len(report["frames"]), FRAMES)
        return report, done.stderr

    def test_device_names_all(self):
        report, said = self.all_devices("sound,sound,sound")
        self.assertEqual(report["device"], "cuda:0 sound device, cuda:1 sound device, "
                         "cuda:2 sound device, cpu")
        self.assertEqual((report["warnings"], said), ([], ""))

    def test_unfit_ones_are_passed_over(self):
        report, said = self.all_devices("unfit,sound,liar")
        self.assertEqual(report["device"], "cuda:1 sound device, cpu")
        self.assertEqual(len(report["warnings"]), 2)
        for warning, device in zip(report["warnings"], ("cuda:0 unfit", "cuda:2 liar")):
            self.assertIn("device passed over: " + device, warning)
            self.assertIn(warning, said)

    def test_a_lost_one_leaves_its_pairs_to_the_others(self):
        report, said = self.all_devices("lost,sound")
        self.assertEqual(report["device"], "cuda:0 lost device, cuda:1 sound device, cpu")
        self.assertEqual(len(report["warnings"]), 1)
        self.assertRegex(report["warnings"][0],
                         r"^device lost at frame \d+: cuda:0 lost device: ")
        self.assertIn(report["warnings"][0], said)

    def test_every_one_lost(self):
        report, _ = self.all_devices("lost,lost")
        self.assertTrue(report["device"].endswith(", cpu"))

    def test_no_device(self):
        done, _ = self.score("--backend", "cuda", "--device", "all", faulty="")
        self.assertEqual(done.returncode, 4)
        self.assertIn("there is no cuda device", done.stderr)
        report, _ = self.all_devices("", backend="cpu")
        self.assertEqual(report["device"], "cpu")


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    sys.exit(0 if result.wasSuccessful() else 1)
