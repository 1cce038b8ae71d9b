#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs an example and compares what it prints with the comment at the end of its source.

Usage: run_example.py PROGRAM SOURCE [--write]. The comment is the line `// Output:` and the lines `// ...` after it; a
source without one only has to end well. --write puts the comment there instead of comparing.
"""
import difflib
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^// Output:\n((?:^//.*\n?)*)", re.M)


def main():
    program, source = sys.argv[1], Path(sys.argv[2])
    run = subprocess.run([program], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{program} ended with {run.returncode}\n{run.stdout}{run.stderr}")
    text, printed = source.read_text(), run.stdout.splitlines()
    found = BLOCK.search(text)
    if "--write" in sys.argv:
        code = text[: found.start()] if found else text
        source.write_text(code.rstrip("\n") + "\n\n// Output:\n" + "".join(f"// {x}".rstrip() + "\n" for x in printed))
        return
    if not found:
        print(f"{source.name} promises no output")
        return
    expected = [line.removeprefix("//").removeprefix(" ") for line in found[1].splitlines()]
    difference = list(difflib.unified_diff(expected, [x.rstrip() for x in printed], "expected", "printed", lineterm=""))
    if difference:
        sys.exit("\n".join(difference))
    print(f"{len(expected)} lines as expected")


if __name__ == "__main__":
    main()
