#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Uses tactus in other projects: CMake's three ways and pkg-config, static and shared, a plug-in,
# a program without exceptions, and calls that must not compile. With g++ and, if available, clang++.
# Usage: integration.sh ROOT BUILD COMPILER
set -euo pipefail
root=$1 build=$2 compiler=$3
here=$root/tests/build/integration work=$build/integration
mkdir -p "$work"
# The library is compiled for the first of three ways, without optimisation; ccache has it for the others.
unoptimised=-DCMAKE_CXX_FLAGS_RELEASE=-O0
launcher=()
! command -v ccache > /dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
compilers=("$compiler")
[[ $compiler == *clang* ]] || ! command -v clang++ > /dev/null || compilers+=(clang++)

configure_and_run() {  # FOLDER OPTION...
  local folder=$work/$1
  shift
  rm -rf "$folder"
  cmake -S "$here" -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF "${launcher[@]}" "$@" > "$folder.log"
  cmake --build "$folder" --target user >> "$folder.log"
  "$folder/user"
  echo "${folder##*/}: works"
}

rm -rf "$work/prefix"
cmake --install "$build" --prefix "$work/prefix" > "$work/install.log"
configure_and_run find_package -DWAY=find_package -DCMAKE_PREFIX_PATH="$work/prefix"

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

configure_and_run add_subdirectory -DWAY=add_subdirectory -DTACTUS_ROOT="$root" $unoptimised
configure_and_run fetch_content -DWAY=FetchContent -DTACTUS_ROOT="$root" $unoptimised
configure_and_run shared -DWAY=add_subdirectory -DTACTUS_ROOT="$root" -DBUILD_SHARED_LIBS=ON $unoptimised
# By its versioned name. Not in a pipe: grep -q ends at the first hit, and pipefail then reports the pipe that broke.
ldd "$work/shared/user" > "$work/shared.libraries"
grep -q 'libtactus[.]so[.][0-9]' "$work/shared.libraries"

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name tactus.pc)")
read -ra flags <<< "$(pkg-config --cflags tactus)"
read -ra libraries <<< "$(pkg-config --libs tactus)"
for cxx in "${compilers[@]}"; do
  "$cxx" -std=c++20 -O1 "${flags[@]}" "$here/user.cpp" "${libraries[@]}" -o "$work/by_pkg_config"
  "$work/by_pkg_config"
  "$cxx" -std=c++20 -O1 -fno-exceptions "${flags[@]}" "$here/no_exceptions.cpp" "${libraries[@]}" -o "$work/no_exceptions"
  "$work/no_exceptions"
  "$cxx" -std=c++20 -O1 -shared -fPIC "${flags[@]}" "$here/plugin.cpp" "${libraries[@]}" -o "$work/plugin.so"
  "$cxx" -std=c++20 "$here/plugin_host.cpp" -ldl -o "$work/plugin_host"
  "$work/plugin_host" "$work/plugin.so"
  "$cxx" -DCASE=0 -std=c++20 -fsyntax-only "${flags[@]}" "$here/wrong_calls.cpp"
  reasons=('' 'same scalar' 'same scalar' 'center()')
  for case in 1 2 3; do
    errors=$("$cxx" -DCASE="$case" -std=c++20 -fsyntax-only "${flags[@]}" "$here/wrong_calls.cpp" 2>&1 | grep 'error:' || true)
    [[ $(wc -l <<< "$errors") == 1 && $errors == *"${reasons[case]}"* ]] ||
      { echo "$cxx, case $case of wrong_calls.cpp: expected one error about '${reasons[case]}', got: $errors"; exit 1; }
  done
  echo "$cxx: pkg-config, no exceptions, plug-in, messages: work"
done
