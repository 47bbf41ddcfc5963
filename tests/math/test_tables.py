#!/usr/bin/env python3
"""The constants of src/kernel/math are what their generator prints; skipped without mpmath."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

try:
    import mpmath  # noqa: F401
except ImportError:
    print("skipped: python3-mpmath is not installed")
    sys.exit(77)

GENERATOR = ROOT / "tools" / "gen" / "math_tables.py"
sys.exit(subprocess.run([sys.executable, GENERATOR, "--check", ROOT / "src" / "kernel" / "math"],
                        check=False).returncode)
