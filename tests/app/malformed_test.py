#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program `tactus` with 200 malformed scene files, mutations of good ones, and one of 100 MB: each must end with
status 2 and a message that begins with the file and the line.
Usage: malformed_test.py TACTUS [FILES]"""
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

tactus = sys.argv[1]
files = int(sys.argv[2]) if len(sys.argv) > 2 else 200
rng = random.Random(20)
PLACEHOLDER = 987654321.125


def places(value, found=None):
    """All containers of a document with the keys of their values."""
    found = [] if found is None else found
    for key in value.keys() if isinstance(value, dict) else range(len(value)):
        found.append((value, key))
        if isinstance(value[key], (dict, list)):
            places(value[key], found)
    return found


def a_place(root, wanted=lambda value: True):
    return rng.choice([(c, k) for c, k in places(root) if wanted(c[k])])


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def changed(root, wanted, value):
    container, key = a_place(root, wanted)
    container[key] = value
    return json.dumps(root, indent=1)


def missing(root):
    if rng.random() < 0.5:
        del root[rng.choice(["format", "version", "bodies"])]
    else:
        del rng.choice(root["bodies"])["shape"]
    return json.dumps(root, indent=1)


def extra(root):
    container, key = a_place(root, lambda value: isinstance(value, dict))
    container[key]["surplus"] = 1
    return json.dumps(root, indent=1)


def misspelt(root):
    container, key = a_place(root, lambda value: isinstance(value, dict) and value)
    name = rng.choice(list(container[key]))
    container[key][name + "x"] = container[key].pop(name)
    return json.dumps(root, indent=1)


def written(root, words):
    return changed(root, is_number, PLACEHOLDER).replace(str(PLACEHOLDER), rng.choice(words))


def deep(root):
    text = '[' * 300 + ']' * 300 if rng.random() < 0.5 else '{"a":' * 300 + '1' + '}' * 300
    return changed(root, lambda value: True, PLACEHOLDER).replace(str(PLACEHOLDER), text)


def cut_off(root):
    text = json.dumps(root, indent=1)
    return text[:rng.randrange(len(text) - 1)]


MUTATIONS = {
    "missing member": missing,
    "extra member": extra,
    "misspelt member": misspelt,
    "text for a number": lambda root: changed(root, is_number, "7"),
    "number for an object": lambda root: changed(root, lambda value: isinstance(value, dict), 7),
    "null": lambda root: changed(root, lambda value: True, None),
    "NaN and what is no number": lambda root: written(root, ["NaN", "-NaN", "Infinity", "0x10", "1.", "--1", "01", "1e"]),
    "huge number": lambda root: written(root, ["1e300", "-1e300", "1e999", "-1e999", "9" * 400]),
    "unknown shape": lambda root: root["bodies"][-1].update(shape={"sphre": {"radius": 1}}) or json.dumps(root, indent=1),
    "unknown material": lambda root: root["bodies"][-1].update(material="adamant") or json.dumps(root, indent=1),
    "unknown format": lambda root: changed(root, lambda value: value == "tactus scene", "another scene"),
    "deep nesting": deep,
    "cut off": cut_off,
    "something after the end": lambda root: json.dumps(root, indent=1) + "{}",
    "no text": lambda root: bytes(rng.randrange(256) for _ in range(rng.randrange(200))).decode("latin-1"),
}


def expect_refusal(path, name, command, place=r":\d+"):
    arguments = [tactus, *command, path]
    ran = subprocess.run(arguments, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
    said = (ran.stdout + ran.stderr).decode(errors="replace")
    if ran.returncode != 2 or not re.search(r"bad\.json" + place, said) or len(said) > 1500:
        with open(path, errors="replace") as file:
            text = file.read(3000)
        sys.exit(f"{name}: expected status 2 and a place, got {ran.returncode} and\n{said[:3000]}\nfor\n{text}")


def write_megabytes(path, megabytes):
    """A scene that is valid except for its end."""
    body = '{"shape": {"sphere": {"radius": 0.5}}, "pose": {"position": [1, 2, 3]}},\n'
    with open(path, "w") as file:
        file.write('{"format": "tactus scene", "version": 1, "bodies": [\n')
        for _ in range(megabytes):
            file.write(body * (1000000 // len(body)))
        file.write('{"shape": {"sphere": {"radius": -1}}}]}')


def main():
    with tempfile.TemporaryDirectory() as folder:
        good = []
        for scene in ["every_shape", "wall", "wedge"]:
            path = os.path.join(folder, scene + ".json")
            subprocess.run([tactus, "scene", scene, "--bodies", "3", "--save", path], check=True, capture_output=True)
            with open(path) as file:
                good.append(json.load(file))
        bad = os.path.join(folder, "bad.json")
        for i in range(files):
            name = list(MUTATIONS)[i % len(MUTATIONS)]
            with open(bad, "w") as file:
                file.write(MUTATIONS[name](copy.deepcopy(rng.choice(good))))
            expect_refusal(bad, name, [["scene"], ["simulate", "--seconds", "0.02"]][i // len(MUTATIONS) % 2])
        begun = time.time()
        write_megabytes(bad, 100)
        expect_refusal(bad, "100 MB", ["scene"], r": \d+ bytes; at most \d+")
        write_megabytes(bad, 10)
        expect_refusal(bad, "10 MB, wrong at the end", ["scene"])
        print(f"{files} files, and two of 100 and 10 MB in {time.time() - begun:.1f} s")


main()
