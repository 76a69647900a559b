// SPDX-License-Identifier: Apache-2.0
// Elements of lines, as the models of the memory units read and write them.
#pragma once
#include <algorithm>

#include "sim/instant/components/words.h"

namespace weft::instant {

/// An element's place within its line. Elements are powers of two bytes wide and aligned.
class ElementShape {
public:
  explicit ElementShape(unsigned bytes) : bytes_(bytes), mask_(maskOf(8 * bytes)) {}

  unsigned words() const { return bytes_ <= 8 ? 1 : bytes_ / 8; }
  /// The strobes of an element at this byte of a line.
  Word strobes(unsigned offset) const { return maskOf(bytes_) << offset; }
  void extract(Word *element, const Word *line, unsigned offset) const {
    if (bytes_ <= 8)
      *element = line[offset / 8] >> (8 * (offset % 8)) & mask_;
    else
      copyWords(element, line + offset / 8, words());
  }
  void insert(Word *line, unsigned offset, const Word *element) const {
    const unsigned shift = 8 * (offset % 8);
    if (bytes_ <= 8)
      line[offset / 8] = (line[offset / 8] & ~(mask_ << shift)) | *element << shift;
    else
      copyWords(line + offset / 8, element, words());
  }
  void clear(Word *element) const { std::fill_n(element, words(), 0); }

private:
  unsigned bytes_;
  Word mask_;
};

}  // namespace weft::instant
