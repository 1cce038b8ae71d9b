#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The replay page in Debian's Chromium, driven by playwright-core from npm. Screenshots go to build/browser_test/shots.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/setup.sh

install_packages "${build_packages[@]}" chromium
have node npm || install_packages nodejs npm
have node npm chromium || fail "node, npm and chromium are needed for the browser test"
build release replay_examples
work=build/browser_test
mkdir -p $work
rm -rf $work/src $work/test
cp -r web/replay/src web/replay/test web/replay/package.json $work/  # a copy: npm writes nothing into the sources
(cd $work/test && quietly "npm ci" npm ci --no-audit --no-fund --loglevel=error)
for which in shapes small; do build/release/web/replay/replay_examples $which $work/$which.html; done
CHROMIUM=$(command -v chromium) node $work/test/browser_test.mjs $work/shapes.html $work/small.html $work/shots ||
  fail "the browser test failed, see above"
