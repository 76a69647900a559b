// SPDX-License-Identifier: Apache-2.0
// What a model of the floating-point bench holds: sets of operators, each with a latency.
#pragma once
#include <string_view>
#include <vector>

#include "fp_operations.h"

struct FpInstance {
  FpOperation operation;
  unsigned latency;
};

/// Instances of the bench in the order of the model. Sets:
///   table    every operator to nearest and with subnormals, with the latency that the simulated card takes from
///            operators.def, and one operator of each row with the latency of that row
///   modes    the rounding ones in the other modes, with subnormals and without, with the same latencies
///   latency  every module in latencies from 0 up
/// Throws std::runtime_error where operators.def has no row for an operator.
std::vector<FpInstance> fpInstances(std::string_view set, FpFormat format);
