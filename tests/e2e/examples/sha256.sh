#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The example must print exactly what sha256sum prints: for an empty file, lengths around the padding's edges, and a longer file.
set -euo pipefail
program=$1 platform=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
seq 1 3000 >"$folder/text"
for length in 0 1 55 56 63 64 65 119 120 3000; do
  head -c "$length" "$folder/text" >"$folder/$length"
done
diff <("$program" --platform "$platform" "$folder"/*) <(sha256sum "$folder"/*)
echo "equal to sha256sum"
