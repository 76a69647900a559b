// SPDX-License-Identifier: Apache-2.0
// Where two simulations of a kernel that got the same inputs begin to differ.
#pragma once
#include <string>

#include "sim/input_record.h"
#include "sim/kernel_instance.h"

namespace weft::sim {

/// Lines that name the first registered outputs of components that differ, and where these stand in the kernel: of
/// handshakes and other single bits, and of payloads. `named`: a fresh model that keeps names; `instant`: a fresh one.
std::string firstDifference(const InputRecord &record, const std::vector<instant::Probe> &probes,
                            VerilatedKernel &named, InstantKernel &instant);

}  // namespace weft::sim
