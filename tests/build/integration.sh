#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Uses tactus in other projects: CMake's three ways and pkg-config, static and shared, a plug-in, a program without
# exceptions that includes all public headers, and calls that must not compile. With g++ and, if available, clang++. And
# the size of README's first program, and the preset `install`.
# Usage: integration.sh ROOT BUILD COMPILER
set -euo pipefail
root=$1 build=$2 compiler=$3
here=$root/tests/build/integration work=$build/integration
mkdir -p "$work"
# Each compiler compiles the library for the second of CMake's ways, without optimisation; ccache has it for the others.
unoptimised=-DCMAKE_CXX_FLAGS_RELEASE=-O0
launcher=()
! command -v ccache > /dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
compilers=("$compiler")
[[ $compiler == *clang* ]] || ! command -v clang++ > /dev/null || compilers+=(clang++)

configure_and_run() {  # COMPILER NAME OPTION...
  local cxx=$1 folder=$work/$2
  shift 2
  rm -rf "$folder"
  cmake -S "$here" -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF "${launcher[@]}" "$@" > "$folder.log"
  cmake --build "$folder" --target user >> "$folder.log"
  "$folder/user"
  echo "$cxx, ${folder##*/}: works"
}

rm -rf "$work/prefix"
cmake --install "$build" --prefix "$work/prefix" > "$work/install.log"
for cxx in "${compilers[@]}"; do
  configure_and_run "$cxx" find_package -DWAY=find_package -DCMAKE_PREFIX_PATH="$work/prefix"
  configure_and_run "$cxx" add_subdirectory -DWAY=add_subdirectory -DTACTUS_ROOT="$root" $unoptimised
  configure_and_run "$cxx" fetch_content -DWAY=FetchContent -DTACTUS_ROOT="$root" $unoptimised
  configure_and_run "$cxx" shared -DWAY=add_subdirectory -DTACTUS_ROOT="$root" -DBUILD_SHARED_LIBS=ON $unoptimised
  # By its versioned name. Not in a pipe: grep -q ends at the first hit, and pipefail then reports the pipe that broke.
  ldd "$work/shared/user" > "$work/shared.libraries"
  grep -q 'libtactus[.]so[.][0-9]' "$work/shared.libraries"
done

# The preset `install` compiles nothing but the library and the readers of mesh files. (A dry run: compiling is above.)
cmake --preset install -S "$root" -B "$work/preset" > "$work/preset.log"
ninja -C "$work/preset" -t inputs all | grep '[.]cpp$' > "$work/preset.sources"
grep -q '/tactus/query[.]cpp$' "$work/preset.sources" && grep -q '/io/mesh_file[.]cpp$' "$work/preset.sources"
! grep -v -e "^$root/tactus/" -e "^$root/io/" "$work/preset.sources" ||
  { echo "the preset install compiles these, too"; exit 1; }
echo "the preset install: the library alone"

# find_package with components: those that are installed are found, another one is refused by name.
configure_with_components() {  # COMPONENT...
  rm -rf "$work/components"
  mkdir -p "$work/components"
  printf 'cmake_minimum_required(VERSION 3.22)\nproject(components CXX)\nfind_package(tactus REQUIRED COMPONENTS %s)\n' \
    "$*" > "$work/components/CMakeLists.txt"
  cmake -S "$work/components" -B "$work/components/build" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF 2>&1
}
configure_with_components tactus mesh_files > "$work/components.log"
! configure_with_components tactus flying > "$work/components.log"
grep -q 'no library tactus::flying' "$work/components.log"
echo "components: work"

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name tactus.pc)")
read -ra flags <<< "$(pkg-config --cflags tactus)"
read -ra libraries <<< "$(pkg-config --libs tactus)"
grep -v '^#' "$root/docs/public_headers.txt" | sed 's/.*/#include <&>/' > "$work/public_headers.h"
read -ra eigen <<< "$(pkg-config --cflags eigen3)"
for cxx in "${compilers[@]}"; do
  "$cxx" -std=c++20 -O1 "${flags[@]}" "$here/user.cpp" "${libraries[@]}" -o "$work/by_pkg_config"
  "$work/by_pkg_config"
  "$cxx" -std=c++20 -O1 -fno-exceptions -I"$work" -I"$work/prefix/include/tactus_parts" "${flags[@]}" "${eigen[@]}" \
    "$here/no_exceptions.cpp" "${libraries[@]}" -o "$work/no_exceptions"
  "$work/no_exceptions"
  "$cxx" -std=c++20 -O1 -shared -fPIC "${flags[@]}" "$here/plugin.cpp" "${libraries[@]}" -o "$work/plugin.so"
  "$cxx" -std=c++20 "$here/plugin_host.cpp" -ldl -o "$work/plugin_host"
  "$work/plugin_host" "$work/plugin.so"
  # All of the simulators' code may be in a plug-in, too.
  "$cxx" -shared -Wl,--whole-archive "$work"/prefix/lib*/libtactus_{scenes,rigid,dem}.a -Wl,--no-whole-archive \
    "${libraries[@]}" -o "$work/simulators.so"
  "$cxx" -DCASE=0 -std=c++20 -fsyntax-only "${flags[@]}" "$here/wrong_calls.cpp"
  reasons=('' 'same scalar' 'same scalar' 'center()')
  for case in 1 2 3; do
    errors=$("$cxx" -DCASE="$case" -std=c++20 -fsyntax-only "${flags[@]}" "$here/wrong_calls.cpp" 2>&1 | grep 'error:' || true)
    [[ $(wc -l <<< "$errors") == 1 && $errors == *"${reasons[case]}"* ]] ||
      { echo "$cxx, case $case of wrong_calls.cpp: expected one error about '${reasons[case]}', got: $errors"; exit 1; }
  done
  echo "$cxx: pkg-config, no exceptions, plug-in, messages: work"
done

# README's first program, built as README says, is small: it holds what it calls.
sed -n '/^```cpp$/,/^```$/p' "$root/README.md" | sed '1d; /^```$/,$d' > "$work/first_program.cpp"
"$compiler" -std=c++20 -O3 -DNDEBUG "${flags[@]}" "$work/first_program.cpp" "${libraries[@]}" -o "$work/first_program"
"$work/first_program"
nm -C "$work/first_program" > "$work/first_program.symbols"
! grep -e 'Counted<' -e 'long double' "$work/first_program.symbols" ||
  { echo "README's first program holds these scalars for study"; exit 1; }
strip "$work/first_program"
size=$(stat -c %s "$work/first_program") most=1500000
((size <= most)) || { echo "README's first program has $size bytes, $most are allowed"; exit 1; }
echo "README's first program: $size bytes"
