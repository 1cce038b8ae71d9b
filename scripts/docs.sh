#!/usr/bin/env bash
# Builds all documents into build/docs: guides, the algorithms, and the reference of every public name, with search.
# Open build/docs/index.html; no server is needed.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/setup.sh

install_packages doxygen
mkdir -p build/docs
quietly "doxygen" doxygen docs/Doxyfile
say "written to build/docs/index.html; $(wc -l < build/docs/warnings.txt) warnings in build/docs/warnings.txt"
