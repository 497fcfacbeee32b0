#!/usr/bin/env bash
# Changes the code in one place after another and asks whether the tests notice: scripts/mutants.sh [SEED] [SIZE] [FOLDER].
#
# SIZE places (150) are drawn with SEED (1) from everything cargo-mutants would change in src/rules, src/battle and src/grid, or in
# FOLDER (src/rules/vigor: those of a ruleset meet its own scenarios, chronicles and brawls first); the same seed draws the same places as long as
# the code is the same. Every mutant meets the scenarios and lists first, which is quick; whoever survives them meets chronicles and brawls
# (docs/testing.md), then the other tests, but for the long random walks. What is left is printed: read it, and write what would catch it.
# A file of such lines in place of the seed asks about those once more.
# The work is done in copies of the tree, one for each core, so that nothing here is ever changed. Figures and what they say: docs/testing.md.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
. scripts/system.sh
need_cargo
seed="${1:-1}"
asked="$(realpath -m "$seed")"
size="${2:-150}"
folder="${3:-}"
folder="${folder%/}"
version=27.1.0
if [ "$(cargo mutants --version 2>/dev/null)" != "cargo-mutants $version" ]; then
    cargo install cargo-mutants --version "=$version" --locked
fi

# Target folders of their own: the mutated program must never be taken for the real one.
work="${CARGO_TARGET_DIR:-$PWD/target}/mutants"
workers="$(nproc)"
mkdir -p "$work"
for worker in $(seq "$workers"); do
    tree="$work/$worker/tree"
    rm -rf "$tree" "$work/$worker"/{scenarios,written,others}*
    mkdir -p "$tree"
    git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --ignore-failed-read -cf - 2>/dev/null | tar -xf - -C "$tree"
done
cd "$work/1/tree"
export CARGO_PROFILE_DEV_DEBUG=0

where=(--no-default-features)
for each in ${folder:-src/rules src/battle src/grid}; do
    where+=(--file "$each/**/*.rs")
done
written=(chronicles:: brawls::)
case "$folder" in
src/rules/*)
    ruleset="$(echo "$folder" | cut -d/ -f3)"
    export BATTLEMAT_SCENARIOS="tests/scenarios/$ruleset"
    written=("chronicles::$ruleset" "brawls::$ruleset")
    ;;
esac
cargo mutants --list "${where[@]}" >"$work/all.txt"
# Random bytes that depend on nothing but the seed.
bytes() { openssl enc -aes-256-ctr -pass "pass:$seed" -nosalt -pbkdf2 </dev/zero 2>/dev/null || true; }
if [ -f "$asked" ]; then
    grep -xFf "$asked" "$work/all.txt" >"$work/sample.txt"
else
    sort "$work/all.txt" | shuf -n "$size" --random-source=<(bytes) >"$work/sample.txt"
fi
echo "== $(wc -l <"$work/sample.txt") of $(wc -l <"$work/all.txt") mutants, $seed"

# exactly FILE: their names as patterns, a line each.
exactly() { sed -e 's/[][\\.*^$+?(){}|]/\\&/g' -e 's/^/--re=^/' -e 's/$/$/' "$1"; }

# lines FILE: a diff of the lines they stand in. Deleted fields slip through --re, but not through --in-diff.
lines() {
    local file line last='' count=0
    cut -d: -f1,2 "$1" | sort -u | sort -t: -k1,1 -k2,2n | while IFS=: read -r file line; do
        if [ "$file" != "$last" ]; then
            printf -- '--- a/%s\n+++ b/%s\n' "$file" "$file"
            last="$file" count=0
        fi
        count=$((count + 1))
        printf '@@ -%d,0 +%d,1 @@\n+%s\n' "$((line - count))" "$line" "$(sed -n "${line}p" "$file")"
    done
}

# run NAME LIST CARGO-MUTANTS-ARGUMENT...: how the mutants of a list fare; survivors do not end the script. $left names the list of survivors.
run() {
    local name="$1" list="$2" chosen
    shift 2
    left="$list"
    [ -s "$list" ] || return 0
    mapfile -t chosen < <(exactly "$list")
    lines "$list" >"$mine/$name.diff"
    cargo mutants --in-place --no-shuffle --output "$mine/$name" "${where[@]}" "${chosen[@]}" --in-diff "$mine/$name.diff" "$@" || { local code=$?; [ $code = 2 ] || [ $code = 3 ]; }
    left="$mine/$name/mutants.out/missed.txt"
}

# work WORKER: its share of the sample, against one kind of tests after the other.
work() {
    local left
    mine="$work/$1"
    cd "$mine/tree"
    export CARGO_TARGET_DIR="$mine/target"
    awk -v "share=$1" -v "of=$workers" 'NR % of == share % of' "$work/sample.txt" >"$mine/sample.txt"
    run scenarios "$mine/sample.txt" --timeout-multiplier 4 --cargo-arg=--test=it -- -- scenarios::every_scenario_passes lists::
    unset BATTLEMAT_SCENARIOS
    run written "$left" --baseline skip --timeout 200 --cargo-arg=--test=it -- -- "${written[@]}"
    run others "$left" --baseline skip --timeout 400 --cargo-arg=--test=it --cargo-arg=--lib -- -- --skip every_scenario_passes --skip lists:: --skip chronicles:: --skip brawls:: --skip fights:: --skip invariants
    cp "$left" "$mine/left.txt"
}

echo "== $workers at work; what they do is written to $work/*.log"
workers_at=()
for worker in $(seq "$workers"); do
    work "$worker" >"$work/$worker.log" 2>&1 &
    workers_at+=($!)
done
for each in "${workers_at[@]}"; do
    wait "$each" || { echo "a worker failed; what it said is in $work/*.log" >&2; exit 1; }
done

count() { cat "$work"/*/"$1" 2>/dev/null | wc -l; }
unviable=$(count scenarios/mutants.out/unviable.txt)
survived=$(count left.txt)
tried=$(($(wc -l <"$work/sample.txt") - unviable))
echo "== of $tried mutants that compile ($unviable do not), $(count scenarios/mutants.out/missed.txt) survive scenarios and lists, $(count written/mutants.out/missed.txt) chronicles and brawls, $survived the other tests"
echo "== $((tried - survived)) of $tried mutants are caught"
cat "$work"/*/left.txt
