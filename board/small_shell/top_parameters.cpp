// SPDX-License-Identifier: Apache-2.0
#include "board/small_shell/top_parameters.h"

#include <cmath>
#include <fmt/format.h>
#include <regex>
#include <stdexcept>

namespace weft::board {

std::vector<std::pair<std::string, uint32_t>> topParameters(const Description &board, std::string_view top,
                                                            uint32_t kernelNumber) {
  const std::string text(top);
  std::vector<std::pair<std::string, uint32_t>> parameters;
  const auto add = [&](const char *name, uint32_t value) {
    if (std::regex_search(text, std::regex(fmt::format(R"(\bparameter\b[^,;)]*\b{}\s*=)", name))))
      parameters.emplace_back(name, value);
  };
  add("KernelId", kernelNumber);
  if (parameters.empty())
    throw std::runtime_error(fmt::format("the top.sv of board {} has no parameter KernelId", board.name));
  add("ClockKhz", uint32_t(std::lround(board.clockMhz * 1000)));
  add("LineBits", board.portBits);
  add("AddrBits", board.memoryAddressBits);
  add("Bytes", uint32_t(board.memoryBytes));
  if (board.uart)
    add("Divisor", board.uartDivisor());
  return parameters;
}

}  // namespace weft::board
