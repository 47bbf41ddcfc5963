#!/usr/bin/env python3
"""The constants of src/kernel are what their generators print; skipped without mpmath."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

try:
    import mpmath  # noqa: F401
except ImportError:
    print("skipped: python3-mpmath is not installed")
    sys.exit(77)

TABLES = {"math_tables.py": "math", "ciede_tables.py": "ciede"}
stale = [script for script, room in TABLES.items()
         if subprocess.run([sys.executable, ROOT / "tools" / "gen" / script, "--check",
                            ROOT / "src" / "kernel" / room], check=False).returncode != 0]
sys.exit(1 if stale else 0)
