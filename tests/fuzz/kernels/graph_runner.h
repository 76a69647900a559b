// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "board/description.h"
#include "program.h"

namespace weft::fuzz {

/// The compiler alone: the kernel graph of a board, interpreted in program order and against an adversary.
class GraphRunner {
public:
  explicit GraphRunner(const std::string &device);
  std::vector<uint8_t> run(const Program &program) const;
  const std::string &name() const { return name_; }

private:
  std::string name_;
  board::Description board_;
};

}  // namespace weft::fuzz
