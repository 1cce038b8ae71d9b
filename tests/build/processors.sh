#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The answers must be the same bit by bit on x86-64 and on aarch64. processors/answers.cpp prints hashes of them: linked
# to the library as it was built here, and for aarch64, without Qhull, Highway and oneTBB, in QEMU.
# Usage: processors.sh ROOT BUILD
set -euo pipefail
root=$1 build=$2
work=$build/processors
rm -rf "$work"
mkdir -p "$work"
flags=(-std=c++20 -O2 -ffp-contract=off -fno-math-errno -I"$root")
compile() {
  local object=${1#"$root"/}
  aarch64-linux-gnu-g++ "${flags[@]}" -c "$1" -o "$work/${object//\//_}.o"
}

mapfile -t sources < <(find "$root"/tactus/{math,lookup,shape,narrow,contact,pair} -name '*.cpp')
for source in "${sources[@]}"; do
  [[ $source == */hull_builder.cpp ]] && continue  # Qhull
  [[ $source == */algorithms/* || $source == */study.cpp ]] && continue  # tactus::study
  [[ $source == */wide_double.cpp ]] && continue  # x86-64 only
  compile "$source" &
  (($(jobs -rp | wc -l) < $(nproc))) || wait -n
done
while [[ $(jobs -rp) ]]; do wait -n; done
aarch64-linux-gnu-g++ "${flags[@]}" -static -DTACTUS_WITHOUT_QHULL "$root/tests/build/processors/answers.cpp" \
  "$work"/*.o -o "$work/answers"
qemu-aarch64 "$work/answers" > "$work/aarch64.txt"
"$build/tests/build/answers" > "$work/here.txt"
diff "$work/here.txt" "$work/aarch64.txt" || { echo "answers on aarch64 (>) differ from those here (<)"; exit 1; }
echo "the same answers on aarch64 as here"
