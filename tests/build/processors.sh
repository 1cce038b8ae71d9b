#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The answers must be the same bit by bit on x86-64 with any instruction set and on aarch64. processors/answers.cpp
# prints hashes of them: linked to the library as it was built here; for x86-64-v3, as with -march=native on most
# machines; and for aarch64 in QEMU. The last two are without Qhull and oneTBB. The kernels of batches are compiled for
# AVX2 and NEON with the headers of Highway, if the library here has them.
# Usage: processors.sh ROOT BUILD
set -euo pipefail
root=$1 build=$2
work=$build/processors
rm -rf "$work"
mkdir -p "$work"
"$build/tests/build/answers" > "$work/here.txt"

flags=(-std=c++20 -O2 -ffp-contract=off -fno-math-errno -I"$root" -DTACTUS_WITHOUT_QHULL)
if grep -q '^batch' "$work/here.txt"; then
  # One target only, so no library of Highway is needed. Its headers go into a folder of their own, without this
  # system's other headers.
  mkdir "$work/include"
  ln -s "$(echo '#include <hwy/highway.h>' | c++ -E -M -x c++ - | grep -o '/[^ ]*/hwy/highway[.]h' | xargs dirname)" "$work/include"
  flags+=(-isystem "$work/include" -DTACTUS_HAVE_HIGHWAY -DHWY_COMPILE_ONLY_STATIC)
fi

mapfile -t sources < <(find "$root"/tactus/{math,core,lookup,shape,narrow,contact,pair,broad,batch} -name '*.cpp' \
  ! -name hull_builder.cpp ! -name wide_double.cpp ! -name study.cpp ! -path '*/algorithms/*')  # Qhull, AVX2, study
sources+=("$root/tests/build/processors/answers.cpp")

# Builds the program in a folder of that name and keeps what it prints.
answers_of() {  # NAME RUN COMPILER...
  local name=$1 run=$2 folder=$work/$1 source object
  shift 2
  mkdir "$folder"
  for source in "${sources[@]}"; do
    object=${source#"$root"/}
    "$@" "${flags[@]}" -c "$source" -o "$folder/${object//\//_}.o" &
    (($(jobs -rp | wc -l) < $(nproc))) || wait -n
  done
  while [[ $(jobs -rp) ]]; do wait -n; done
  "$@" -static "$folder"/*.o -o "$folder/answers"
  $run "$folder/answers" > "$work/$name.txt"
}

others=(aarch64)
# Highway's NEON includes AES, and gcc inlines no such function into code without it.
answers_of aarch64 qemu-aarch64 aarch64-linux-gnu-g++ -march=armv8-a+crypto
if grep -q -w avx2 /proc/cpuinfo; then
  others+=(x86-64-v3)
  answers_of x86-64-v3 '' g++ -march=x86-64-v3 -maes -mpclmul  # as above
fi
for other in "${others[@]}"; do
  diff "$work/here.txt" "$work/$other.txt" ||
    { echo "the answers of $other (>) differ from those of the library as built here (<)"; exit 1; }
  echo "the same answers: $other"
done
