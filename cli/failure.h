// SPDX-License-Identifier: Apache-2.0
// Exit statuses of `weft`, and the errors that lead to them.
#pragma once
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace weft::cli {

enum ExitStatus {
  kDone = 0,
  kInputFailed = 1,    // a program, its data or a finding: the user's files are to be changed
  kWrongUsage = 2,     // the command line
  kMachineFailed = 3,  // the machine or Weft itself: no room on the disk, no device, an internal error
};

/// What is wrong, and what to do about it (may be empty).
class Failure : public std::runtime_error {
public:
  Failure(ExitStatus status, const std::string &what, std::string hint = {})
      : std::runtime_error(what), status_(status), hint_(std::move(hint)) {}
  ExitStatus status() const { return status_; }
  const std::string &hint() const { return hint_; }

private:
  ExitStatus status_;
  std::string hint_;
};

}  // namespace weft::cli
