"""Models from the command line. EVQ_SHARED names the folder that has the models and the clips."""

import csv
import io
import json
import os
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

import test_cli
from test_cli import DEVICE, INPUT, SHARED, USAGE, CliTest

MODELS = os.path.join(SHARED, "models")
SANITIZED = os.environ.get("EVQ_SANITIZED") == "1"
MOTION = ["VMAF_integer_feature_motion_sad_score", "integer_motion2", "integer_motion3"]
COLLECTION = (["b"] + [f"b_{k:04}" for k in range(1, 21)]
              + ["b_bagging", "b_stddev", "b_ci_p95_lo", "b_ci_p95_hi"])


def have(*names):
    return unittest.skipUnless(all(os.path.exists(os.path.join(SHARED, n)) for n in names),
                               "EVQ_SHARED names no folder with " + ", ".join(names))


def small_model(**changes):
    """A model over motion2 that gives 10 + 2 * exp(-(motion2 / 10)^2 / 2), about."""
    model = {"model_type": "LIBSVMNUSVR", "norm_type": "none",
             "feature_names": ["VMAF_integer_feature_motion2_score"],
             "model": "svm_type nu_svr\nkernel_type rbf\ngamma 0.005\nnr_class 2\ntotal_sv 1\n"
                      "rho -10\nSV\n2 1:0 \n"}
    model.update(changes)
    return json.dumps({"model_dict": model}).encode()


