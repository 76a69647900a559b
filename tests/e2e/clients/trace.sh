#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# WEFT_TRACE writes a waveform of shell and kernel that GTKWave's own reader accepts, without changing a cycle: trace.sh PROGRAM
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
plain=$("$1" --size 64)
traced=$(WEFT_TRACE=$folder/wave.fst "$1" --size 64)
cycles() { sed -n 's/^kernel: *\([0-9]*\) cycles.*/\1/p' <<<"$1"; }
[ -n "$(cycles "$plain")" ] && [ "$(cycles "$plain")" = "$(cycles "$traced")" ] || { echo "cycles differ: $plain / $traced"; exit 1; }
fst2vcd -f "$folder/wave.fst" -o "$folder/wave.vcd"
for signal in clk_i m_axi_araddr_o k_start_o; do
  grep -Eq "\\\$var .* $signal" "$folder/wave.vcd" || { echo "no signal $signal in the waveform"; exit 1; }
done
# No room for it does not end the program.
short=$(trap '' XFSZ; ulimit -f 16; WEFT_TRACE=$folder/short.fst "$1" --size 64 2>&1) || { echo "failed without room: $short"; exit 1; }
grep -q "WEFT_TRACE: $folder/short.fst is not complete" <<<"$short" || { echo "nothing said without room: $short"; exit 1; }
echo "waveform of $(cycles "$traced") kernel cycles"
