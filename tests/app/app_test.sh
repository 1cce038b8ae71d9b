#!/usr/bin/env bash
# The program `tactus` as people use it: exit codes, what it says of mistakes, restarts after being killed.
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
expect 2 "/bodies/1/shape/sphre.*did you mean 'sphere'" query --a "$box" --b '{"sphre": {"radius": 1}}'
expect 2 'radius' query --a "$box" --b '{"sphere": {"radius": -1}}'
expect 2 'does not take' query --a "$box" --b "$ball" --method lin_canny --what distance
expect 0 'contacts' scene card_house
expect 0 '^a,b,status' scene stack --format csv --save "$work/stack.json"
expect 0 'state' simulate "$work/stack.json" --seconds 0.1
printf '{"format": "tactus scene"' > "$work/broken.json"
expect 2 'broken.json:1' simulate "$work/broken.json"
printf 'no checkpoint' > "$work/foreign"
expect 1 'foreign' simulate --resume "$work/foreign"

# Discrete elements: bad input, files, and a run that was stopped goes on to the same bytes.
expect 2 'negative' simulate dem-1 --bodies -1
expect 2 'rigid bodies' simulate dem-1 --solver pgs
expect 2 'dem-1' simulate pile --files "$work/files"
dem=(simulate dem-1 --bodies 60 --seconds 0.5)
expect 0 'P16-P16.*particles +60.*state' "${dem[@]}" --files "$work/files"
for file in steps.csv census.csv summary.json stage_{1,4}.{particles,contacts}.csv stage_4.{particles,surfaces,contacts}.vtp; do
  [[ -s $work/files/$file ]] || { echo "dem-1 --files wrote no $file"; exit 1; }
done
dem_state() { grep '^state' <<< "$("$tactus" simulate "$@" 2> /dev/null)"; }
whole=$(dem_state "${dem[@]:1}" --threads 1)
[[ $(dem_state "${dem[@]:1}" --threads 3) == "$whole" ]] || { echo "threads change dem-1"; exit 1; }
"$tactus" "${dem[@]}" --until 0.2 --checkpoint "$work/dem" > /dev/null 2>&1
[[ $(dem_state dem-1 --resume "$work/dem") == "$whole" ]] || { echo "dem-1 goes on to other bytes"; exit 1; }
expect 1 "'dem', not of 'rigid'" simulate --resume "$work/dem"
expect 2 'not of dem-2' simulate dem-2 --resume "$work/dem"
truncate -s 3000 "$work/dem"
expect 1 'truncated' simulate dem-1 --resume "$work/dem"

# The same bytes for any number of threads, and after a restart.
run=(simulate pile --bodies 500)
state_of() { grep '^state' <<< "$1"; }
alone=$(state_of "$("$tactus" "${run[@]}" --seconds 6 --threads 1 2> /dev/null)")
[[ $(state_of "$("$tactus" "${run[@]}" --seconds 6 --threads 3 2> /dev/null)") == "$alone" ]] || { echo "threads change the result"; exit 1; }
for seconds in 0.5 2.2 4.5; do
  "$tactus" "${run[@]}" --seconds $seconds --checkpoint "$work/run" > /dev/null 2>&1
  [[ $(state_of "$("$tactus" simulate --resume "$work/run" --seconds 6 2> /dev/null)") == "$alone" ]] ||
    { echo "a run that went on after $seconds s ends in other bytes"; exit 1; }
  cases=$((cases + 1))
done
for ((i = 0; i < kills; ++i)); do
  rm -f "$work/run"
  "$tactus" "${run[@]}" --seconds 6 --checkpoint "$work/run" > "$work/out" 2> /dev/null &
  while [[ ! -e $work/run ]]; do sleep 0.1; done  # the first is written after a second
  sleep "0.$((RANDOM % 10))"
  kill -9 $! 2> /dev/null || true
  wait $! 2> /dev/null || true
  [[ $(state_of "$("$tactus" simulate --resume "$work/run" --seconds 6 2> /dev/null)") == "$alone" ]] ||
    { echo "a run that was killed ends in other bytes"; exit 1; }
  cases=$((cases + 1))
done
echo "$cases cases"
