#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every relative link of the repository's Markdown files leads to a file, and every #part to a heading. SVG
pictures must adapt to dark pages (docs/pictures/dark_pages.h). A source file named in `code` must exist: its path may
be shortened from the left, as in `narrow/gjk.h`. A header that README.md, docs/ or examples/ include must be in
docs/public_headers.txt, so that the reference has its names. Every page that a table of README.md leads to has code,
which tests/build/consumer compiles.

Usage: links.py ROOT. Prints each fault with its place and ends with 1 if there is one. It first checks that it finds
the faults of a document made for that.
"""
import re
import sys
import tempfile
from pathlib import Path

LINK = re.compile(r"(?<!`)!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
SOURCE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:h|cpp|inc|py|sh))`")
INCLUDE = re.compile(r"^#include <((?:tactus|io|sim|scenes)/[^>]+)>", re.M)
CODE = re.compile(r"^```cpp\n", re.M)
SKIPPED = {"build", "node_modules", ".git"}


def anchors_of(text):
    """The names that heading lines get: lower case, words joined by hyphens, other marks dropped."""
    headings = re.findall(r"^#+\s+(.*)$", FENCE.sub("", text), re.M)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", h).lower()).strip().replace(" ", "-") for h in headings}


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def tails_of(paths):
    """Every path, and what remains of it if folders are left out from the left."""
    return {"/".join(parts[i:]) for parts in (p.parts for p in paths) for i in range(len(parts))}


def faults_of(document, sources):
    text = FENCE.sub(blank, document.read_text())
    for match in SOURCE.finditer(text):
        if match.group(1) not in sources:
            line = text.count("\n", 0, match.start()) + 1
            yield f"{document}:{line}: there is no file {match.group(1)}"
    for match in LINK.finditer(text):
        target = match.group(1)
        if re.match(r"[a-z]+:", target):
            continue
        path, _, part = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        line = text.count("\n", 0, match.start()) + 1
        if not file.exists():
            yield f"{document}:{line}: {target} leads to no file"
        elif file.suffix == ".svg" and "prefers-color-scheme" not in file.read_text():
            yield f"{document}:{line}: {target} stays white on a dark page"
        elif part and file.suffix == ".md" and part not in anchors_of(file.read_text()):
            yield f"{document}:{line}: {target}: there is no such heading"


def unlisted_headers(file, listed):
    """The headers that a user who follows this file includes, and that the reference does not have."""
    text = file.read_text()
    for match in INCLUDE.finditer(text):
        if match.group(1) not in listed:
            line = text.count("\n", 0, match.start()) + 1
            yield f"{file}:{line}: {match.group(1)} is not in docs/public_headers.txt"


def pages_without_code(document):
    """The pages that the tables of a document lead to, and that show no code."""
    for number, row in enumerate(document.read_text().splitlines(), 1):
        for target in LINK.findall(row) if row.startswith("|") else []:
            page = document.parent / target.partition("#")[0]
            if page.suffix == ".md" and page.exists() and not CODE.search(page.read_text()):
                yield f"{document}:{number}: {target} has no block of C++ code"


def check_this_script():
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "page.md"
        document.write_text("# A part\n[good](#a-part) [bad](#b) [bad](none.md) ![bad](a.svg)\n```\n[not a link](x.md)\n```\n"
                            "`b/c.h` `bad/c.h`\n"
                            "```cpp\n#include <tactus/a.h>\n#include <sim/bad.h>\n#include <vector>\n```\n")
        (Path(folder) / "a.svg").write_text("<svg/>")
        assert len(list(faults_of(document, tails_of([Path("a/b/c.h")])))) == 4, "links.py does not find what it should"
        table = Path(folder) / "table.md"
        table.write_text("[not in a table](empty.md)\n| [code](page.md) | [no code](empty.md) |\n")
        (Path(folder) / "empty.md").write_text("`code`\n```sh\n```\n")
        assert len(list(pages_without_code(table))) == 1, "links.py finds no page without code"
        assert len(list(unlisted_headers(document, {"tactus/a.h"}))) == 1, "links.py finds no header without reference"


def main():
    check_this_script()
    root = Path(sys.argv[1])
    documents = [d for d in sorted(root.rglob("*.md")) if not SKIPPED & set(d.relative_to(root).parts)]
    folders = [f for f in sorted(root.iterdir()) if f.is_dir() and f.name not in SKIPPED]
    sources = tails_of(f.relative_to(root) for folder in folders for f in folder.rglob("*.*"))
    listed = set((root / "docs/public_headers.txt").read_text().splitlines())
    for_users = [root / "README.md", *sorted(root.glob("docs/**/*.md")), *sorted(root.glob("examples/*.cpp"))]
    faults = [fault for d in documents for fault in faults_of(d, sources)]
    faults += [fault for f in for_users for fault in unlisted_headers(f, listed)]
    faults += pages_without_code(root / "README.md")
    print("\n".join(faults))
    print(f"{len(documents)} documents, {len(faults)} faults")
    sys.exit(1 if faults or not documents else 0)


if __name__ == "__main__":
    main()
