// SPDX-License-Identifier: Apache-2.0
// Elements of lines, as the models of the memory units read and write them.
#pragma once
#include <algorithm>
#include <cstring>

#include "sim/instant/components/words.h"

namespace weft::instant {

/// Copies a line or a part of one.
inline void copyLine(Word *to, const Word *from, unsigned words) {
  if (words == 8)
    std::memcpy(to, from, 8 * sizeof(Word));  // a fixed size is copied without a loop
  else
    copyWords(to, from, words);
}

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
      copyLine(element, line + offset / 8, words());
  }
  void insert(Word *line, unsigned offset, const Word *element) const {
    const unsigned shift = 8 * (offset % 8);
    if (bytes_ <= 8)
      line[offset / 8] = (line[offset / 8] & ~(mask_ << shift)) | *element << shift;
    else
      copyLine(line + offset / 8, element, words());
  }
  void clear(Word *element) const { std::fill_n(element, words(), 0); }

private:
  unsigned bytes_;
  Word mask_;
};

}  // namespace weft::instant
