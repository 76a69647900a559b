// SPDX-License-Identifier: Apache-2.0
// A serial port of the operating system: a USB adapter, or the terminal end of a pseudo-terminal.
#pragma once
#include <memory>
#include <string>

#include "board/link/byte_stream.h"

namespace weft::board {

/// Opens `path` raw, with 8 data bits, no parity, one stop bit, for this process alone. What came before is dropped.
/// Throws std::runtime_error with the path, the reason and what to do about it.
std::unique_ptr<ByteStream> openSerialPort(const std::string &path, unsigned baud);

}  // namespace weft::board
