// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "support/stage.h"

namespace weft::compiler {

/// Stages of another process, shown as if they were this thread's.
class RelayedStages {
public:
  RelayedStages();
  ~RelayedStages();
  /// `packed`: name and subject (packTexts). Throws std::runtime_error.
  void begin(const std::string &packed);
  void end();
  /// The innermost stage that has begun and not ended: "front end", "graph of kernel k". Empty: none has.
  std::string innermost() const;

private:
  struct Relayed;
  std::vector<std::unique_ptr<Relayed>> stages_;
};

}  // namespace weft::compiler
