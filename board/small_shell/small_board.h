// SPDX-License-Identifier: Apache-2.0
// A board with the small shell: the command ring is executed here, over the link.
#pragma once
#include <memory>
#include <string>

#include "board/board.h"
#include "board/small_shell/fpga.h"

namespace weft::board {

/// `fpga`: without a kernel yet; until one is loaded, device memory is in this process.
std::unique_ptr<Board> makeSmallBoard(const Description &description, std::unique_ptr<Fpga> fpga);

/// What somebody has programmed with a bitstream, at a serial port. Throws std::runtime_error if the board has no
/// serial port in its description, or if `port` is empty.
std::unique_ptr<Fpga> makeProgrammedFpga(const Description &description, const std::string &port);

/// A real board at a serial port, programmed with its bitstream by somebody else. Throws std::runtime_error if the
/// board has no serial port in its description, or the device string names none.
std::unique_ptr<Board> makeUartBoard(const Description &description, const std::string &port);

}  // namespace weft::board
