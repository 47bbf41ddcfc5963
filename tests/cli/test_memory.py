"""Peak memory does not grow with the number of frames, whether they come from pipes or files."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = os.environ.get("EVQ_TOOL", "")
SLACK_KIB = 2048  # thread stacks and the allocator's arenas come when they come
FEW, TIMES = 60, 4


def write_all(pipe, data):
    view = memoryview(data)
    while view:
        view = view[pipe.write(view):]


class MemoryTest(unittest.TestCase):
    def peak_kib(self, width, height, frames, in_a_file):
        """Peak memory of a run whose reference is fed from here; read before the last frame."""
        header = f"YUV4MPEG2 W{width} H{height} F25:1 Ip C420\n".encode()
        frame = b"FRAME\n" + bytes(i * 7 % 251 for i in range(width * height * 3 // 2))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "d.y4m")
            if in_a_file:
                with open(path, "wb") as file:
                    file.write(header + frame * frames)
            else:
                os.mkfifo(path)
            with subprocess.Popen([TOOL, "-", path, "-q", "--threads", "2"], bufsize=0,
                                  stdin=subprocess.PIPE) as process:
                pipes = [process.stdin]
                process.stdin.write(header)
                if not in_a_file:
                    pipes.append(open(path, "wb", buffering=0))
                    pipes[1].write(header)
                for _ in range(frames - 1):
                    for pipe in pipes:
                        write_all(pipe, frame)
                with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                    peak = int(re.search(r"VmHWM:\s*(\d+) kB", status.read()).group(1))
                for pipe in pipes:
                    write_all(pipe, frame)
                    pipe.close()
                self.assertEqual(process.wait(60), 0)
            return peak

    def check(self, *arguments):
        few = self.peak_kib(*arguments[:2], FEW, *arguments[2:])
        many = self.peak_kib(*arguments[:2], FEW * TIMES, *arguments[2:])
        self.assertLess(many, few + SLACK_KIB)

    def test_copied_pictures(self):
        self.check(320, 180, False)

    def test_mapped_pictures(self):
        self.check(480, 270, True)


if __name__ == "__main__":
    if not os.access(TOOL, os.X_OK):
        sys.exit("EVQ_TOOL does not name the tool")
    if os.environ.get("EVQ_SANITIZED") == "1" or not os.path.exists("/proc/self/status"):
        print("skipped: sanitizers keep freed memory, and /proc tells the peak")
        sys.exit(77)
    unittest.main()
