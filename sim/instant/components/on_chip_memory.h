// SPDX-License-Identifier: Apache-2.0
// State of rtl/mem/local_mem.sv and rom.sv: a memory whose reads take two cycles.
#pragma once
#include <algorithm>

#include "sim/instant/components/words.h"

namespace weft::instant {

class OnChipMemory {
public:
  OnChipMemory(uint64_t words, unsigned wordBits)
      : size_(words > 1 ? words : 2), wordBits_(wordBits), words_(wordsOf(wordBits)), rows_((size_ + 1) * words_) {}

  /// Null beyond the memory's size.
  Word *row(uint64_t address) { return address < size_ ? &rows_[address * words_] : nullptr; }
  uint64_t size() const { return size_; }
  unsigned words() const { return words_; }

  /// What a read of any address finds: zeros beyond the memory's size.
  const Word *read(uint64_t address) const { return &rows_[std::min(address, size_) * words_]; }

  void write(uint64_t address, const Word *data, const Word *strobes) {
    Word *to = row(address);
    if (!to)
      return;
    for (unsigned w = 0; w < words_; ++w) {
      const unsigned bytes = wordBits_ / 8 - 8 * w;
      const Word strobe = strobes[w / 8] >> 8 * (w % 8);
      if (bytes >= 8 ? (strobe & 0xff) == 0xff : (strobe & maskOf(bytes)) == maskOf(bytes)) {
        to[w] = data[w];
      } else {
        const Word mask = byteMask(unsigned(strobe & 0xff));
        to[w] = (to[w] & ~mask) | (data[w] & mask);
      }
    }
  }

private:
  /// Ones in byte i where bit i is set.
  static Word byteMask(unsigned strobes) {
    Word mask = 0;
    for (unsigned i = 0; i < 8; ++i)
      mask |= (strobes >> i & 1) * (Word(0xff) << 8 * i);
    return mask;
  }

  uint64_t size_;
  unsigned wordBits_, words_;
  std::vector<Word> rows_;  // and one of zeros
};

/// A read port: to be ticked before a write of the same cycle.
class ReadPort {
public:
  ReadPort(unsigned words, const Word *address, Word *data) : address_(address), data_(data), word_(words) {}

  void tick(const OnChipMemory &memory) {
    if (memory.words() == 1) [[likely]] {
      *data_ = narrow_;
      narrow_ = *memory.read(*address_);
      return;
    }
    copyWords(data_, word_.data(), memory.words());
    copyWords(word_.data(), memory.read(*address_), memory.words());
  }

private:
  const Word *address_;
  Word *data_;
  Word narrow_ = 0;  // the word that is read, of one Word
  std::vector<Word> word_;
};

inline std::vector<ReadPort> bindReadPorts(Wiring &wiring, unsigned words) {
  std::vector<ReadPort> ports;
  const auto n = unsigned(wiring.parameter("NumReads"));
  for (unsigned i = 0; i < n; ++i)
    ports.emplace_back(words, wiring.input("rd_addr_i", i, n), wiring.output("rd_data_o", i, n));
  return ports;
}

}  // namespace weft::instant
