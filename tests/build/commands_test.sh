#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ./run and ./test in broken environments: each must end in one clear line and a non-zero exit. The environment is a PATH
# with fakes of apt-get, dpkg-query, id, df and the like, so nothing is installed or built.
# Usage: commands_test.sh ROOT
set -euo pipefail
root=$1
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
mkdir -p "$box/copy/scripts"
cp "$root/run" "$root/test" "$box/copy/"
cp "$root"/scripts/{setup,tidy}.sh "$box/copy/scripts/"
sed -i 's/^progress_every=10 /progress_every=1 /' "$box/copy/scripts/setup.sh"
mkdir -p "$box/copy/tests/build"

fake() { printf '#!/bin/bash\n%s\n' "$2" > "$box/bin/$1" && chmod +x "$box/bin/$1"; }  # NAME BODY

# A healthy machine: every package is installed, the build succeeds.
reset_machine() {
  rm -rf "${box:?}/bin"
  mkdir "$box/bin"
  local tool
  for tool in bash env dirname mkdir mktemp rm grep awk tail cat nproc xargs sleep; do ln -s "$(command -v $tool)" "$box/bin/"; done
  fake dpkg-query 'echo -n "install ok installed"'
  fake apt-get 'echo "E: must not be called"; exit 1'
  fake id 'echo 0'
  fake df "echo 'Filesystem 1048576-blocks Used Available Capacity Mounted'; echo disk 99999 1 \$(cat '$box/free') 1% /"
  echo 50000 > "$box/free"
  fake cmake 'exit 0'
  fake ninja 'exit 0'
  fake ctest 'echo "100% tests passed"'
  fake git 'echo tactus/a.cpp; echo app/b.cpp'
  fake clang-tidy 'exit 0'
  fake node 'exit 0'
  fake npm 'exit 0'
  echo 'echo "the same answers"' > "$box/copy/tests/build/processors.sh"
  echo 'echo "17 passed, 0 failed"' > "$box/copy/scripts/browser_test.sh"
  echo 'echo "written"' > "$box/copy/scripts/docs.sh"
}

