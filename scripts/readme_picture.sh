#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the README's picture, docs/pictures/replay.png, from the page that ./run writes: the heap at rest. The scene alone,
# because the times beside it would be those of the machine that draws it. Needs what the browser test needs
# (scripts/browser_test.sh), and uses its copy of playwright-core.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/setup.sh
install_packages "${build_packages[@]}" chromium
work=build/browser_test
[[ -d $work/test/node_modules ]] || fail "run scripts/browser_test.sh first"
build release tactus_app
build/release/app/tactus simulate pile --bodies 3000 --seconds 4 --out $work/pile.html
CHROMIUM=$(command -v chromium) node $work/test/screenshot.mjs $work/pile.html docs/pictures/replay.png \
  frame=230 size=1200x640 look=0,0,-0.5,33 fine bare
say "written to docs/pictures/replay.png"
