#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs bench/compare: tactus compared with Debian's FCL, libccd, Bullet and ODE. Writes bench/results/compare.md.
# Options go to the program: scripts/compare.sh --pairs 10000 --case box
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/setup.sh

peers=(libfcl-dev libccd-dev libbullet-dev libode-dev)
declare -A flags=([compare]="-O3 -march=native" [compare-plain]="-O3")  # the second is what most users will have

install_packages "${build_packages[@]}" "${peers[@]}"
require_space "$PWD" $needed_mib
for tree in compare compare-plain; do
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
case " $* " in *" --case "* | *" --query "* | *" --peers "*) result=build/compare/partial.md ;; esac
on_last_core() { taskset -c "$(($(nproc) - 1))" "$@" > /dev/null || fail "the comparison failed"; }  # the first has interrupts
say "tactus with plain flags"
on_last_core build/compare-plain/bench/compare/bench_compare "$@" --peers no --times build/compare/plain.tsv
say "all contestants"
on_last_core build/compare/bench/compare/bench_compare --note "$versions" --plain build/compare/plain.tsv --out "$result" "$@"
say "written to $result"
