// SPDX-License-Identifier: Apache-2.0
// SystemVerilog for one pure operation: an expression, or an instance of its module.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hls/graph/graph.h"

namespace weft::rtlgen {

struct Operand {
  std::string name;  // of a signal, so that parts can be selected from it
  unsigned width = 1;
  std::optional<uint64_t> constant;  // its low 64 bits
};

/// Statement that makes `result` (declared already) the result of an op without a module.
std::string combinational(const graph::Op &op, unsigned width, const std::string &result,
                          const std::vector<Operand> &operands);

/// Instance of `module` with the given latency that drives `result`; of a division also `other`, unless empty: the
/// remainder beside the quotient or the reverse.
std::string instance(const graph::Op &op, const char *module, unsigned latency, unsigned width,
                     const std::string &result, const std::vector<Operand> &operands, const std::string &name,
                     const std::string &other = "");

}  // namespace weft::rtlgen
