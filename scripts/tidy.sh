#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy over the library and the programs, with .clang-tidy. Every header of tactus/ is included by one of these files;
# checking the other scalars' files as well would take three times as long and report the same.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/setup.sh

# Of its own, because clang-tidy takes g++'s precompiled headers for clang's.
quietly "configuring tidy" cmake --preset release -B build/tidy -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
mapfile -t files < <(git ls-files 'tactus/*.cpp' 'scenes/*.cpp' 'io/*.cpp' 'sim/*.cpp' 'app/*.cpp' | grep -v '/float[.]cpp$\|/study[.]cpp$\|/wide_double[.]cpp$')  # the last is gcc's alone
# One by one, with as many as there are cores: run-clang-tidy prints a line per file even if there is nothing to report.
printf '%s\n' "${files[@]}" |
  xargs -P "$(job_count)" -n 1 clang-tidy --quiet --warnings-as-errors='*' --extra-arg=-Wno-unknown-warning-option -p build/tidy 2> build/tidy.log ||
  fail "clang-tidy has something to say, see above; --fix mends some of it"
