#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds all documents into build/docs: guides, the algorithms, and the reference of every public name, with search.
# Open build/docs/index.html; no server is needed. Fails if a public name has no comment, or a document has a fault.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/setup.sh

install_packages doxygen python3
rm -rf build/docs
mkdir -p build/docs
mapfile -t headers < <(grep -v '^#' docs/public_headers.txt)
quietly "reading the headers" python3 docs/reference_filter.py build/docs/headers "${headers[@]}"
mapfile -t pages < <(find README.md CHANGELOG.md CONTRIBUTING.md ARCHITECTURE.md docs examples bench -name '*.md' | sort)
quietly "reading the pages" python3 docs/reference_pages.py . build/docs "${pages[@]}"
quietly "doxygen" doxygen docs/Doxyfile
warnings=build/docs/warnings.txt
if [[ -s $warnings ]]; then
  sed "s#$PWD/##; s#build/docs/headers/##; s#build/docs/pages/##" $warnings >&2
  fail "$(wc -l < $warnings) warnings of doxygen, see above: write a comment (docs/reference_filter.py) or mend the page"
fi
quietly "checking the links" python3 docs/reference_links.py build/docs
say "written to build/docs/index.html"