class SmallModelTest(CliTest):
    def setUp(self):
        super().setUp()
        self.write("small.json", small_model())

    def names(self, *arguments, **keywords):
        report, _ = self.report("ref.y4m", "dis.y4m", *arguments, **keywords)
        return list(report["frames"][0]["metrics"])

    def test_path_and_name(self):
        self.assertEqual(self.names("-m", "path=small.json"), MOTION + ["vmaf"])
        self.assertEqual(self.names("--model", "path=small.json:name=mine"), MOTION + ["mine"])
        self.assertEqual(self.names("--model=path=small.json", "-m", "name=b:path=small.json"),
                         MOTION + ["vmaf", "b"])

    def test_folders(self):
        pair = ("-m", "version=small")
        self.assertEqual(self.names(*pair, "--model-dir", "."), MOTION + ["vmaf"])
        self.assertEqual(self.names(*pair, "--model_dir", self.folder), MOTION + ["vmaf"])
        environment = dict(os.environ, EXACTVQ_MODEL_PATH="/no/such:" + self.folder)
        self.assertEqual(self.names(*pair, env=environment), MOTION + ["vmaf"])

    def test_default(self):
        environment = dict(os.environ, EXACTVQ_MODEL_PATH=self.folder)
        plain, _ = self.report("ref.y4m", "dis.y4m", env=environment)
        self.assertNotIn("vmaf", plain["frames"][0]["metrics"])
        self.assertNotIn("models", plain)
        self.write("vmaf_v0.6.1.json", small_model())
        self.assertIn("vmaf", self.names(env=environment))
        self.assertIn("psnr_y", self.names(env=environment))
        self.assertNotIn("vmaf", self.names("--feature", "psnr", env=environment))
        self.write("vmaf_v0.6.1.json", b"{")
        self.assertNotIn("vmaf", self.names(env=environment))

    def test_no_prediction(self):
        self.assertEqual(self.names("-m", "path=small.json", "-n"), MOTION)

    def test_metrics_beside(self):
        names = self.names("--feature", "psnr", "-m", "path=small.json", "--feature", "motion")
        self.assertEqual(names, MOTION + ["psnr_y", "psnr_cb", "psnr_cr", "vmaf"])

    def test_overrides(self):
        names = self.names("-m", "path=small.json:motion.motion_force_zero=true")
        self.assertEqual(names, [name + "_force_0" for name in MOTION] + ["vmaf"])
        report, _ = self.report("ref.y4m", "dis.y4m", "-m",
                                "path=small.json:motion.motion_force_zero=true")
        self.assertEqual([f["metrics"]["vmaf"] for f in report["frames"]], [12.0] * 5)

    def test_version_is_the_default(self):
        self.write("vmaf_v0.6.1.json", small_model())
        environment = dict(os.environ, EXACTVQ_MODEL_PATH=self.folder)
        self.assertEqual(self.names("-m", "name=v", env=environment), MOTION + ["v"])

    def test_reports_agree(self):
        arguments = ("ref.y4m", "dis.y4m", "-m", "path=small.json:enable_transform", "-o", "report")
        self.scored(*arguments, "--json")
        report = json.loads(self.read("report"))
        self.assertEqual(report["models"], ["path=small.json:name=vmaf:enable_transform"])
        frames = [frame["metrics"] for frame in report["frames"]]
        self.scored(*arguments, "--csv")
        rows = list(csv.DictReader(io.StringIO(self.read("report").decode())))
        self.assertEqual([float(row["vmaf"]) for row in rows], [f["vmaf"] for f in frames])
        self.scored(*arguments, "--xml")
        root = ElementTree.fromstring(self.read("report"))
        self.assertEqual([float(e.get("vmaf")) for e in root.iter("frame")],
                         [f["vmaf"] for f in frames])
        pooled = {e.get("name"): float(e.get("mean")) for e in root.iter("metric")}
        self.assertEqual(pooled["vmaf"], report["pooled_metrics"]["vmaf"]["mean"])
        self.scored(*arguments, "--sub")
        self.assertIn("|vmaf: ", self.read("report").decode())
        table = self.scored("ref.y4m", "dis.y4m", "-m", "path=small.json").decode()
        self.assertRegex(table, r"(?m)^vmaf +\d")

    def refused(self, code, model, *parts):
        self.fails(code, ("ref.y4m", "dis.y4m", "-m", model), *parts)

    def test_refusals(self):
        self.refused(USAGE, "vmaf_v0.6.1", "version=vmaf_v0.6.1")
        self.refused(USAGE, "path=small.json:colour=red", "unknown key \"colour\"")
        self.refused(USAGE, "path=small.json:disable_clip=1", "true or false")
        self.refused(USAGE, "path=small.json:vif.debug=true", "vif")
        self.refused(USAGE, "path=small.json:motion.motion_fps_weight=6", "0 .. 5")
        self.refused(USAGE, "path=small.json:name=integer_motion2", "integer_motion2")
        self.fails(USAGE, ("ref.y4m", "dis.y4m", "-m", "path=small.json", "-m", "path=small.json"),
                   "another name")
        self.refused(INPUT, "path=none.json", "none.json")
        self.refused(INPUT, "path=ref.y4m", "ref.y4m", "not JSON")
        self.refused(INPUT, "path=vmaf.pkl", "vmaf.pkl", ".json")
        self.fails(INPUT, ("ref.y4m", "dis.y4m", "-m", "version=none", "--model-dir", "."),
                   "none.json", "https://", "--model-dir", "EXACTVQ_MODEL_PATH")

    def test_damage(self):
        for name, changes, said in (
                ("float", {"feature_names": ["VMAF_feature_motion2_score"]}, "feature_names"),
                ("v1", {"chroma_correction_parameter": 1}, "v1"),
                ("type", {"model_type": "OTHER"}, "model_type"),
                ("svm", {"model": "svm_type nu_svr\n"}, "model_dict.model")):
            with self.subTest(name=name):
                self.write("bad.json", small_model(**changes))
                self.refused(INPUT, "path=bad.json", "bad.json", said)


