#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Adds a shape to a copy of the library as described in CONTRIBUTING, with a header and a line, and runs all queries on it. What
# else names kinds of shapes is only read: it needs no change, or the compiler says so.
# Usage: new_shape.sh ROOT BUILD COMPILER
set -euo pipefail
root=$1 build=$2 compiler=$3
here=$root/tests/build/new_shape work=$build/new_shape
mkdir -p "$work"
rm -rf "$work"/{tactus,scenes,sim,io,tests} "$work"/*.o
cp -r "$root"/{tactus,scenes,sim,io} "$work"
mkdir "$work/tests"
cp -r "$root/tests/fuzz" "$work/tests"
cp "$here/octahedron.h" "$work/tactus/shape/"
sed -i -e 's|^#include <tactus/shape/rounded.h>|&\n#include <tactus/shape/octahedron.h>|' \
  -e 's|^  f(Point, point) .*|&\n  f(Octahedron, octahedron) \\|' "$work/tactus/shape/all_shapes.h"
# Without the files for float, which are not called here: the linker leaves out the code that would need them.
flags=(-std=c++20 -O0 -Wall -Wextra -Werror -ffp-contract=off -fno-math-errno -ffunction-sections -I"$work")
mapfile -t sources < <(find "$work"/tactus/{math,lookup,shape,narrow,contact,pair} -name '*.cpp' \
  ! -path '*/algorithms/*' ! -name study.cpp ! -name float.cpp ! -name wide_double.cpp)
sources+=("$work/tactus/query.cpp" "$here/main.cpp")
printf '%s\n' "${sources[@]}" | xargs -P 2 -I FILE sh -c \
  'o="$0/$(echo FILE | tr / _).o"; "$@" -c FILE -o "$o"' "$work" "$compiler" "${flags[@]}"
"$compiler" "$work"/*.o -Wl,--gc-sections -lqhull_r -o "$work/new_shape"
"$work/new_shape"

# The scenes choose the numbers of their shapes: the compiler asks for those of the new one.
read_only=("$compiler" "${flags[@]}" -fsyntax-only)
! "${read_only[@]}" "$work/scenes/shapes.cpp" 2> "$work/scenes.errors"
grep -q 'octahedron.* not handled in switch' "$work/scenes.errors"
sed -i 's|^    case ShapeKind::half_space:|    case ShapeKind::octahedron: return Octahedron<double>{{s, t, w}};\n&|' "$work/scenes/shapes.cpp"

mapfile -t others < <(grep -rlE 'ShapeKind|FOR_EACH_SHAPE|for_each_plain_shape' --include='*.cpp' \
  "$work"/tactus/{sweep,batch,nonconvex,world} "$work"/{scenes,sim,io})
printf '%s\n' '#include <tests/fuzz/bytes.h>' 'template tactus::Shape<double> tactus::fuzz::shape(tactus::fuzz::Bytes&);' \
  > "$work/tests/fuzz/bytes.cpp"
others+=("$work/tests/fuzz/bytes.cpp")
printf '%s\n' "${others[@]}" | xargs -P 2 -I FILE "${read_only[@]}" FILE
echo "${#others[@]} other files that name kinds of shapes compile"
