#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long each file of the library takes to compile: seconds of CPU, without ccache, one after the other.

usage: scripts/build_times.py BUILD_FOLDER [WORD...]    only files whose path holds one of the words
"""
import json
import os
import resource
import shlex
import subprocess
import sys


def commands(folder, words):
    with open(os.path.join(folder, "compile_commands.json")) as f:
        for entry in json.load(f):
            path = os.path.relpath(entry["file"])
            if "CMakeFiles/tactus.dir/" in entry["command"] and (not words or any(w in path for w in words)):
                yield path, entry


def compiler_of(words):
    """Without what stands before the compiler: cmake -E env ..., ccache."""
    while not os.path.basename(words[0]).startswith(("c++", "g++", "clang")):
        words = words[1:]
    return words


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    times = []
    for path, entry in commands(sys.argv[1], sys.argv[2:]):
        words = compiler_of(shlex.split(entry["command"]))
        words[words.index("-o") + 1] = os.devnull
        before = cpu_seconds()
        subprocess.run(words, cwd=entry["directory"], check=True)
        times.append((cpu_seconds() - before, path))
        print(f"\r{len(times)} files", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for seconds, path in sorted(times, reverse=True):
        print(f"{seconds:7.1f}  {path}")
    print(f"{sum(s for s, _ in times):7.1f}  in all")


main()
