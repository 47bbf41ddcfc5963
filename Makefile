# The front door. See README.md.
SUDO  := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
TOOLS := gcc libc6-dev make meson ninja-build pkg-config libjson-c-dev libexpat1-dev libpng-dev libjpeg-dev libwebp-dev \
         libavformat-dev libavcodec-dev libavutil-dev
TESTS := libcmocka-dev libmpfr-dev python3 python3-mpmath clang libclang-rt-14-dev ffmpeg \
         pocl-opencl-icd

# Installs the Debian packages of a list that are missing.
define install
@missing=""; for p in $(1); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
if [ -n "$$missing" ]; then \
    echo "installing:$$missing"; $(SUDO) apt-get update -qq && \
    DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing; \
fi
endef

# Configures a build folder once.
define configure
@[ -f $(1)/build.ninja ] || $(3) meson setup $(1) $(2)
endef

.PHONY: all demo build check check-long bench clean
all: build

build:
	$(call install,$(TOOLS))
	$(call configure,build,-Dtests=false)
	@ninja -C build

demo: build
	build/exactvq demo/reference.mp4 demo/distorted.mp4
	build/exactvq demo/reference.mp4 demo/distorted.mp4 --json -o demo.json
	@echo "demo.json written"

check:
	$(call install,$(TOOLS) $(TESTS))
	$(call configure,build-check,)
	@ninja -C build-check
	meson test -C build-check --print-errorlogs --timeout-multiplier 4
	$(call configure,build-asan,-Dbuildtype=debugoptimized -Db_sanitize=address$(,)undefined)
	@ninja -C build-asan
	@# Without the device suite, which waits for PoCL's compiler (tests/fault has what is ours of it),
	@# and without what never runs what was built.
	meson test -C build-asan --print-errorlogs --timeout-multiplier 4 --no-suite device --no-suite source
	$(call configure,build-fuzz,-Dbuildtype=debugoptimized -Db_sanitize=address$(,)undefined \
	    -Db_lundef=false -Dfuzz=true -Dlibav=disabled -Dc_args=-fsanitize=fuzzer-no-link,CC=clang)
	@ninja -C build-fuzz tests/fuzz/fuzz_y4m tests/fuzz/fuzz_model tests/fuzz/fuzz_options
	build-fuzz/tests/fuzz/fuzz_y4m -max_total_time=30 -print_final_stats=1 2>&1 | tail -8
	build-fuzz/tests/fuzz/fuzz_model -max_total_time=30 -print_final_stats=1 2>&1 | tail -8
	build-fuzz/tests/fuzz/fuzz_options -max_total_time=30 -print_final_stats=1 2>&1 | tail -8

check-long: check
	meson test -C build-check --print-errorlogs --suite math-long --setup long

bench: build
	bench/run.sh

clean:
	rm -rf build build-check build-asan build-fuzz demo.json

# A comma inside the arguments of a call.
, := ,
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
