#!/usr/bin/env bash
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
expect 0 '1 gjk: Of a point the point nearest the origin is .*separated' query --a "$box" --b "$ball" --pose-b '{"position": [3, 0, 0]}' --method gjk --trace
expect 0 '"algorithm": "epa".*"stage": "epa".*"answer"' query --a "$box" --b "$box" --pose-b '{"position": [1, 0.5, 0]}' --method epa --trace --json
expect 2 'with --method' query --a "$box" --b "$ball" --trace
expect 2 "did you mean 'epa'" query --a "$box" --b "$ball" --method ep --trace
expect 2 'does not take' query --a "$box" --b "$ball" --method lin_canny --trace
expect 2 'records no steps' query --a "$box" --b "$ball" --method default --trace
expect 0 'contacts' scene card_house
expect 0 '^a,b,status' scene stack --format csv --save "$work/stack.json"
expect 0 'state' simulate "$work/stack.json" --seconds 0.1
printf '{"format": "tactus scene"' > "$work/broken.json"
expect 2 'broken.json:1' simulate "$work/broken.json"
printf 'no checkpoint' > "$work/foreign"
expect 1 'foreign' simulate --resume "$work/foreign"

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
