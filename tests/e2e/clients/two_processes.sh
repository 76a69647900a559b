#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two processes at once, which prepare the same kernel in the same empty cache: two_processes.sh PROGRAM
set -euo pipefail
WEFT_CACHE_DIR=$(mktemp -d)
export WEFT_CACHE_DIR
trap 'rm -rf "$WEFT_CACHE_DIR"' EXIT
"$1" --size 64 &
first=$!
"$1" --size 64 &
second=$!
wait "$first"
wait "$second"
