// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>

namespace weft::flow {

/// Why there is no bitstream, and what to do about it.
class Error : public std::runtime_error {
public:
  enum class Cause {
    Design,   // kernel, board or options: they have to change
    Request,  // what was asked for does not exist
    Machine   // a tool is missing or failed, or the disk
  };
  Error(Cause cause, const std::string &what, std::string hint = {})
      : std::runtime_error(what), cause_(cause), hint_(std::move(hint)) {}
  Cause cause() const { return cause_; }
  const std::string &hint() const { return hint_; }

private:
  Cause cause_;
  std::string hint_;
};

}  // namespace weft::flow
