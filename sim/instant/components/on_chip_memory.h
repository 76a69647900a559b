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

  /// To be written; null beyond the memory's size.
  Word *row(uint64_t address) {
    ++writes_;
    return address < size_ ? &rows_[address * words_] : nullptr;
  }
  uint64_t size() const { return size_; }
  unsigned words() const { return words_; }

  /// What a read of any address finds: zeros beyond the memory's size.
  const Word *read(uint64_t address) const { return &rows_[std::min(address, size_) * words_]; }
  const Word *readNarrow(uint64_t address) const { return &rows_[std::min(address, size_)]; }  // of one Word

  void write(uint64_t address, const Word *data, const Word *strobes) {
    Word *to = row(address);
    if (!to)
      return;
    for (unsigned w = 0; w < words_; ++w) {
      const unsigned bytes = wordBits_ / 8 - 8 * w;  // saves time: to see that all of them are written
      const Word strobe = strobes[w / 8] >> 8 * (w % 8);
      const Word all = maskOf(std::min(bytes, 8u));
      if ((strobe & all) == all) {
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
  uint64_t writes_ = 0;     // rows change only with it
};

/// The read ports: to be ticked before a write of the same cycle.
class ReadPorts {
public:
  ReadPorts(Wiring &wiring, unsigned words) {
    const auto n = unsigned(wiring.parameter("NumReads"));
    words_.resize(size_t(n) * words);
    for (unsigned i = 0; i < n; ++i)
      ports_.push_back({wiring.input("rd_addr_i", i, n), wiring.output("rd_data_o", i, n)});
  }

  void listState(StateList &list) const { list.addAll(words_); }

  void tick(const OnChipMemory &memory) {
    const unsigned words = memory.words();
    Word *word = words_.data();
    if (words == 1) [[likely]]
      for (const Port &port : ports_) {
        *port.data = *word;
        *word++ = *memory.readNarrow(*port.address);
      }
    else
      for (const Port &port : ports_) {
        copyWords(port.data, word, words);
        copyWords(word, memory.read(*port.address), words);
        word += words;
      }
  }

private:
  struct Port {
    const Word *address;
    Word *data;
  };
  std::vector<Port> ports_;
  std::vector<Word> words_;  // what was read in the cycle before, by port
};

}  // namespace weft::instant
