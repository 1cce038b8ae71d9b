#!/bin/sh
# SPDX-License-Identifier: MIT
# cached_compiler.sh CCACHE COMPILER ARGUMENT...
# Runs the compiler through ccache, except for a precompiled header. CMake compiles it with `-include` of the header
# itself, so ccache takes the old precompiled file for its only input, and returns one that was made of other headers.
last=
for argument; do
  case "$last $argument" in
    -o\ *.gch | -o\ *.pch) shift; exec "$@" ;;
  esac
  last=$argument
done
# What ccache must ignore to work with precompiled headers (its manual, "Precompiled headers").
CCACHE_SLOPPINESS=pch_defines,time_macros exec "$@"
