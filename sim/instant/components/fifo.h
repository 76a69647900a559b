// SPDX-License-Identifier: Apache-2.0
// State of rtl/flow/stream_fifo.sv and credit_fifo.sv.
#pragma once
#include "sim/instant/components/credits.h"
#include "sim/instant/components/words.h"

namespace weft::instant {

class Fifo {
public:
  Fifo(unsigned depth, unsigned width, unsigned smallDepth = 16)
      : depth_(depth), words_(wordsOf(width)), deep_(depth > smallDepth), rows_(size_t(depth) * words_) {}

  // Registered outputs.
  bool ready() const { return ready_; }
  bool valid() const { return valid_; }
  /// The oldest entry, while valid. It stays where it is in the tick that takes it.
  const Word *front() const { return &rows_[size_t(read_) * words_]; }

  unsigned words() const { return words_; }

  /// Returns whether valid or the front may be new.
  bool tick(bool inValid, const Word *data, bool outReady) {
    const bool push = inValid && ready_, pop = outReady && valid_;
    const unsigned left = count_ - pop;
    if (push) {
      copyWords(&rows_[size_t(write_) * words_], data, words_);
      write_ = next(write_);
    }
    if (pop)
      read_ = next(read_);
    count_ = left + push;
    ready_ = count_ != depth_;
    const bool was = valid_;
    valid_ = (deep_ ? left : count_) != 0;  // deep: an entry is read from the memory in the cycle after it was written
    return pop || valid_ != was;
  }

  void reset() {
    write_ = read_ = count_ = 0;
    ready_ = valid_ = false;
  }

private:
  unsigned next(unsigned row) const { return row == depth_ - 1 ? 0 : row + 1; }

  unsigned depth_, words_, write_ = 0, read_ = 0, count_ = 0;
  bool deep_, ready_ = false, valid_ = false;
  std::vector<Word> rows_;
};

class CreditFifo {
public:
  CreditFifo(unsigned depth, unsigned width) : fifo_(depth, width), credits_(depth) {}

  // Registered outputs.
  bool credit() const { return credits_.any(); }
  bool valid() const { return fifo_.valid(); }
  const Word *front() const { return fifo_.front(); }

  unsigned words() const { return fifo_.words(); }

  /// As Fifo::tick.
  bool tick(bool reserve, bool push, const Word *data, bool release, bool outReady) {
    credits_.tick(unsigned(release) + unsigned(outReady && fifo_.valid()), reserve);
    return fifo_.tick(push, data, outReady);
  }

  void reset() {
    fifo_.reset();
    credits_.reset();
  }

private:
  Fifo fifo_;
  CreditCounter credits_;
};

}  // namespace weft::instant
