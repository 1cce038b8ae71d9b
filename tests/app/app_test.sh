#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The program `tactus` as users run it: exit codes, error messages, restarts after being killed.
# Usage: app_test.sh TACTUS [KILLS]
set -euo pipefail
tactus=$1 kills=${2:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cases=0
expect() {  # STATUS PATTERN ARGUMENT...
  local status=$1 pattern=$2 said got=0
  shift 2
  said=$("$tactus" "$@" 2>&1 < /dev/null) || got=$?
  cases=$((cases + 1))
  if ((got != status)) || [[ ! $said =~ $pattern ]]; then
    printf '%s: expected status %s and "%s", got status %s and:\n%s\n' "$*" "$status" "$pattern" "$got" "$said"
    exit 1
  fi
}
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
milliseconds_of() {  # ARGUMENT...: how long a run takes that nobody stops, with its checkpoints
  local begun
  begun=$(milliseconds)
  "$tactus" simulate "$@" --checkpoint "$work/timed" > /dev/null 2>&1
  echo $(($(milliseconds) - begun))
}
# A run that is killed at a random time between its first checkpoint and its end. It must have died of the signal: one that
# was too fast is started again.
killed_run() {  # CHECKPOINT MILLISECONDS ARGUMENT...
  local checkpoint=$1 whole=$2 try begun left pause got
  shift 2
  for ((try = 0; try < 10; ++try)); do
    rm -f "$checkpoint"
    begun=$(milliseconds)
    "$tactus" simulate "$@" --checkpoint "$checkpoint" > /dev/null 2>&1 &
    while [[ ! -e $checkpoint ]] && kill -0 $! 2> /dev/null; do sleep 0.05; done
    left=$((whole - ($(milliseconds) - begun)))
    pause=$((left > 0 ? left * RANDOM / 32768 : 0))
    sleep "$(printf '%d.%03d' $((pause / 1000)) $((pause % 1000)))"
    kill -9 $! 2> /dev/null || true
    got=0
    wait $! 2> /dev/null || got=$?
    ((got == 128 + 9)) && return
    ((got == 0)) || { echo "$*: expected to be killed, got status $got"; exit 1; }
  done
  echo "$*: ended ten times before it could be killed"
  exit 1
}
# The help of each command that reads no file ends with an example, which must work as it stands.
examples_of_help() {  # FOLDER
  local command example said
  for command in simulate scene query shapes; do
    example=$("$tactus" $command --help | sed -n 's/^Example: tactus //p')
    [[ $example ]] || { echo "tactus $command --help has no example"; exit 1; }
    said=$(cd "$1" && eval "'$tactus' $example" 2>&1) || { printf 'tactus %s:\n%s\n' "$example" "$said"; exit 1; }
    cases=$((cases + 1))
  done
}
# Ctrl-C ends a run after its step, with status 0: the summary comes, and the checkpoint continues to the same bytes. (A
# program that a script starts in the background ignores SIGINT, unless job control is on.)
interrupted_run() {  # CHECKPOINT
  local said got=0 again
  set -m
  "$tactus" simulate pile --bodies 300 --seconds 1e6 --checkpoint "$1" > "$1.said" 2> /dev/null &
  set +m
  while [[ ! -e $1 ]] && kill -0 $! 2> /dev/null; do sleep 0.05; done
  kill -INT $!
  wait $! || got=$?
  said=$(< "$1.said")
  if ((got != 0)) || [[ ! $said =~ real-time\ factor.*state.*stopped\ +after\ step\ ([0-9]+) ]]; then
    printf 'Ctrl-C: expected status 0 and a summary, got status %s and:\n%s\n' "$got" "$said"
    exit 1
  fi
  again=$("$tactus" simulate --resume "$1" --seconds 0.001 2> /dev/null) || true
  [[ $again =~ after\ step\ ${BASH_REMATCH[1]}$ ]] || { printf 'after Ctrl-C, the checkpoint is of another step:\n%s\n' "$again"; exit 1; }
  cases=$((cases + 1))
}
box='{"box": {"half": [1, 1, 1]}}' ball='{"sphere": {"radius": 1}}'

expect 0 'simulate.*scene.*query.*shapes' --help
expect 0 '^[0-9]+[.][0-9]+' --version
expect 2 "did you mean 'simulate'" simulte
expect 2 "did you mean 'wall'" simulate wal
expect 2 "did you mean 'pgs'" simulate stack --solver pg
expect 2 "did you mean 'epa'" simulate stack --method ep
expect 2 'not there|No such file|cannot' simulate missing.json
expect 2 'negative' simulate stack --bodies -1
expect 0 'separated: 1 in' query --a "$box" --b "$ball" --pose-b '{"position": [3, 0, 0]}'
expect 0 '"distance": 1,' query --a "$box" --b "$ball" --pose-b '{"position": [3, 0, 0]}' --json
expect 0 'hit at 0[.](49|50)' query --a "$box" --b "$ball" --pose-b '{"position": [3, 0, 0]}' --velocity-b '[-2, 0, 0]' --what impact
expect 0 'overlapping, 4 points' query --a "$box" --b "$box" --pose-b '{"position": [0, 0, 1.9]}' --what manifold
expect 2 "--b: /sphre.*did you mean 'sphere'" query --a "$box" --b '{"sphre": {"radius": 1}}'
expect 2 'radius' query --a "$box" --b '{"sphere": {"radius": -1}}'
expect 2 'takes two hulls.*A is of the kind box' query --a "$box" --b "$ball" --method lin_canny --what distance
expect 0 '1 gjk: The simplex is a point.*separated' query --a "$box" --b "$ball" --pose-b '{"position": [3, 0, 0]}' --method gjk --trace
expect 0 '"algorithm": "epa".*"stage": "epa".*"answer"' query --a "$box" --b "$box" --pose-b '{"position": [1, 0.5, 0]}' --method epa --trace --json
expect 2 'needs --method' query --a "$box" --b "$ball" --trace
expect 2 "did you mean 'epa'" query --a "$box" --b "$ball" --method ep --trace
expect 2 'takes two hulls.*A is of the kind box' query --a "$box" --b "$ball" --method lin_canny --trace
expect 2 'records no steps' query --a "$box" --b "$ball" --method default --trace
table='{"compound": {"pieces": [{"shape": '$box'}, {"shape": '$ball', "pose": {"position": [0, 0, 2]}}]}}'
expect 0 'piece 1 of a.*separated: 2 in' query --a "$table" --b "$ball" --pose-b '{"position": [0, 0, 6]}'
expect 0 'piece 0 of a, piece 0 of b.*overlapping' query --a "$table" --b "$ball" --pose-b '{"position": [1.5, 0, -0.9]}' --what manifold
expect 2 'need two convex shapes' query --a "$table" --b "$ball" --method gjk
expect 2 '--a: /compound/pieces/0' query --a '{"compound": {"pieces": [1]}}' --b "$ball"
expect 0 'random.*stacking.*coherence' lab
expect 2 "did you mean 'random'" lab randm
expect 2 'more than 0 and at most 1' lab random --share 2
expect 2 'cannot be combined' lab random --quick --share 0.5
expect 0 'tactus lab coherence --quick' lab --help
cp "$tactus" "$work/tactus"  # without the program of the lab beside it
got=0
said=$("$work/tactus" lab 2>&1) || got=$?
((got == 1)) && [[ $said =~ ^'tactus: the lab is not built; this builds it: cmake --build' && $said != *$'\n'* ]] ||
  { printf 'lab, not built: status %s and:\n%s\n' "$got" "$said"; exit 1; }
expect 0 'contacts' scene card_house
expect 0 '^a,b,status' scene stack --format csv --save "$work/stack.json"
expect 0 'state' simulate "$work/stack.json" --seconds 0.1
expect 0 '^.[[:space:]]+.."a": [0-9]+, "b": [0-9]+, "contact": ..*"distance"' scene stack --format json
expect 0 'shape +volume.*PointCloud' shapes
printf '{"format": "tactus scene", "version": 1, "bodies": [\n{"shape": %s},\n{"shape": %s, "pose": {"position": [3, 0, 0]}}]}' \
  "$box" "$ball" > "$work/two.json"
expect 0 'separated: 1 in' query "$work/two.json"
expect 2 'has 31 bodies; it must have two' query "$work/stack.json"
sed 's/^  "materials"/  "world": {"method": "epa", "broad": "grid"},\n&/' "$work/stack.json" > "$work/by_epa.json"
expect 0 'contacts' scene "$work/by_epa.json"
expect 0 'state' simulate "$work/by_epa.json" --seconds 0.1
sed 's/^  "materials"/  "world": {"method": "eap"},\n&/' "$work/stack.json" > "$work/by_eap.json"
for command in scene simulate; do expect 2 "/world/method.*did you mean 'epa'" $command "$work/by_eap.json"; done
examples_of_help "$work"
interrupted_run "$work/stopped"
printf '{"format": "tactus scene"' > "$work/broken.json"
expect 2 'broken.json:1' simulate "$work/broken.json"
printf 'no checkpoint' > "$work/foreign"
expect 1 'foreign' simulate --resume "$work/foreign"

# Meshes: reports, pieces, and a hundred malformed files, each of which must end with 2 and its own name.
printf '%s\n' 'v 0 0 0' 'v 3 0 0' 'v 3 1 0' 'v 1 1 0' 'v 1 3 0' 'v 0 3 0' 'v 0 0 1' 'v 3 0 1' 'v 3 1 1' 'v 1 1 1' 'v 1 3 1' 'v 0 3 1' \
  'f 4 3 2 1' 'f 4 1 6 5' 'f 10 7 8 9' 'f 10 11 12 7' 'f 1 2 8 7' 'f 2 3 9 8' 'f 3 4 10 9' 'f 4 5 11 10' 'f 5 6 12 11' 'f 6 1 7 12' > "$work/l.obj"
expect 0 'triangles    20.*volume       5.*holes        0' mesh "$work/l.obj" -o "$work/l.stl"
expect 0 '"volume": 0.005' mesh "$work/l.stl" --scale 0.1 --axes x-zy --json
expect 2 "axes 'xx'" mesh "$work/l.obj" --axes xx
expect 2 'weld' mesh "$work/l.obj" --weld -1
expect 2 '--memory' mesh "$work/l.obj" --memory -1
printf '<COLLADA' > "$work/cut.dae"
expect 2 'cut.dae: (assimp|glTF)' mesh "$work/cut.dae" --memory 64 --seconds 20
expect 0 'pieces       2,.*concavity    at most' decompose "$work/l.obj" -o "$work/l.json"
expect 0 '"pieces": 2' decompose "$work/l.stl" --json -o "$work/l_pieces.obj"
expect 0 'triangles    24' mesh "$work/l_pieces.obj"
expect 2 'max_pieces' decompose "$work/l.obj" --pieces 0
expect 2 'l.txt.*json' decompose "$work/l.obj" -o "$work/l.txt"
grep -v 'f 4 3' "$work/l.obj" > "$work/open.obj"
expect 0 'not closed.*holes        4, at' mesh "$work/open.obj"
expect 0 'best effort' decompose "$work/open.obj"
size=$(stat -c %s "$work/l.stl")
for ((i = 0; i < 100; ++i)); do
  head -c $((size * i / 100)) "$work/l.stl" > "$work/bad.stl"
  expect 2 'bad.stl: byte [0-9]+' mesh "$work/bad.stl"
done
# Discrete elements: bad input, files, and a run that was stopped goes on to the same bytes.
expect 2 'negative' simulate dem-1 --bodies -1
expect 2 "dem-1" simulate dem-3
for seconds in -1 nan inf much; do expect 2 "seconds: $seconds: a number of seconds" simulate dem-1 --seconds $seconds; done
expect 2 'rigid bodies' simulate dem-1 --solver pgs
expect 2 'dem-1' simulate pile --files "$work/files"
expect 2 'census.csv' simulate dem-1 --count-every 10
expect 2 'count-every' simulate pile --count-every 10
expect 0 'state' simulate dem-1 --bodies 60 --seconds 0.5 --until 0.05 --count-every 100 --files "$work/counted"
(($(cut -d, -f1 "$work/counted/census.csv" | sort -u | wc -l) > 5)) || { echo "census.csv has too few counted steps"; exit 1; }
dem=(simulate dem-1 --bodies 60 --seconds 0.5)
expect 0 'P16-P16.*particles +60.*state' "${dem[@]}" --files "$work/files"
for open in kinds sizes 'velocity spread' spin seed 'broad phase' 'first direction' 'EPA tolerance' update 'EPA iteration'; do
  expect 0 "  $open  *[^ ]" "${dem[@]}" --until 0.01
done
for file in steps.csv census.csv summary.json stage_{1,4}.{particles,contacts}.csv stage_4.{particles,surfaces,contacts}.vtp; do
  [[ -s $work/files/$file ]] || { echo "dem-1 --files wrote no $file"; exit 1; }
done
dem_state() { grep '^state' <<< "$("$tactus" simulate "$@" 2> /dev/null)"; }
whole=$(dem_state "${dem[@]:1}" --threads 1)
[[ $(dem_state "${dem[@]:1}" --threads 3) == "$whole" ]] || { echo "threads change dem-1"; exit 1; }
"$tactus" "${dem[@]}" --until 0.2 --checkpoint "$work/dem" > /dev/null 2>&1
[[ $(dem_state dem-1 --resume "$work/dem") == "$whole" ]] || { echo "dem-1 goes on to other bytes"; exit 1; }
# The files of a resumed run are those of a run that was never stopped, except for times of computing: rows after the
# checkpoint are made again, totals and stages go on.
same_files() {  # FOLDER: like $work/files
  diff <(cut -d, -f1-27 "$work/files/steps.csv") <(cut -d, -f1-27 "$1/steps.csv") > "$work/diff" &&
    diff "$work/files/census.csv" "$1/census.csv" > "$work/diff" &&
    diff <(grep -v second "$work/files/summary.json") <(grep -v second "$1/summary.json") > "$work/diff" && return
  echo "the files of a resumed dem-1 differ ($2):"
  head -5 "$work/diff"
  exit 1
}
"$tactus" "${dem[@]}" --until 0.3 --checkpoint "$work/early" --files "$work/again" > /dev/null 2>&1
"$tactus" simulate dem-1 --resume "$work/early" --until 0.45 --files "$work/again" > /dev/null 2>&1  # rows beyond the file
printf '0.4499,2' >> "$work/again/steps.csv"  # the last of them cut off
"$tactus" simulate dem-1 --resume "$work/early" --files "$work/again" > "$work/said" 2>&1
same_files "$work/again" "stopped at 0.3 s"
steps_of() { grep -o '^steps  *[0-9]*' "$1"; }
"$tactus" "${dem[@]}" > "$work/whole" 2>&1
[[ $(steps_of "$work/said") == "$(steps_of "$work/whole")" ]] || { echo "a resumed run counts only its own steps"; exit 1; }
printf 'time\n1\n' > "$work/again/steps.csv"
expect 1 'steps.csv is not a table of this' simulate dem-1 --resume "$work/early" --files "$work/again"
# Killed at any moment, it goes on from its last checkpoint, which is written every half second.
long=(dem-2 --bodies 200 --seconds 1)
whole=$(dem_state "${long[@]}")
whole_milliseconds=$(milliseconds_of "${long[@]}" --threads 1)
for ((i = 0; i < kills; ++i)); do
  killed_run "$work/killed" "$whole_milliseconds" "${long[@]}" --threads 1
  [[ $(dem_state dem-2 --resume "$work/killed") == "$whole" ]] || { echo "dem-2, killed, goes on to other bytes"; exit 1; }
  cases=$((cases + 1))
done
expect 1 "'dem', not of 'rigid'" simulate --resume "$work/dem"
expect 2 'not of dem-2' simulate dem-2 --resume "$work/dem"
# Checkpoints of an earlier tactus: the version in the header, at byte 12, is 1, and the header's CRC-32C at byte 60 is right.
older() {  # FILE: writes FILE.old
  python3 - "$1" << 'END'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[12:16] = (1).to_bytes(4, "little")
crc = 0xFFFFFFFF
for byte in data[8:60]:
    crc ^= byte
    for _ in range(8):
        crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
data[60:64] = (crc ^ 0xFFFFFFFF).to_bytes(4, "little")
open(sys.argv[1] + ".old", "wb").write(data)
END
}
if command -v python3 > /dev/null; then
  older "$work/dem"
  expect 1 "older than this program can read: version 1 of 'dem'" simulate dem-1 --resume "$work/dem.old"
  "$tactus" simulate stack --seconds 0.1 --checkpoint "$work/rigid" > /dev/null 2>&1
  older "$work/rigid"
  expect 1 "older than this program can read: version 1 of 'rigid'" simulate --resume "$work/rigid.old"
fi
truncate -s 3000 "$work/dem"
expect 1 'truncated' simulate dem-1 --resume "$work/dem"

# A disk that fills up while a checkpoint is written: status 1, a message, and the older checkpoint is as it was. Files may
# be no longer than half of it; where this user may mount, also a disk of one and a half of it.
small=(simulate pile --bodies 200)
full_disk() {  # FILE LIMIT_IN_KILOBYTES REASON
  local before said got=0
  before=$(sha256sum < "$1")
  said=$(trap '' XFSZ; ulimit -f "$2"; "$tactus" simulate --resume "$1" --seconds 3 --checkpoint "$1" 2>&1) || got=$?
  if ((got != 1)) || [[ ! $said =~ "was not written".*"$3" || $(sha256sum < "$1") != "$before" || -e $1.new ]]; then
    printf 'full disk: expected status 1, "%s" and the older checkpoint, got status %s and:\n%s\n' "$3" "$got" "$said"
    exit 1
  fi
  cases=$((cases + 1))
}
"$tactus" "${small[@]}" --seconds 1 --checkpoint "$work/full" > /dev/null 2>&1
kilobytes=$(($(stat -c %s "$work/full") / 1024))
full_disk "$work/full" $((kilobytes / 2)) 'File too large'
mkdir "$work/disk"
if mount -t tmpfs -o "size=$((kilobytes * 3 / 2))k" tmpfs "$work/disk" 2> /dev/null; then
  trap 'umount "$work/disk"; rm -rf "$work"' EXIT
  cp "$work/full" "$work/disk/run"
  full_disk "$work/disk/run" unlimited 'No space left on device'
fi

# The same bytes for any number of threads, and after a restart.
run=(simulate pile --bodies 500)
state_of() { grep '^state' <<< "$1"; }
alone=$(state_of "$("$tactus" "${run[@]}" --seconds 6 --threads 1 2> /dev/null)")
[[ $(state_of "$("$tactus" "${run[@]}" --seconds 6 --threads 3 2> /dev/null)") == "$alone" ]] || { echo "threads change the result"; exit 1; }
for seconds in 0.5 2.2 4.5; do
  "$tactus" "${run[@]}" --seconds $seconds --checkpoint "$work/run" > /dev/null 2>&1
  [[ $(state_of "$("$tactus" simulate --resume "$work/run" --seconds 6 2> /dev/null)") == "$alone" ]] ||
    { echo "a run resumed after $seconds s ends in other bytes"; exit 1; }
  cases=$((cases + 1))
done
run_terrain=(simulate terrain --bodies 60)
alone_terrain=$(state_of "$("$tactus" "${run_terrain[@]}" --seconds 2 --threads 1 2> /dev/null)")
"$tactus" "${run_terrain[@]}" --seconds 1.3 --checkpoint "$work/terrain" > /dev/null 2>&1  # in the middle of the first impacts
[[ $(state_of "$("$tactus" simulate --resume "$work/terrain" --seconds 2 --threads 3 2> /dev/null)") == "$alone_terrain" ]] ||
  { echo "a terrain resumed after 1.3 s ends in other bytes"; exit 1; }
expect 0 'contacts' scene terrain --bodies 20 --save "$work/terrain.json"
expect 0 'with triangles.*state' simulate "$work/terrain.json" --seconds 1.5
# Its replay: one page that holds the recording of that scene and fetches nothing. (A build without node has no page.)
run_replay=(simulate terrain --bodies 20 --seconds 0.5 --out "$work/terrain.html")
if "$tactus" "${run_replay[@]}" 2>&1 | grep 'no replay page' > /dev/null; then
  echo "no replay page in this build"
else
  expect 0 "page +$work/terrain.html" "${run_replay[@]}"
  page=$(< "$work/terrain.html")
  [[ $page == *'</html>'* && ! $page =~ '<script src'|'<link rel="stylesheet"' ]] || { echo "terrain.html is not whole"; exit 1; }
  sed -n 's/.*id="recording">\([^<]*\)<.*/\1/p' "$work/terrain.html" | base64 -d | gunzip > "$work/recording"
  for word in 'tactus: terrain' HeightField Compound Mesh; do
    grep -aq "$word" "$work/recording" || { echo "terrain.html: its recording does not say '$word'"; exit 1; }
  done
fi
long_run=(pile --bodies 1500 --seconds 6)
alone=$(state_of "$("$tactus" simulate "${long_run[@]}" 2> /dev/null)")
whole_milliseconds=$(milliseconds_of "${long_run[@]}")
for ((i = 0; i < kills; ++i)); do
  killed_run "$work/run" "$whole_milliseconds" "${long_run[@]}"
  [[ $(state_of "$("$tactus" simulate --resume "$work/run" --seconds 6 2> /dev/null)") == "$alone" ]] ||
    { echo "a run that was killed ends in other bytes"; exit 1; }
  cases=$((cases + 1))
done
echo "$cases cases"
