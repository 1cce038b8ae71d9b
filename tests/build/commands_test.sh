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
mkdir -p "$box/copy/tests/build"

fake() { printf '#!/bin/bash\n%s\n' "$2" > "$box/bin/$1" && chmod +x "$box/bin/$1"; }  # NAME BODY

# A healthy machine: every package is installed, the build succeeds.
reset_machine() {
  rm -rf "${box:?}/bin"
  mkdir "$box/bin"
  local tool
  for tool in bash env dirname mkdir mktemp rm grep awk tail cat nproc xargs; do ln -s "$(command -v $tool)" "$box/bin/"; done
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
  echo 'echo "the same answers"' > "$box/copy/tests/build/processors.sh"
  echo 'echo "17 passed, 0 failed"' > "$box/copy/scripts/browser_test.sh"
  echo 'echo "written"' > "$box/copy/scripts/docs.sh"
}

cases=0
expect() {  # STATUS PATTERN COMMAND...: the exit status, and the last line of what it says
  local status=$1 pattern=$2 said last got=0
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
