#!/usr/bin/env bash
# Takes the pictures of the README and of docs/playing.md anew. Usage: docs/pictures/take.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/../.."
program="${1:-${CARGO_TARGET_DIR:-target}/release/battlemat}"
take() { "$program" shot "levels/$1.toml" --orders "docs/pictures/$1.jsonl" --aim "$2" --hover "$3" --out "docs/pictures/$1.png"; }
take overseer pistol 14,7
take the-long-ice sword 12,14
take first-fight pistol 10,2
