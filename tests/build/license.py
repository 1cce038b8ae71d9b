#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every source file says its license in its first lines: one SPDX line, as https://spdx.dev has it.

Usage: license.py ROOT [--write]. Prints the files without the line and ends with 1 if there is one; with --write it
adds the line to them instead.
"""
import pathlib
import sys

LINE = "SPDX-License-Identifier: MIT"
COMMENT = {".h": "// ", ".cpp": "// ", ".inc": "// ", ".js": "// ", ".mjs": "// ", ".py": "# ", ".sh": "# ",
           ".cmake": "# ", ".css": "/* ", ".html": "<!-- ", ".in": "# ", ".yml": "# ",
           ".dox": "// "}
END = {".css": " */", ".html": " -->"}
NAMES = {"CMakeLists.txt", "Doxyfile", ".clang-format", ".clang-tidy"}  # files with comments, without such an ending
SKIPPED = {"build", ".git"}  # at the root


def comment_of(path):
    """How a line of comment begins in this file, or None where the file needs no license line."""
    if path.name in NAMES or str(path) in ("run", "test", ".ci/run"):
        return "# "
    return COMMENT.get(path.suffix)


def has_line(text):
    return any(LINE in line for line in text.splitlines()[:3])


def with_line(text, comment, end):
    first, _, rest = text.partition("\n")
    line = comment + LINE + end + "\n"
    return first + "\n" + line + rest if first.startswith(("#!", "<!doctype")) else line + text


def main():
    assert not has_line("int a;\n") and has_line(with_line("#!/bin/sh\nx\n", "# ", ""))  # the check can fail
    root = pathlib.Path(sys.argv[1])
    missing = []
    for name in sorted(path.relative_to(root) for path in root.rglob("*")):
        comment = comment_of(name)
        if comment is None or name.parts[0] in SKIPPED or "node_modules" in name.parts:
            continue
        text = (root / name).read_text()
        if has_line(text):
            continue
        if "--write" in sys.argv[2:]:
            (root / name).write_text(with_line(text, comment, END.get(name.suffix, "")))
        else:
            missing.append(name)
    for name in missing:
        print(f"{name}: no line '{LINE}'; tests/build/license.py ROOT --write adds it")
    return 1 if missing else 0


sys.exit(main())
