#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the ```cpp blocks of the README and of docs/ into source files that the consumer project compiles.

Usage: code_blocks.py ROOT OUT. A block with `int main` becomes program_*.cpp as it stands; a block without a language
right behind it is what the program prints, and becomes program_*.txt. Any other block becomes snippet_*.cpp: its
includes, tactus/tactus.h, and the rest in a function with the names of tactus::f64.
A block that opens with ```cpp arriving shows what a later version will do: it is listed and left out.
"""
import re
import sys
from pathlib import Path

BLOCK = re.compile(
    r"^```cpp(?P<tag>[^\n]*)\n(?P<code>.*?)^```[ ]*$(?:\n```\n(?P<output>.*?)^```[ ]*$)?", re.M | re.S
)
INCLUDE = re.compile(r"^#include .*$", re.M)


def source_of(code, name, line):
    """The compilable text; #line makes the compiler point into the document."""
    if "int main" in code:
        return f'#line {line} "{name}"\n{code}'
    includes = "\n".join(["#include <tactus/tactus.h>"] + INCLUDE.findall(code))
    body = INCLUDE.sub("", code)
    return f'{includes}\nvoid snippet() {{\nusing namespace tactus::f64;\n#line {line} "{name}"\n{body}}}\n'


def blocks_of(document, name):
    text = document.read_text()
    stem = re.sub(r"\W", "_", name.removesuffix(".md"))
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start()) + 2
        if match["tag"].strip() == "arriving":
            print(f"{name}:{line}: left out, marked as arriving")
            continue
        kind = "program" if "int main" in match["code"] else "snippet"
        yield f"{kind}_{stem}_{line}.cpp", source_of(match["code"], name, line)
        if kind == "program" and match["output"]:
            yield f"{kind}_{stem}_{line}.txt", match["output"]


def main():
    root, out = Path(sys.argv[1]), Path(sys.argv[2])
    documents = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    sources = dict(b for d in documents for b in blocks_of(d, d.relative_to(root).as_posix()))
    out.mkdir(parents=True, exist_ok=True)
    for old in [*out.glob("*.cpp"), *out.glob("*.txt")]:
        if old.name not in sources:
            old.unlink()
    for name, text in sources.items():  # an unchanged file keeps its time, so that it is not compiled again
        file = out / name
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
    print(f"{sum(name.endswith('.cpp') for name in sources)} code blocks from {len(documents)} documents")


if __name__ == "__main__":
    main()
