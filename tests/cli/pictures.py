"""Small inputs for the tests: planes of samples, y4m files and headerless files."""

import random

SUBSAMPLING = {"420": (2, 2), "422": (2, 1), "444": (1, 1), "400": None}


def plane_sizes(width, height, chroma):
    """Width and height of each plane; odd sizes round up."""
    sizes = [(width, height)]
    if SUBSAMPLING[chroma]:
        across, down = SUBSAMPLING[chroma]
        sizes += [(-(-width // across), -(-height // down))] * 2
    return sizes


def noise(width, height, count, chroma="420", depth=8, seed=1):
    """`count` frames, each a list of planes, each a list of samples."""
    source = random.Random(seed)
    top = (1 << depth) - 1
    return [[[source.randint(0, top) for _ in range(w * h)]
             for w, h in plane_sizes(width, height, chroma)] for _ in range(count)]


def flat(width, height, count, values, chroma="420"):
    return [[[values[i]] * (w * h) for i, (w, h) in
             enumerate(plane_sizes(width, height, chroma))] for _ in range(count)]


def disturbed(frames, depth=8, seed=2):
    """The frames with a small change of every sample."""
    source = random.Random(seed)
    top = (1 << depth) - 1
    return [[[min(top, max(0, s + source.randint(-9, 9))) for s in plane] for plane in frame]
            for frame in frames]


def frame_bytes(frame, depth=8):
    size = 1 if depth == 8 else 2
    return b"".join(sample.to_bytes(size, "little") for plane in frame for sample in plane)


def raw(frames, depth=8):
    return b"".join(frame_bytes(frame, depth) for frame in frames)


def y4m(width, height, frames, tag="420", depth=8):
    header = f"YUV4MPEG2 W{width} H{height} F25:1 Ip C{tag}\n".encode()
    return header + b"".join(b"FRAME\n" + frame_bytes(frame, depth) for frame in frames)
