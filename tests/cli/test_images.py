"""Still pictures: golden scores of PNG and JPEG files, forms of PNG, damage and refusals."""

import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

TOOL = os.environ.get("EVQ_TOOL", "")
SHARED = os.environ.get("EVQ_SHARED", "")
FORMATS = os.environ.get("EVQ_IMAGES", "").split(",")

OK, INPUT = 0, 3
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, kind, depth, samples, extra=b""):
    """A PNG file of samples in rows, a pixel's channels side by side."""
    per_row = width * CHANNELS[kind]
    rows = []
    for y in range(height):
        row = samples[y * per_row:(y + 1) * per_row]
        size = depth // 8
        rows.append(b"\0" + b"".join(s.to_bytes(size, "big") for s in row))
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra +
            chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))


def bmp(width, height, samples):
    """A BMP file of 24 bits a pixel: blue first, rows from bottom to top and padded."""
    rows = []
    for y in reversed(range(height)):
        row = bytes(samples[3 * (y * width + x) + c] for x in range(width) for c in (2, 1, 0))
        rows.append(row + bytes(-len(row) % 4))
    data = b"".join(rows)
    return (struct.pack("<2sIHHI", b"BM", 54 + len(data), 0, 0, 54) +
            struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(data), 0, 0, 0, 0) + data)


def ppm16(width, height, samples):
    """A PPM file of 16 bits a sample."""
    data = b"".join(s.to_bytes(2, "big") for s in samples)
    return b"P6\n%d %d\n65535\n" % (width, height) + data


def pattern(width, height, channels, step=7):
    return [(x * step + y * 13 + c * 31) % 256
            for y in range(height) for x in range(width) for c in range(channels)]


