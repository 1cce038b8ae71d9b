#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every #include of the project's own headers against the order of layers.txt.

Usage: layers.py [ROOT]. Prints file:line for each include that breaks the order, and then fails.
"""
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')


def read_order(text):
    """{layer: the set of layers it may include}, itself included: the transitive closure of the chains."""
    below = {}
    for line in text.splitlines():
        steps = [step.strip(" {}").split() for step in line.split("#")[0].split("<")]
        for layer in sum(steps, []):
            below.setdefault(layer, {layer})
        for lower, upper in zip(steps, steps[1:]):
            for layer in upper:
                below[layer].update(lower)
    for via in below:  # Warshall
        for layer in below:
            if via in below[layer]:
                below[layer] |= below[via]
    return below


def layer_of(path):
    """tactus/math/vec3.h -> math, tactus/query.h -> query, io/mesh.h -> io."""
    parts = Path(path).parts
    return Path(parts[1]).stem if parts[0] == "tactus" else parts[0]


def problems_in(file, name, below):
    layer = layer_of(name)
    if layer not in below:
        yield f"{name}:1: layers.txt has no layer '{layer}'"
        return
    for number, line in enumerate(file.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, header = match.groups()
        if quote == '"':
            yield f'{name}:{number}: write #include <...> with the path from the root, not "{header}"'
        elif "/" in header and (header.startswith("tactus/") or layer_of(header) in below):
            if layer_of(header) not in below[layer]:
                yield f"{name}:{number}: {layer} may not include {layer_of(header)} (<{header}>)"


def main():
    here = Path(__file__).resolve().parent
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[1]
    below = read_order((here / "layers.txt").read_text())
    roots = ["tactus"] + [layer for layer in below if (root / layer).is_dir() and layer != "tactus"]
    files = sorted(f for r in roots for f in (root / r).rglob("*") if f.suffix in {".h", ".cpp", ".cu"})
    problems = [p for f in files for p in problems_in(f, f.relative_to(root).as_posix(), below)]
    print("\n".join(problems) or f"{len(files)} files keep to the layers")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
