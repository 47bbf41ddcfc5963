"""Containers made by ffmpeg: whole ones are scored without a word, cut ones are found out."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = os.environ.get("EVQ_TOOL", "")

OK, INPUT = 0, 3
FRAMES = 50
SECONDS = FRAMES / 25
PICTURES = ("-f", "lavfi", "-i", f"testsrc2=size=176x144:rate=25:duration={SECONDS}")


def sound(seconds):
    return "-f", "lavfi", "-i", f"sine=duration={seconds}"


# Name, inputs beside the pictures, encoders: with and without reordered pictures, sound that is
# shorter and longer.
WHOLE = [
    ("plain.mkv", (), ("-c:v", "ffv1")),
    ("reordered.mkv", (), ("-c:v", "mpeg4", "-bf", "2")),
    ("short_sound.mkv", sound(1), ("-c:v", "mpeg4", "-c:a", "flac")),
    ("long_sound.mkv", sound(3), ("-c:v", "mpeg4", "-c:a", "aac")),
    ("later.mkv", (), ("-c:v", "mpeg4", "-output_ts_offset", "7")),
    ("varying.mkv", (), ("-c:v", "mpeg4", "-vf", "select='lt(n,30)+eq(n,45)'", "-vsync", "vfr")),
    ("live.mkv", (), ("-c:v", "mpeg4", "-live", "1")),
    ("plain.webm", (), ("-c:v", "libvpx", "-deadline", "realtime")),
    ("long_sound.webm", sound(3), ("-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus")),
    ("plain.mp4", (), ("-c:v", "mpeg4")),
    ("long_sound.mp4", sound(3), ("-c:v", "mpeg4", "-bf", "2", "-c:a", "aac")),
    ("fragments.mp4", (), ("-c:v", "mpeg4", "-movflags", "frag_keyframe+empty_moov")),
    ("plain.mov", (), ("-c:v", "mjpeg")),
    ("plain.ts", (), ("-c:v", "mpeg2video", "-bf", "2")),
    ("long_sound.ts", sound(3), ("-c:v", "mpeg2video", "-c:a", "mp2")),
    ("plain.avi", (), ("-c:v", "mpeg4")),
    ("reordered.avi", (), ("-c:v", "mpeg4", "-bf", "2")),
    ("long_sound.avi", sound(3), ("-c:v", "mpeg4", "-c:a", "mp2")),
    ("short_sound.avi", sound(1), ("-c:v", "mjpeg", "-c:a", "pcm_s16le")),
    ("plain.flv", (), ("-c:v", "flv")),
    ("long_sound.flv", sound(3), ("-c:v", "flv", "-c:a", "aac")),
    ("plain.ivf", (), ("-c:v", "libvpx", "-deadline", "realtime")),
    ("plain.ogv", (), ("-c:v", "libtheora")),
    ("plain.nut", (), ("-c:v", "ffv1")),
]
# Containers that say how long they are, in bytes, in time or by an index at the front.
DECLARING = ["plain.mkv", "reordered.mkv", "short_sound.mkv", "long_sound.mkv", "plain.webm",
             "long_sound.webm", "plain.avi", "long_sound.avi", "plain.flv", "long_sound.flv"]


class ContainerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = cls.holder.name
        for name, inputs, encoders in WHOLE:
            made = subprocess.run(
                ["ffmpeg", "-v", "error", "-y", *PICTURES, *inputs, "-pix_fmt", "yuvj420p"
                 if "mjpeg" in encoders else "yuv420p", *encoders, "-threads", "1", name],
                cwd=cls.folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
            if made.returncode and b"nknown encoder" not in made.stderr:
                raise RuntimeError(f"{name}: {made.stderr.decode()}")
            if made.returncode:
                os.path.exists(cls.at(name)) and os.remove(cls.at(name))

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    @classmethod
    def at(cls, name):
        return os.path.join(cls.folder, name)

    def made(self, names):
        return [name for name in names if os.path.exists(self.at(name))]

    def score(self, reference, distorted, **keywords):
        """Return code, lines on stderr and number of frames in the report, if there is one."""
        report = self.at("report.json")
        if os.path.exists(report):
            os.remove(report)
        keywords.setdefault("stdin", subprocess.DEVNULL)
        if "input" in keywords:
            del keywords["stdin"]
        result = subprocess.run(
            [TOOL, reference, distorted, "--feature", "psnr", "--json", "-o", "report.json"],
            cwd=self.folder, stderr=subprocess.PIPE, timeout=60, check=False, **keywords)
        frames = None
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                frames = len(json.load(file)["frames"])
        return result.returncode, result.stderr.decode().splitlines(), frames

    def bytes_of(self, name):
        with open(self.at(name), "rb") as file:
            return file.read()

    def test_whole_files(self):
        names = self.made(name for name, _, _ in WHOLE)
        self.assertGreater(len(names), 15)
        for name in names:
            with self.subTest(name=name):
                code, lines, frames = self.score(name, name)
                lines = [line for line in lines if "frame rate varies" not in line]
                self.assertEqual((code, lines), (OK, []))
                self.assertGreaterEqual(frames, 31 if "varying" in name else FRAMES)

    def test_whole_files_through_a_pipe(self):
        for name in self.made(["plain.mkv", "long_sound.mkv", "plain.webm", "plain.avi",
                               "plain.flv", "plain.ts", "live.mkv"]):
            with self.subTest(name=name):
                self.assertEqual(self.score("-", name, input=self.bytes_of(name)),
                                 (OK, [], FRAMES))

    def cut(self, name, part):
        """Writes the first part of a file; returns its name."""
        data = self.bytes_of(name)
        with open(self.at("cut_" + name), "wb") as file:
            file.write(data[:int(len(data) * part)])
        return "cut_" + name

    def check_cut(self, name, cut, **keywords):
        code, lines, frames = self.score(name, cut, **keywords)
        self.assertEqual((code, len(lines)), (INPUT, 1), lines)
        self.assertRegex(lines[0], r"\Aexactvq: [^:]*: frame \d+: .*cut off")
        self.assertGreater(frames, 0)
        self.assertLess(frames, FRAMES)
        self.assertIn(f"frame {frames}:", lines[0])

    def test_cut_files(self):
        for name in self.made(DECLARING):
            for part in (0.5, 0.6) if "long" in name else (0.5, 0.7, 0.9):
                with self.subTest(name=name, part=part):
                    self.check_cut(name, self.cut(name, part))

    def test_cut_pipes(self):
        for name in self.made(["plain.mkv", "plain.avi", "plain.flv"]):
            with self.subTest(name=name):
                data = self.bytes_of(name)
                self.check_cut(name, "-", input=data[:len(data) * 2 // 3])

    def test_cut_where_nothing_is_declared(self):
        for name in self.made(["plain.ts", "live.mkv", "plain.nut"]):
            with self.subTest(name=name):
                data = self.bytes_of(name)
                cut = self.cut(name, len(data) * 6 // 10 // 188 * 188 / len(data))
                code, lines, frames = self.score(name, cut)
                self.assertLess(frames, FRAMES)
                self.assertRegex(lines[0], "lengths differ|cut off|damaged")
                self.assertIn(code, (OK, INPUT))
                if name.endswith(".ts") and code == OK:
                    self.assertIn("lengths differ", lines[0])


if __name__ == "__main__":
    if not os.access(TOOL, os.X_OK):
        sys.exit("EVQ_TOOL does not name the tool")
    if os.environ.get("EVQ_LIBAV") == "0" or not shutil.which("ffmpeg"):
        print("skipped: needs a build with libav, and the ffmpeg program")
        sys.exit(77)
    unittest.main()
