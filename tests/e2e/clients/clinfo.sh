#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clinfo must describe the device without an error in any query.
set -euo pipefail
text=$(clinfo)
require() { grep -Eq "$1" <<<"$text" || { echo "clinfo does not say: $1"; echo "$text"; exit 1; }; }
require 'Number of platforms +1$'
require 'Platform Name +Weft'
require 'Device Name +sim-card'
require 'Device Version +OpenCL 3\.0'
require 'Device OpenCL C Version +OpenCL C 1\.2'
require 'Device Profile +FULL_PROFILE'
require 'Max compute units +2$'
require 'Max clock frequency +200MHz'
require 'Local memory size +65536'
require 'Max work group size +1024'
require 'Image support +No'
require 'Device Available +Yes'
require 'Compiler Available +Yes'
if grep -v 'Error Correction' <<<"$text" | grep -Ei 'error|clGet[A-Za-z]+ *:|-[0-9]+\)'; then
  echo "a query failed"
  exit 1
fi
