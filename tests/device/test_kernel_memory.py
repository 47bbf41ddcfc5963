"""Memory of their own that kernels use on this machine's graphics cards, as the drivers say, against
the list of what is allowed. Skipped (77) without a card; a processor has no registers to spill."""

import os
import subprocess
import sys

import kernel_memory

SKIPPED = 77


def graphics_cards(tool):
    """Devices by name, as in "cuda:0"."""
    listed = subprocess.run([tool, "devices"], stdout=subprocess.PIPE, text=True, check=True).stdout
    cards, device = set(), ""
    for line in listed.splitlines():
        if not line.startswith(" "):
            device = line.split()[0]
        elif line.split() == ["kind", "graphics", "card"]:
            cards.add(device)
    return cards


def main():
    tool, allowed = os.environ["EVQ_TOOL"], kernel_memory.read_list(sys.argv[1])
    cards = graphics_cards(tool)
    if not cards:
        print("skipped: no graphics card")
        return SKIPPED
    done = subprocess.run([tool, "devices", "--kernels"], stdout=subprocess.PIPE, text=True)
    found = {}
    for line in done.stdout.splitlines()[1:]:
        device, fp64, kernel, size, _ = line.split()
        if device in cards:
            found.setdefault(device, {})[kernel, fp64] = int(size)
    failures = []
    for device in sorted(cards):
        kernels = found.get(device, {})
        if not kernels:
            failures.append(f"{device}: no kernels")
        failures += [f"{device}: {line}" for line in
                     kernel_memory.compare(kernels, allowed, ratchet=False)]
        print(f"{device}: {len(kernels)} kernels")
    print(*failures, sep="\n")
    return bool(failures) or done.returncode


if __name__ == "__main__":
    sys.exit(main())
