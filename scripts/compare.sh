#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs bench/compare: tactus compared with Debian's FCL, libccd, Bullet and ODE. Writes bench/results/compare.md.
# usage: scripts/compare.sh [--short] [OPTION...]
# --short: a fifth of the pairs, and three repeats, to see whether all works.
# Other options go to the program: scripts/compare.sh --pairs 10000 --case box
# With any option the table is build/compare/partial.md.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/setup.sh

peers=(libfcl-dev libccd-dev libbullet-dev libode-dev)
# The first is what users have, and the table's; the other, in the same turns with the same contestants, is one column of it.
declare -A flags=([compare]="-O3" [compare-native]="-O3 -march=native")
[[ ${1:-} != --short ]] || set -- --pairs 200 --repeats 3 "${@:2}"

install_packages "${build_packages[@]}" "${peers[@]}"
require_space "$PWD" $needed_mib
for tree in compare compare-native; do
  say "building build/$tree"
  quietly "configuring build/$tree" cmake -S . -B "build/$tree" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS_RELEASE="${flags[$tree]} -DNDEBUG" -DTACTUS_BUILD_TESTS=OFF -DTACTUS_BUILD_APP=OFF
  quietly "building build/$tree" ninja -C "build/$tree" -j "$(job_count)" bench_compare
done

if have dpkg-query; then
  versions="Peers: $(dpkg-query -W -f '${Package} ${Version}, ' "${peers[@]}" | sed 's/, $/./')"
else
  versions=
fi
result=bench/results/compare.md
(($# == 0)) || result=build/compare/partial.md
times=build/compare/native.tsv
on_last_core() { taskset -c "$(($(nproc) - 1))" "$@" > /dev/null || fail "the comparison failed"; }  # the first has interrupts
say "all contestants, with -march=native"
on_last_core build/compare-native/bench/compare/bench_compare "$@" --times $times
say "all contestants, with plain flags"
on_last_core build/compare/bench/compare/bench_compare "$@" --note "$versions" --native $times --out "$result"
say "written to $result"