@have("models/vmaf_b_v0.6.3.json", "clips/src01_ref_576x324_8b.y4m")
class RealModelTest(CliTest):
    PAIR = (os.path.join(SHARED, "clips/src01_ref_576x324_8b.y4m"),
            os.path.join(SHARED, "clips/src01_dis_576x324_8b.y4m"), "--model-dir", MODELS)

    def test_clip(self):
        report, _ = self.report(*self.PAIR, "-m", "version=vmaf_v0.6.1",
                                "-m", "version=vmaf_v0.6.1neg:name=neg",
                                "-m", "version=vmaf_b_v0.6.3:name=b")
        frames = [frame["metrics"] for frame in report["frames"]]
        for name, expected in (
                ("vmaf", [83.856284000421454, 82.639804693077622, 81.196590953516989]),
                ("neg", [82.350346044856764, 80.616715551181244, 79.074312488736069]),
                ("b", [83.171225032470034, 81.31980749627887, 79.810997968860292]),
                ("b_bagging", [82.275541051335892, 80.813865094010993, 79.280654882649429]),
                ("b_ci_p95_lo", [78.728628578687918, 78.883850970888318, 77.410670982183888])):
            for frame, value in zip(frames, expected):
                self.assertAlmostEqual(frame[name], value, delta=1e-12)
        self.assertEqual(len(report["metrics"]), 5)
        self.assertEqual(list(frames[0])[-27:], ["vmaf", "neg"] + COLLECTION)
        self.assertAlmostEqual(report["pooled_metrics"]["vmaf"]["harmonic_mean"],
                               82.550063204964559, delta=1e-12)

    def test_phone(self):
        report, _ = self.report(*self.PAIR, "-m", "version=vmaf_v0.6.1:enable_transform")
        self.assertGreater(report["frames"][0]["metrics"]["vmaf"], 95)

    def test_threads_and_levels(self):
        models = ("-m", "version=vmaf_v0.6.1", "-m", "version=vmaf_b_v0.6.3:name=b")
        first, _ = self.report(*self.PAIR, *models, "--threads", "1")
        for options in (("--threads", "3"), ("--cpumask", "16"), ("--cpumask", "8")):
            other, _ = self.report(*self.PAIR, *models, *options)
            self.assertEqual(other["frames"], first["frames"])

    def test_subsample(self):
        models = ("-m", "version=vmaf_v0.6.1")
        first, _ = self.report(*self.PAIR, *models)
        other, _ = self.report(*self.PAIR, *models, "--subsample", "2")
        self.assertEqual(other["frames"], first["frames"][::2])

    def test_small_pictures(self):
        self.write("ref.y4m", test_cli.pictures.y4m(32, 32, test_cli.pictures.noise(32, 32, 1)))
        self.fails(INPUT, ("ref.y4m", "ref.y4m", "-m", "version=vmaf_v0.6.1", "--model-dir",
                           MODELS), "adm", "33")


@have("models/vmaf_v0.6.1.json", "clips/gen_netflix_patterns.py")
class PatternTest(CliTest):
    """The published values of the 1080p patterns, to the digits that are given."""

    BOARD = "checkerboard_1920_1080_10_3_{}_0"
    PUBLISHED = ((BOARD.format(0), BOARD.format(1), 35.068667),
                 (BOARD.format(0), BOARD.format(10), 7.985899),
                 ("flat_1920_1080_0", "flat_1920_1080_10", 97.428043))

    def setUp(self):
        super().setUp()
        script = os.path.join(SHARED, "clips/gen_netflix_patterns.py")
        subprocess.run([sys.executable, script, self.folder], check=True,
                       stdout=subprocess.DEVNULL)

    def command(self, reference, distorted, *device):
        return (reference + ".yuv", distorted + ".yuv", "-w", "1920", "-h", "1080", "-p", "420",
                "-b", "8", "--model-dir", MODELS, "-m", "version=vmaf_v0.6.1", *device)

    def check(self, *device):
        for reference, distorted, expected in self.PUBLISHED:
            report, _ = self.report(*self.command(reference, distorted, *device))
            self.assertAlmostEqual(report["pooled_metrics"]["vmaf"]["mean"], expected, delta=5e-7)

    def check_backend(self, name):
        first = self.command(*self.PUBLISHED[0][:2], "--backend", name, "--frame_cnt", "1")
        if self.tool(*first).returncode == DEVICE:
            self.skipTest(f"no device of {name}")
        for fp64 in ("on", "off"):
            self.check("--backend", name, "--fp64", fp64)

    def test_cpu(self):
        self.check("--backend", "cpu")

    @unittest.skipIf(SANITIZED, "PoCL's compiler is not sanitized, and slow")
    def test_opencl(self):
        self.check_backend("opencl")

    def test_cuda(self):
        self.check_backend("cuda")


if __name__ == "__main__":
    unittest.main()
