#!/usr/bin/env bash
# Builds and runs bench/compare: tactus beside Debian's FCL, libccd, Bullet and ODE. Writes bench/results/compare.md.
# Options go to the program: scripts/compare.sh --pairs 10000 --case box
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/setup.sh

peers=(libfcl-dev libccd-dev libbullet-dev libode-dev)
flags="-O3 -march=native"

install_packages "${build_packages[@]}" "${peers[@]}"
require_space "$PWD" $needed_mib
say "building build/compare"
quietly "configuring build/compare" cmake -S . -B build/compare -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_FLAGS_RELEASE="$flags -DNDEBUG" -DTACTUS_BUILD_TESTS=OFF -DTACTUS_BUILD_APP=OFF
quietly "building build/compare" ninja -C build/compare -j "$(job_count)" bench_compare

if have dpkg-query; then
  versions="Peers: $(dpkg-query -W -f '${Package} ${Version}, ' "${peers[@]}" | sed 's/, $/./')"
else
  versions=
fi
result=bench/results/compare.md
case " $* " in *" --case "* | *" --query "* | *" --peers "*) result=build/compare/partial.md ;; esac
# The last core: the first one has the interrupts.
taskset -c "$(($(nproc) - 1))" build/compare/bench/compare/bench_compare --note "$versions" --out "$result" "$@" ||
  fail "the comparison failed"
say "written to $result"
