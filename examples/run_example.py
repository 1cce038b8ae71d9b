#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs an example and compares what it prints and draws with the comments at the end of its source.

Usage: run_example.py PROGRAM SOURCE [--write]. `// Output:` and the lines `// ...` after it are what the program prints;
`// Output of ARGUMENTS:` are what it prints with these arguments. A source has at least one such comment. It may end with
`// Draws FILE.svg: COUNT ELEMENT`: the run writes that file, a sound picture with so many elements of that name. --write
puts what the program prints now into the comments, and counts the elements again.
"""
import difflib
import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

BLOCK = re.compile(
    r"^// Output(?: of (?P<arguments>[^\n]+))?:\n(?P<lines>(?:^//(?! Draws ).*\n)*)"
    r"(?:^// Draws (?P<svg>\S+): (?P<count>\d+) (?P<element>\w+)\n)?",
    re.M,
)


def elements_of(svg, element):
    """How many elements of this name the picture has. Ends the program if it is not a sound picture for any page."""
    if not svg.exists():
        sys.exit(f"{svg} was not written")
    text = svg.read_text()
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        sys.exit(f"{svg} is not XML: {error}")
    for node in root.iter():
        for name, value in node.items():
            if re.search(r"\b(nan|inf)\b", value):
                sys.exit(f"{svg}: {node.tag} has {name}='{value}'")
    if "prefers-color-scheme" not in text:
        sys.exit(f"{svg} stays white on a dark page")
    return len(root.findall(f".//{{http://www.w3.org/2000/svg}}{element}"))


def block_of_run(program, block):
    """The comment as this run has it, and the lines that it printed."""
    svg = Path(block["svg"]) if block["svg"] else None
    if svg:
        svg.unlink(missing_ok=True)  # of an earlier run
    command = [program, *(block["arguments"] or "").split()]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {run.returncode}\n{run.stdout}{run.stderr}")
    head = f"// Output of {block['arguments']}:" if block["arguments"] else "// Output:"
    lines = [head, *(f"// {line}".rstrip() for line in run.stdout.splitlines())]
    if svg:
        lines.append(f"// Draws {svg}: {elements_of(svg, block['element'])} {block['element']}")
    return "".join(line + "\n" for line in lines)


def main():
    program, source = sys.argv[1], Path(sys.argv[2])
    text = source.read_text()
    if not BLOCK.search(text):
        sys.exit(f"{source} does not say what it prints: end it with `// Output:`, and run this with --write")
    now = BLOCK.sub(lambda block: block_of_run(program, block), text)
    if "--write" in sys.argv:
        source.write_text(now)
        return
    difference = list(difflib.unified_diff(text.splitlines(), now.splitlines(), str(source), "this run", lineterm=""))
    if difference:
        sys.exit("\n".join(difference))
    print(f"{len(BLOCK.findall(text))} outputs as expected")


if __name__ == "__main__":
    main()
