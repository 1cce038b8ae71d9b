# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# Shared by ./run and ./test: messages, installing missing packages, building. Sourced, with the root as directory.
# Every failure ends in one line that says what was wrong and what to do.
set -Eeuo pipefail

build_packages=(g++ cmake ninja-build ccache libqhull-dev libgtest-dev librapidcheck-dev libbenchmark-dev
                libtbb-dev libhwy-dev libeigen3-dev nlohmann-json3-dev zlib1g-dev libcli11-dev python3)
test_packages=(clang libclang-rt-dev clang-format pkg-config  # sanitizers, by a second compiler; the format is checked
               libassimp-dev codespell)                   # glTF and DAE, which a build may lack
# ./test --all: clang-tidy, another processor, the reference
all_packages=(clang-tidy g++-aarch64-linux-gnu qemu-user doxygen)
needed_mib=4096                     # free disk space: builds take 2800 MiB, 2200 of them with sanitizers; packages 600

say() { printf 'tactus: %s\n' "$*"; }
fail() {
  trap - ERR
  say "$*" >&2
  exit 1
}
trap 'fail "stopped by an unexpected error in ${BASH_SOURCE[0]}, line $LINENO; please report it"' ERR

have() {  # COMMAND...: all of them
  local tool
  for tool in "$@"; do command -v "$tool" > /dev/null || return 1; done
}

free_mib() { df -Pm "$1" | awk 'NR == 2 { print $4 }'; }

require_space() {  # DIRECTORY MIB
  local free
  free=$(free_mib "$1")
  ((free >= $2)) || fail "the disk is full: $free MiB free in $1, $2 MiB needed; make room and try again"
}

progress_every=10  # seconds

# Copies its input to a file, and says now and then how far ninja is: it begins a line with [35/120] when a step is done.
watch_steps() {  # WHAT LOG
  local line part done='' got next=$SECONDS
  : > "$2"
  while :; do
    got=0
    IFS= read -r -t 1 part || got=$?
    line+=$part
    if ((got == 0)); then
      printf '%s\n' "$line" >> "$2"
      [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] &&
        done="$((100 * BASH_REMATCH[1] / BASH_REMATCH[2])) % (${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps)"
      line=''
    elif ((got <= 128)); then  # the end; above 128, a second has passed
      printf '%s' "$line" >> "$2"
      return 0
    fi
    if [[ $done ]] && ((SECONDS >= next)); then
      say "$1: $done"
      next=$((SECONDS + progress_every))
    fi
  done
}

# Runs a command and keeps its output in case it fails. On a terminal ninja shows its own progress line.
quietly() {  # WHAT COMMAND...
  local what=$1 log=build/log
  shift
  mkdir -p build
  if [[ -t 1 && $1 == ninja ]]; then
    "$@" && return
  else
    "$@" 2>&1 | watch_steps "$what" "$log" && return
    grep -v '^\[[0-9]*/[0-9]*\]' "$log" | tail -n 60 >&2 || true
  fi
  require_space "$PWD" 32
  fail "$what failed; the reason is above"
}

# ---- packages ----------------------------------------------------------------------------------------------------------

missing_packages() {  # PACKAGE...
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q '^install ok installed$' || printf '%s ' "$package"
  done
}

install_packages() {  # PACKAGE...
  if ! have apt-get dpkg-query; then
    have cmake ninja c++ || fail "no apt-get and no cmake, ninja or c++ here; install what Debian calls: $*"
    say "no apt-get here; continuing with the installed tools. tactus needs these Debian packages: $*"
    return
  fi
  local missing
  read -ra missing <<< "$(missing_packages "$@")"
  ((${#missing[@]})) || return 0

  local as_root=()
  if (($(id -u) != 0)); then
    as_root=(sudo)
    # Without a terminal no password can be typed.
    if ! have sudo || ! { [[ -t 0 ]] || sudo -n true 2> /dev/null; }; then
      fail "packages are missing and there is no way to become root here; as root: apt-get install ${missing[*]}"
    fi
  fi
  require_space / $needed_mib
  say "installing ${missing[*]}"
  local log apt
  log=$(mktemp)
  apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300)
  # The lists of available packages are absent on a bare system and stale on an old one: then update, and try again.
  "${apt[@]}" install --no-install-recommends "${missing[@]}" > "$log" 2>&1 ||
    { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${missing[@]}"; } > "$log" 2>&1 ||
    explain_apt "$log" "${missing[@]}"
  rm -f "$log"
}

explain_apt() {  # LOG PACKAGE...
  local log=$1 reason
  shift
  if grep -q 'No space left\|enough free space' "$log"; then
    fail "the disk is full: apt-get could not install $*; make room and try again"
  elif grep -qi 'resolv\|could not connect\|connection \|failed to fetch\|unreachable' "$log"; then
    fail "no network: apt-get could not fetch $*; connect this machine or install them by hand, and try again"
  fi
  reason=$(grep '^E:' "$log" | tail -n 1 || true)
  fail "apt-get could not install $*: ${reason:-it gave no reason}; install them by hand and try again"
}

# ---- build -------------------------------------------------------------------------------------------------------------

# As many compilers as there are cores, but leave each of them 1.5 GiB of memory.
job_count() {
  local cores kib
  cores=$(nproc)
  kib=$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo 2> /dev/null || true)
  local fitting=$((${kib:-0} / 1572864))
  ((fitting > 0)) || fitting=1
  echo $((cores < fitting ? cores : fitting))
}

build() {  # PRESET [TARGET...]
  local preset=$1
  shift
  require_space "$PWD" $needed_mib
  say "building $preset"
  quietly "configuring $preset" cmake --preset "$preset"
  quietly "building $preset" ninja -C "build/$preset" -j "$(job_count)" "$@"
}
