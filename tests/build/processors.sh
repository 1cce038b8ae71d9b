#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The answers must be the same bit by bit on x86-64 with any instruction set and on aarch64. processors/answers.cpp
# prints hashes of them: linked to the library as it was built here; for x86-64-v3, as with -march=native on most
# machines; and for aarch64 in QEMU. The last two are without Qhull, Highway and oneTBB.
# Usage: processors.sh ROOT BUILD
set -euo pipefail
root=$1 build=$2
flags=(-std=c++20 -O2 -ffp-contract=off -fno-math-errno -I"$root" -DTACTUS_WITHOUT_QHULL)

mapfile -t sources < <(find "$root"/tactus/{math,lookup,shape,narrow,contact,pair} -name '*.cpp' \
  ! -name hull_builder.cpp ! -name wide_double.cpp ! -name study.cpp ! -path '*/algorithms/*')  # Qhull, AVX2, study
sources+=("$root/tests/build/processors/answers.cpp")

# Builds the program in a folder of that name and keeps what it prints.
answers_of() {  # NAME RUN COMPILER...
  local name=$1 run=$2 work=$build/processors/$1 source object
  shift 2
  rm -rf "$work"
  mkdir -p "$work"
  for source in "${sources[@]}"; do
    object=${source#"$root"/}
    "$@" "${flags[@]}" -c "$source" -o "$work/${object//\//_}.o" &
    (($(jobs -rp | wc -l) < $(nproc))) || wait -n
  done
  while [[ $(jobs -rp) ]]; do wait -n; done
  "$@" -static "$work"/*.o -o "$work/answers"
  $run "$work/answers" > "$build/processors/$name.txt"
}

mkdir -p "$build/processors"
"$build/tests/build/answers" > "$build/processors/here.txt"
others=(aarch64)
answers_of aarch64 qemu-aarch64 aarch64-linux-gnu-g++
if grep -q -w avx2 /proc/cpuinfo; then
  others+=(x86-64-v3)
  answers_of x86-64-v3 '' g++ -march=x86-64-v3
fi
for other in "${others[@]}"; do
  diff "$build/processors/here.txt" "$build/processors/$other.txt" ||
    { echo "the answers of $other (>) differ from those of the library as built here (<)"; exit 1; }
  echo "the same answers: $other"
done
