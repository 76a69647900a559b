// SPDX-License-Identifier: Apache-2.0
// The text that a kernel's calls of printf stand for.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "kernel/print.h"

namespace weft::core {

/// What the records of a print buffer, in the order of their reservation, say.
struct PrintedText {
  std::string text;
  size_t calls = 0;
};

/// `records`: the buffer behind its header, as far as granules were reserved. Records that do not make sense (a launch
/// that was ended may leave some) end the text.
PrintedText printedText(const kernel::Prints &prints, std::span<const uint8_t> records);

}  // namespace weft::core
