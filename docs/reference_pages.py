#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Doxygen's view of a page of Markdown: links that work on GitHub work in the reference, too.

Usage: reference_pages.py ROOT FOLDER PAGE...; writes FOLDER/pages/PAGE for each, and copies the files that pages link to
into FOLDER/files. Doxygen puts all of its pages into FOLDER. Links to a heading become references to a label that the
heading gets; links to files and pictures lead to the copies. In the tree of pages, a page is below the hub that lists it.
"""
import re
import shutil
import sys
from pathlib import Path

FENCE = re.compile(r"(^(?:```|~~~).*?^(?:```|~~~)|`[^`\n]+`)", re.M | re.S)
HEADING = re.compile(r"^(#+\s+)(.*)$", re.M)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")

# Hubs, each with the folder whose pages it lists.
HUBS = {
    "docs/guide/README.md": "docs/guide",
    "docs/algorithms/README.md": "docs/algorithms",
    "docs/guide/lab.md": "docs/lab",
    "docs/performance.md": "bench/results",
}


def anchor(heading):
    """The name that GitHub gives to a heading."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")


def label(page, part):
    """A name for a heading, or with an empty part for the page, that no other page has."""
    if page == Path("README.md") and not part:
        return "index"  # Doxygen's name of the main page
    return re.sub(r"\W", "_", f"{page.with_suffix('')}_{part}")


class Page:
    def __init__(self, root, folder, path):
        self.root, self.folder, self.path = root, folder, path
        self.level = 0  # of the last heading
        self.listed = {path}  # pages that this one has put below itself

    def link(self, match):
        picture, words, target = match.groups()
        if re.match(r"[a-z]+:", target):
            return match.group()
        path, _, part = target.partition("#")
        file = (self.root / self.path.parent / path).resolve().relative_to(self.root) if path else self.path
        if file.suffix == ".md":
            if not part and file not in self.listed and HUBS.get(str(self.path)) == str(file.parent):
                self.listed.add(file)
                return f'@subpage {label(file, "")} "{" ".join(words.split())}"'
            return f"[{words}](@ref {label(file, part)})"
        if (self.root / file).is_dir():
            return words
        copy = self.folder / "files" / file
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.root / file, copy)
        return f'<img src="files/{file}" alt="{words}" style="max-width:100%"/>' if picture else f'<a href="files/{file}">{words}</a>'

    def heading(self, match):
        marks, words = match.groups()
        first, self.level = self.level == 0, min(len(marks.strip()), self.level + 1)  # Doxygen takes no level left out
        name = label(self.path, "" if first else anchor(words))
        if first:
            words = words.replace("`", "")  # the tree of pages shows titles as plain text
        return f"{'#' * self.level} {words} {{#{'mainpage' if name == 'index' else name}}}"

    def text(self):
        parts = FENCE.split((self.root / self.path).read_text())  # every second one is code
        for i in range(0, len(parts), 2):
            parts[i] = LINK.sub(self.link, parts[i])
        text = "".join(parts)
        parts = re.split(r"(^(?:```|~~~).*?^(?:```|~~~))", text, flags=re.M | re.S)
        for i in range(0, len(parts), 2):
            parts[i] = HEADING.sub(self.heading, parts[i])
        return "".join(parts)


def main():
    root, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    for name in sys.argv[3:]:
        out = folder / "pages" / name
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(Page(root, folder, Path(name)).text())


if __name__ == "__main__":
    main()