cases=0
said=''
expect() {  # STATUS PATTERN COMMAND...: the exit status, and the last line of what it says
  local status=$1 pattern=$2 last got=0
  shift 2
  said=$(cd "$box/copy" && PATH=$box/bin "$box/bin/bash" "$@" 2>&1 < /dev/null) || got=$?
  last=${said##*$'\n'}
  cases=$((cases + 1))
  if ((got != status)) || [[ ! $last =~ $pattern ]]; then
    printf '%s: expected status %s and "%s", got status %s and:\n%s\n' "$*" "$status" "$pattern" "$got" "$said"
    exit 1
  fi
}

for command in run test; do
  reset_machine
  expect 0 "" $command --help
  expect 1 "^tactus: unknown option --nonsense" $command --nonsense

  fake dpkg-query 'exit 1'
  fake apt-get 'echo "W: Failed to fetch: Temporary failure resolving"
    echo "E: Unable to locate package cmake"; exit 100'
  expect 1 "^tactus: no network: .*cmake" $command

  fake apt-get 'echo "E: You don'\''t have enough free space in /var/cache/apt/archives/."; exit 100'
  expect 1 "^tactus: the disk is full" $command

  fake apt-get 'echo "E: Unmet dependencies."; exit 100'
  expect 1 "^tactus: apt-get could not install .*: E: Unmet dependencies.; install them by hand" $command

  fake id 'echo 1000'
  expect 1 "^tactus: packages are missing .* as root: apt-get install g\+\+ cmake" $command
  fake sudo 'exit 1'
  expect 1 "^tactus: packages are missing .* as root: apt-get install g\+\+ cmake" $command

  rm "$box/bin/apt-get" "$box/bin/ninja"
  expect 1 "^tactus: no apt-get .* install what Debian calls: g\+\+ cmake" $command

  reset_machine
  echo 10 > "$box/free"
  expect 1 "^tactus: the disk is full: 10 MiB free" $command

  reset_machine
  fake cmake 'echo "CMake Error: broken"; exit 1'
  expect 1 "^tactus: configuring release failed; the reason is above" $command
  fake cmake 'exit 0'
  fake ninja 'echo "[1/2] compiling"; echo "error: broken"; exit 1'
  expect 1 "^tactus: building release failed; the reason is above" $command
  fake ninja "echo 10 > '$box/free'; exit 1"
  expect 1 "^tactus: the disk is full: 10 MiB free" $command
done

also_said() {  # PATTERN: in what the last command said
  [[ $said =~ $1 ]] || { printf 'expected "%s" in:\n%s\n' "$1" "$said"; exit 1; }
}
never_said() {  # PATTERN
  [[ ! $said =~ $1 ]] || { printf 'did not expect "%s" in:\n%s\n' "$1" "$said"; exit 1; }
}

# A build says how far it is, and how long it took.
reset_machine
fake ninja 'echo "[1/4] compiling"; sleep 1.2; printf "half a line, "; sleep 1.2; echo "[done]"; echo "[3/4] linking"'
expect 0 "^tactus: all tests passed" test
also_said $'\ntactus: building release: 25 % .1 of 4 steps.\n'
also_said $'\ntactus: build: [2-9] s\n'
fake ninja 'echo "[1/4] compiling"; printf "error: broken"; exit 1'
expect 1 "^tactus: building release failed; the reason is above" test
also_said 'error: broken'

# node and npm are used if both are here, installed if neither is, and left alone otherwise.
reset_machine
mkdir -p "$box/copy/build/release/app"
echo 'echo "the summary"' > "$box/copy/build/release/app/tactus"
chmod +x "$box/copy/build/release/app/tactus"
fake dpkg-query 'case "$*" in *nodejs* | *npm*) exit 1 ;; *) echo -n "install ok installed" ;; esac'
fake apt-get 'echo "W: Failed to fetch: Temporary failure resolving"; exit 100'
expect 0 "^the summary" run
never_said 'no page'
rm "$box/bin/npm"
expect 0 "^the summary" run
also_said 'tactus: node or npm is missing: there will be a summary, but no page'
never_said 'installing'
rm "$box/bin/node"
expect 0 "^the summary" run
also_said $'installing nodejs npm\ntactus: node or npm is missing: .* no page .no network: '
rm -r "$box/copy/build/release"

# If npm cannot fetch, the page's stand-in says so, and not that npm was missing.
echo 'exit 1' > "$box/npm" && chmod +x "$box/npm"
for reason in 'npm could not install' 'node or npm was missing'; do
  [[ $reason == npm* ]] && npm=$box/npm || npm=NPM-NOTFOUND
  "$(command -v cmake)" -DNODE="$(command -v bash)" -DNPM="$npm" -DSOURCE="$root/web/replay" -DWORK="$box/page" \
    -DPAGE="$box/page.cpp" -P "$root/web/replay/build_page.cmake" > /dev/null 2>&1
  said=$(< "$box/page.cpp")
  also_said "why_no_replay_page.*$reason"
done

# A bare machine with a network: the first install finds no package, an update helps.
reset_machine
fake dpkg-query 'exit 1'
fake apt-get "[[ \$* != *' update'* ]] || : > '$box/updated'; echo \"\$*\" >> '$box/asked'; [[ -e '$box/updated' ]]"
expect 0 "^tactus: all tests passed" test
# What only --all needs is installed only then.
if grep -q clang-tidy "$box/asked"; then echo "clang-tidy was installed without --all" && exit 1; fi
expect 0 "^tactus: all tests passed" test --all
grep -q clang-tidy "$box/asked"

reset_machine
expect 0 "^tactus: all tests passed" test
expect 0 "^tactus: all tests passed" test --nightly --all
expect 1 "^tactus: --quick and --all contradict" test --quick --all
fake clang-tidy 'echo "warning: nonsense"; exit 1'
expect 1 "^tactus: tests failed in: tidy, see above" test --all
echo 'exit 1' > "$box/copy/tests/build/processors.sh"
expect 1 "^tactus: tests failed in: tidy processors, see above" test --all
echo 'exit 1' > "$box/copy/scripts/browser_test.sh"
expect 1 "^tactus: tests failed in: tidy processors browser, see above" test --all
fake ctest 'exit 8'
expect 1 "^tactus: tests failed in: asan release threads fuzzing tidy processors long_way browser, see above" test --all
expect 1 "^tactus: tests failed in: asan release" test
expect 1 "^tactus: tests failed" test --quick
expect 1 "^tactus: the program .* failed" run  # it was never built

echo "$cases cases"
