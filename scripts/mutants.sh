#!/usr/bin/env bash
# Changes the code in one place after another and asks whether the tests notice: scripts/mutants.sh [SEED] [SIZE] [FOLDER].
#
# SIZE places (150) are drawn with SEED (1) from everything cargo-mutants would change in src/rules, src/battle and src/grid, or in
# FOLDER (src/rules/vigor: those of a ruleset meet its own scenarios, chronicles and brawls first); the same seed draws the same places as long as
# the code is the same. Every mutant meets the scenarios and lists first, which is quick; whoever survives them meets chronicles and brawls
# (docs/testing.md), then the other tests, but for the long random walks. What is left is printed: read it, and write what would catch it.
# The work is done in a copy of the tree, so that nothing here is ever changed. Figures and what they say: docs/testing.md.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
. scripts/system.sh
need_cargo
seed="${1:-1}"
size="${2:-150}"
folder="${3:-}"
folder="${folder%/}"
version=27.1.0
if [ "$(cargo mutants --version 2>/dev/null)" != "cargo-mutants $version" ]; then
    cargo install cargo-mutants --version "=$version" --locked
fi

# A target folder of its own: the mutated program must never be taken for the real one.
work="${CARGO_TARGET_DIR:-$PWD/target}/mutants"
tree="$work/tree"
rm -rf "$tree" "$work/scenarios" "$work/written" "$work/others"
mkdir -p "$tree"
git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --ignore-failed-read -cf - 2>/dev/null | tar -xf - -C "$tree"
cd "$tree"
export CARGO_TARGET_DIR="$work/target"
# What is built once for every mutant should be built fast rather than run fast.
export CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0

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
sort "$work/all.txt" | shuf -n "$size" --random-source=<(bytes) >"$work/sample.txt"
echo "== $(wc -l <"$work/sample.txt") of $(wc -l <"$work/all.txt") mutants, seed $seed"

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

# run NAME LIST CARGO-MUTANTS-ARGUMENT...: how the mutants of a list fare; survivors do not end the script.
run() {
    local name="$1" list="$2" chosen
    shift 2
    mapfile -t chosen < <(exactly "$list")
    lines "$list" >"$work/$name.diff"
    cargo mutants --in-place --no-shuffle --output "$work/$name" "${where[@]}" "${chosen[@]}" --in-diff "$work/$name.diff" "$@" || { local code=$?; [ $code = 2 ] || [ $code = 3 ]; }
}

# onward NAME LIST CARGO-MUTANTS-ARGUMENT...: the same for those that are left, if any; $left names the list of those that are left then.
onward() {
    left="$2"
    [ -s "$2" ] || return 0
    run "$1" "$2" --baseline skip --cargo-arg=--test=it "${@:3}"
    left="$work/$1/mutants.out/missed.txt"
}

echo "== against the scenarios and lists"
run scenarios "$work/sample.txt" --timeout-multiplier 4 --cargo-arg=--test=it -- -- scenarios::every_scenario_passes lists::
first="$work/scenarios/mutants.out"
unset BATTLEMAT_SCENARIOS
echo "== against chronicles and brawls"
onward written "$first/missed.txt" --timeout 300 -- -- "${written[@]}"
echo "== against the other tests"
onward others "$left" --timeout 600 --cargo-arg=--lib -- -- --skip every_scenario_passes --skip lists:: --skip chronicles:: --skip brawls:: --skip fights:: --skip invariants

unviable=$(wc -l <"$first/unviable.txt")
survived=$(wc -l <"$left")
tried=$(($(wc -l <"$work/sample.txt") - unviable))
echo "== $((tried - survived)) of $tried mutants are caught ($unviable do not compile)"
cat "$left"
