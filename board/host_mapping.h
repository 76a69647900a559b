// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "board/board.h"

namespace weft::board {

/// Host memory that the device may reach while the object lives.
class HostMapping {
public:
  /// The device only reads it if it is const to the caller.
  HostMapping(Board &board, const void *pointer, size_t bytes)
      : board_(board), bytes_(bytes), bus_(board.mapHostMemory(const_cast<void *>(pointer), bytes)) {}
  ~HostMapping() { board_.unmapHostMemory(bus_, bytes_); }
  HostMapping(const HostMapping &) = delete;
  HostMapping &operator=(const HostMapping &) = delete;
  uint64_t bus() const { return bus_; }

private:
  Board &board_;
  size_t bytes_;
  uint64_t bus_;
};

}  // namespace weft::board
