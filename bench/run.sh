#!/usr/bin/env bash
# CPU time per frame of the 4K pair, one thread: medians, and the least, of user + system time of the process in ms; "read" is
# pairing alone, from the page cache, and is part of "total". BENCH_DIR: where the pair is written, the build folder by default. A tmpfs
# such as /dev/shm adds some 2 ms to every total: it maps pages of 4 KiB one by one.
set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d "${BENCH_DIR:-build}/exactvq.XXXXXX"); trap 'rm -rf "$dir"' EXIT
short=4 long=16 # further arguments of this script name the metrics; none: all
ninja -C build bench/clipgen bench/measure >/dev/null
build/bench/clipgen 3840 2160 $long 8 420 "$dir/r.y4m" "$dir/d.y4m"
cat "$dir/r.y4m" "$dir/d.y4m" >/dev/null
build/bench/measure "$dir/r.y4m" "$dir/d.y4m" $short $long "$@"
