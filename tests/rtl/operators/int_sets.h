// SPDX-License-Identifier: Apache-2.0
// What a model of the integer bench holds: sets of operators, each with a width and a latency.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// An operation of every width: its module, and what that gives.
struct IntOperation {
  const char *name;  // the opcode in operators.def, where `opcode` says so
  const char *module;
  const char *parameters;  // "WIDTH" stands for the width
  unsigned operands;
  std::vector<const char *> results;  // the module's outputs
  unsigned resultWidths;              // of a result, in widths of the operands
  unsigned maxWidth;
  const char *opcode;  // whose latency it has; its own, or of a close relative
  void (*evaluate)(uint64_t a, uint64_t b, uint64_t c, unsigned width, uint64_t *results);
};
const std::vector<IntOperation> &intOperations();

struct IntInstance {
  const IntOperation *operation;
  unsigned width, latency;
};

/// Instances of the bench in the order of the model. Sets:
///   table    every operation at many widths with the latencies of operators.def
///   latency  every module at two or three widths in latencies from 0 up
/// Throws std::runtime_error where operators.def has no row for an operation.
std::vector<IntInstance> intInstances(std::string_view set);
