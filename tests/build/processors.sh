#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The answers must be the same bit by bit on x86-64 and on aarch64. processors/answers.cpp prints hashes of them: linked
# to the library as it was built here, and for aarch64, without Qhull and oneTBB, in QEMU. The kernels of batches are
# compiled for NEON with the headers of Highway, if the library here has them.
# Usage: processors.sh ROOT BUILD
set -euo pipefail
root=$1 build=$2
work=$build/processors
rm -rf "$work"
mkdir -p "$work"
flags=(-std=c++20 -O2 -ffp-contract=off -fno-math-errno -I"$root")
"$build/tests/build/answers" > "$work/here.txt"
if grep -q '^batch' "$work/here.txt"; then
  # One target only, so no library of Highway is needed. Its headers go into a folder of their own, without this
  # system's other headers. Highway's NEON includes AES, and gcc inlines no such function into code without it.
  mkdir "$work/include"
  ln -s "$(echo '#include <hwy/highway.h>' | c++ -E -M -x c++ - | grep -o '/[^ ]*/hwy/highway[.]h' | xargs dirname)" "$work/include"
  flags+=(-march=armv8-a+crypto -isystem "$work/include" -DTACTUS_HAVE_HIGHWAY -DHWY_COMPILE_ONLY_STATIC)
fi
compile() {
  local object=${1#"$root"/}
  aarch64-linux-gnu-g++ "${flags[@]}" -c "$1" -o "$work/${object//\//_}.o"
}

mapfile -t sources < <(find "$root"/tactus/{math,core,lookup,shape,narrow,contact,pair,broad,batch} -name '*.cpp')
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
diff "$work/here.txt" "$work/aarch64.txt" || { echo "answers on aarch64 (>) differ from those here (<)"; exit 1; }
echo "the same answers on aarch64 as here"