@unittest.skipUnless("png" in FORMATS, "this build reads no PNG")
class ImageTest(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)

    def file(self, name, data):
        path = os.path.join(self.holder.name, name)
        with open(path, "wb") as out:
            out.write(data)
        return path

    def run_tool(self, *arguments):
        return subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=False)

    def score(self, reference, distorted, metric="ssimulacra2"):
        report = os.path.join(self.holder.name, "report.json")
        done = self.run_tool("--metric", metric, "--json", "-o", report, reference, distorted)
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(report, encoding="utf-8") as text:
            return list(json.load(text)["frames"][0]["metrics"].values())[0], done.stderr

    def refused(self, reference, distorted, words, metric="ssimulacra2"):
        done = self.run_tool("--metric", metric, reference, distorted)
        self.assertEqual(done.returncode, INPUT, done.stderr)
        self.assertIn(words, done.stderr)

    def test_golden(self):
        path = os.path.join(SHARED, "golden", "ssimulacra2.json")
        if not os.path.exists(path):
            self.skipTest("EVQ_SHARED names no folder with ssimulacra2.json")
        with open(path, encoding="utf-8") as text:
            images = json.load(text)["images"]
        self.assertTrue(images)
        clips = os.path.join(SHARED, "clips")
        for name, entry in images.items():
            reference = os.path.join(clips, entry["reference"])
            files = [entry["distorted"]]
            if "jpeg" in FORMATS:
                files.append(entry["distorted"].replace(".png", ".jpg"))
            for distorted in files:
                for key, profile in (("J", "official"), ("R", "exact")):
                    with self.subTest(name=name, file=distorted, profile=profile):
                        value, _ = self.score(reference, os.path.join(clips, distorted),
                                              f"ssimulacra2=profile={profile}")
                        self.assertEqual(value, entry[key])

    def test_forms(self):
        """Pictures of the same samples in other forms score as equal ones."""
        w, h = 24, 17
        grey = pattern(w, h, 1)
        colour = [s for s in grey for _ in range(3)]
        deep = [257 * s for s in colour]
        palette = chunk(b"PLTE", bytes(v for v in range(256) for _ in range(3)))
        plain = self.file("plain.png", png(w, h, RGB, 8, colour))
        same = {
            "grey": png(w, h, GREY, 8, grey),
            "palette": png(w, h, PALETTE, 8, grey, palette),
            "opaque": png(w, h, RGBA, 8, [v for s in grey for v in (s, s, s, 255)]),
            "opaque grey": png(w, h, GREY_ALPHA, 8, [v for s in grey for v in (s, 255)]),
            "few significant bits": png(w, h, RGB, 8, colour, chunk(b"sBIT", b"\5\6\5")),
        }
        for name, data in same.items():
            with self.subTest(name):
                self.assertEqual(self.score(plain, self.file("other.png", data))[0], 100)
        other = self.file("other.png", png(w, h, RGB, 8, pattern(w, h, 3)))
        self.assertLess(self.score(plain, other)[0], 90)
        wide = self.file("wide.png", png(w, h, RGB, 16, deep))
        wide_grey = self.file("grey.png", png(w, h, GREY, 16, [257 * s for s in grey]))
        self.assertEqual(self.score(wide, wide_grey)[0], 100)

    @unittest.skipUnless(os.environ.get("EVQ_LIBAV") == "1", "this build has no libav")
    def test_other_formats(self):
        """RGB of libavcodec is R, G, B as it is, whatever the order of its components."""
        w, h = 26, 17
        samples = pattern(w, h, 3)
        changed = [s ^ 1 for s in samples]
        deep = [256 * s + i % 200 for i, s in enumerate(samples)]
        plain = self.file("plain.png", png(w, h, RGB, 8, samples))
        other = self.file("other.png", png(w, h, RGB, 8, changed))
        expected = self.score(plain, other)[0]
        self.assertLess(expected, 100)
        for profile in ("official", "exact"):
            metric = f"ssimulacra2=profile={profile}"
            self.assertEqual(self.score(plain, self.file("a.bmp", bmp(w, h, samples)), metric)[0],
                             100)
            self.assertEqual(self.score(plain, self.file("b.bmp", bmp(w, h, changed)), metric)[0],
                             self.score(plain, other, metric)[0])
        wide = self.file("wide.png", png(w, h, RGB, 16, deep))
        self.assertEqual(self.score(wide, self.file("a.ppm", ppm16(w, h, deep)))[0], 100)

    def test_colours_are_named(self):
        samples = pattern(24, 17, 3)
        gamma = chunk(b"gAMA", struct.pack(">I", 45455))
        plain = self.file("plain.png", png(24, 17, RGB, 8, samples))
        tagged = self.file("tagged.png", png(24, 17, RGB, 8, samples, gamma))
        standard = self.file("standard.png",
                             png(24, 17, RGB, 8, samples, gamma + chunk(b"sRGB", b"\0")))
        score, words = self.score(plain, tagged)
        self.assertEqual(score, 100)
        self.assertIn("gAMA", words)
        self.assertNotIn("gAMA", self.score(plain, standard)[1])

    def test_transparency(self):
        w, h = 24, 17
        samples, opacity = pattern(w, h, 3), pattern(w, h, 1, 11)
        plain = self.file("plain.png", png(w, h, RGB, 8, samples))
        clear = png(w, h, RGBA, 8, [v for i in range(w * h)
                                    for v in (*samples[3 * i:3 * i + 3], opacity[i])])
        clear = self.file("clear.png", clear)
        self.assertEqual(self.score(clear, clear)[0], 100)
        self.assertLess(self.score(plain, clear)[0], 50)
        self.assertLess(self.score(clear, plain)[0], self.score(plain, clear)[0])
        # Nothing shows through: both backgrounds are all there is.
        blank = [self.file(name, png(w, h, GREY_ALPHA, 8, [v for _ in range(w * h) for v in (s, 0)]))
                 for name, s in (("black.png", 0), ("white.png", 255))]
        self.assertEqual(self.score(*blank)[0], 100)

    def test_refusals(self):
        samples = pattern(24, 17, 3)
        plain = self.file("plain.png", png(24, 17, RGB, 8, samples))
        whole = png(24, 17, RGB, 8, samples)
        self.refused(plain, self.file("cut.png", whole[:-40]), "is damaged")
        self.refused(plain, self.file("wide.png", png(24, 17, RGB, 16, samples)), "depth")
        self.refused(plain, self.file("small.png", png(23, 17, RGB, 8, pattern(23, 17, 3))),
                     "width")
        self.refused(plain, plain, "RGB", "psnr")

    @unittest.skipUnless("jpeg" in FORMATS, "this build reads no JPEG")
    def test_damaged_jpeg(self):
        path = os.path.join(SHARED, "clips", "girl_q30.jpg")
        if not os.path.exists(path):
            self.skipTest("EVQ_SHARED names no folder with girl_q30.jpg")
        with open(path, "rb") as whole:
            cut = self.file("cut.jpg", whole.read()[:9000])
        self.refused(os.path.join(SHARED, "clips", "girl.png"), cut, "is damaged")


if __name__ == "__main__":
    if not TOOL:
        sys.exit(77)
    unittest.main()
