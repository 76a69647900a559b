// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "hls/diagnostic.h"

namespace weft::hls::transforms {

/// Collects what the passes refuse, so that one build reports all of it. The same text is kept once.
class Refusals {
public:
  template <class At> void add(const At &at, const llvm::Twine &message) {
    std::string text = locationPrefix(at) + message.str();
    if (seen_.insert(text).second)
      texts_.push_back(std::move(text));
  }
  bool empty() const { return texts_.empty(); }
  /// All refusals as one error; success if there are none.
  llvm::Error take();

private:
  std::set<std::string> seen_;
  std::vector<std::string> texts_;
};

}  // namespace weft::hls::transforms
