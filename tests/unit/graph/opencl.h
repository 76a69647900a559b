// SPDX-License-Identifier: Apache-2.0
// OpenCL C or LLVM IR to graphs, and launches of graphs, for tests.
#pragma once
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "board/description.h"
#include "hls/graph/graph.h"
#include "hls/graph/interpret.h"

namespace weft::graph::test {

/// A board like sim-card, not read from a file.
board::Description cardBoard();

/// Kernels of an OpenCL C program after all graph transforms, by name. Fails the test on an error.
std::map<std::string, Kernel> compileOpenCl(const std::string &source, const std::string &options = "");

/// The kernels of textual canonical IR, lowered only. `error`: the message if one was refused.
std::vector<Kernel> lowerIr(const std::string &text, std::string *error = nullptr,
                            const board::Description &board = cardBoard());

/// Buffers and values for one launch; runs the kernel in program order, where what it claims of lanes must hold, and
/// then against the adversary, which must agree.
class Run {
public:
  explicit Run(const Kernel &kernel) : kernel_(kernel) {}

  template <typename T> Run &buffer(std::vector<T> &data) { return addBuffer(data.data(), data.size() * sizeof(T)); }
  template <typename T> Run &value(const T &value) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
    arguments_.push_back({nullptr, 0, std::vector<uint8_t>(bytes, bytes + sizeof value), 0});
    return *this;
  }
  Run &local(uint64_t bytes) {
    arguments_.push_back({nullptr, 0, {}, bytes});
    return *this;
  }
  /// Sizes as for clEnqueueNDRangeKernel; buffers hold the result afterwards.
  void operator()(std::vector<uint64_t> global, std::vector<uint64_t> local, std::vector<uint64_t> offset = {});
  /// Faults of the run in program order.
  std::vector<InterpretFault> faults;

private:
  struct Argument {
    void *data;
    uint64_t bytes;
    std::vector<uint8_t> value;
    uint64_t localBytes;
  };
  Run &addBuffer(void *data, uint64_t bytes) {
    arguments_.push_back({data, bytes, {}, 0});
    return *this;
  }
  const Kernel &kernel_;
  std::vector<Argument> arguments_;
};

}  // namespace weft::graph::test
