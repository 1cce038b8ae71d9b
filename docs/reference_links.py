#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every link and picture of the pages that Doxygen wrote leads to a file, which Doxygen does not check.

Usage: reference_links.py FOLDER. Prints each target that is missing with a page that names it, and ends with 1.
"""
import re
import sys
from pathlib import Path


def main():
    folder, missing, count = Path(sys.argv[1]), {}, 0
    for page in sorted(folder.glob("*.html")):
        for target in re.findall(r'(?:href|src)="([^"#]+)(?:#[^"]*)?"', page.read_text()):
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            if not (folder / target).exists():
                missing.setdefault(target, page.name)
    for target, page in missing.items():
        print(f"{page}: {target} leads to no file")
    print(f"{count} links, {len(missing)} broken")
    sys.exit(1 if missing or count == 0 else 0)


if __name__ == "__main__":
    main()
