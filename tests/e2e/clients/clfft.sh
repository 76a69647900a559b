#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clFFT's client transforms a tiny array and checks the result itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
text=$(clFFT-client -x "$1" -b 1 -p 1 2>&1) || { echo "$text"; exit 1; }
echo "$text"
grep -q 'PASS' <<<"$text"
