#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs tactus beside its build and builds a user's project with the installed copy (consumer/), which compiles
# every code block of the documents and runs the whole programs among them.
# Usage: consumer.sh ROOT BUILD COMPILER
set -euo pipefail
root=$1 build=$2 compiler=$3
work=$build/consumer

python3 "$root/tests/build/code_blocks.py" "$root" "$work/code"
rm -rf "$work/prefix"  # so that a header deleted from the sources is gone here too
cmake --install "$build" --prefix "$work/prefix" > "$work/install.log"
cmake -S "$root/tests/build/consumer" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -DCODE_BLOCKS="$work/code" \
  > "$work/configure.log"
grep -q "^tactus_DIR:PATH=$work/prefix/" "$work/build/CMakeCache.txt"  # not some other copy on this machine
cmake --build "$work/build"
ctest --test-dir "$work/build" --output-on-failure --no-tests=error
