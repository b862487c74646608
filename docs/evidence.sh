#!/usr/bin/env bash
# Writes docs/evidence.md anew. Linux only: resident memory is read from /proc.
set -euo pipefail
cd "$(dirname "$0")/.."
page="$(cargo bench --quiet --bench evidence)"
printf '%s\n' "$page" > docs/evidence.md
