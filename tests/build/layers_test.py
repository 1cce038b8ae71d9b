#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The layer check must find what it is there to find: a check that cannot fail checks nothing."""
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = [  # file, its one line, what the check must say (None: nothing)
    ("tactus/shape/a.h", "#include <tactus/math/vec3.h>", None),
    ("tactus/tactus.h", "#include <tactus/planar/gjk.h>", None),
    ("tactus/interop/eigen.h", "#include <tactus/world/world.h>", None),
    ("io/mesh.h", "#include <tactus/tactus.h>", None),
    ("tactus/math/a.h", "#include <tactus/core/status.h>", "tactus/math/a.h:1: math may not include core"),
    ("tactus/contact/a.h", "#include <tactus/sweep/motion.h>", "contact may not include sweep"),
    ("tactus/broad/a.h", "#include <tactus/shape/box.h>", "broad may not include shape"),
    ("tactus/world/a.cpp", "#  include <io/mesh.h>", "world may not include io"),
    ("tactus/world/a.h", "#include <tactus/interop/eigen.h>", "world may not include interop"),
    ("tactus/shape/a.h", "#include <tactus/tactus.h>", "shape may not include tactus"),
    ("tactus/shape/a.h", '#include "box.h"', "write #include <...>"),
    ("tactus/elsewhere/a.h", "", "no layer 'elsewhere'"),
]

for file, line, expected in CASES:
    with tempfile.TemporaryDirectory() as root:
        path = Path(root, file)
        path.parent.mkdir(parents=True)
        Path(root, "tactus").mkdir(exist_ok=True)
        path.write_text(line + "\n")
        check = subprocess.run([sys.executable, Path(__file__).with_name("layers.py"), root],
                               capture_output=True, text=True)
        said = check.stdout + check.stderr
        right = check.returncode == 0 if expected is None else check.returncode == 1 and expected in said
        if not right:
            sys.exit(f"{file} with '{line}': expected {expected}, the check ended {check.returncode} saying: {said}")
print(f"{len(CASES)} cases")
