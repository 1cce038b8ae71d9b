#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long each file takes to compile: seconds of CPU, without ccache, one after the other.

usage: scripts/build_times.py BUILD_FOLDER [--target NAME]... [WORD...]    only files whose path holds one of the words

Without --target: those of the library, `tactus`. The target `app/tactus` is all that ./run builds. Build the targets
first, so that their precompiled headers are there; a precompiled header counts as one file of its target.
"""
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile


def needed_by(folder, program):
    """The objects that ninja makes for this program."""
    out = subprocess.run(["ninja", "-C", folder, "-t", "inputs", program], capture_output=True, text=True, check=True)
    return {os.path.normpath(line) for line in out.stdout.split()}


def commands(folder, targets, words):
    """(target, path, entry) of each file."""
    programs = [t for t in targets if "/" in t]
    wanted = set().union(*(needed_by(folder, p) for p in programs))
    with open(os.path.join(folder, "compile_commands.json")) as f:
        for entry in json.load(f):
            path = os.path.relpath(entry["file"])
            output = re.search(r" -o (\S+)", entry["command"]).group(1)
            target = re.search(r"CMakeFiles/([^/]+)[.]dir/", output).group(1)
            if (target in targets or os.path.normpath(output) in wanted) and (not words or any(w in path for w in words)):
                yield target, path, entry


def compiler_of(words):
    """Without what stands before the compiler: cmake -E env ..., ccache."""
    while not os.path.basename(words[0]).startswith(("c++", "g++", "clang")):
        words = words[1:]
    return words


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def read_arguments(arguments):
    targets, words = [], []
    while arguments:
        word = arguments.pop(0)
        targets.append(arguments.pop(0)) if word == "--target" else words.append(word)
    return targets or ["tactus"], words


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    targets, words = read_arguments(sys.argv[2:])
    times, sums = [], {}
    for target, path, entry in commands(sys.argv[1], targets, words):
        command = compiler_of(shlex.split(entry["command"]))
        before = cpu_seconds()
        with tempfile.TemporaryDirectory() as made:  # g++ maps a precompiled header into memory: it must be a file
            command[command.index("-o") + 1] = os.path.join(made, "object")
            if subprocess.run(command, cwd=entry["directory"]).returncode != 0:
                sys.exit(f"{path} does not compile; the reason is above")
        seconds = cpu_seconds() - before
        times.append((seconds, path))
        sums[target] = sums.get(target, 0) + seconds
        print(f"\r{len(times)} files", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for seconds, path in sorted(times, reverse=True):
        print(f"{seconds:7.1f}  {path}")
    for target, seconds in sorted(sums.items(), key=lambda s: -s[1]):
        print(f"{seconds:7.1f}  {target}")
    print(f"{sum(sums.values()):7.1f}  in all")


main()
