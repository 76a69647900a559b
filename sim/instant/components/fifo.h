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

/// What is pushed was reserved before, so there is always room.
class CreditFifo {
public:
  CreditFifo(unsigned depth, unsigned width)
      : depth_(depth), words_(wordsOf(width)), deep_(depth > 16), rows_(size_t(depth) * words_), free_(depth) {
    reset();
    free_ = 0;  // before the first reset
  }
  CreditFifo(CreditFifo &&) = default;  // its rows stay where they are
  CreditFifo &operator=(CreditFifo &&) = delete;

  // Registered outputs.
  bool credit() const { return credit_; }
  bool valid() const { return valid_; }
  const Word *front() const { return read_; }

  unsigned words() const { return words_; }

  /// As Fifo::tick.
  [[gnu::always_inline]] bool tick(bool reserve, bool push, const Word *data, bool release, bool outReady) {
    const unsigned pop = unsigned(outReady) & unsigned(valid_);
    free_ += unsigned(release) + pop - unsigned(reserve);
    credit_ = free_ != 0;
    if (push) {
      copyWords(write_, data, words_);
      write_ = next(write_);
    }
    if (pop)
      read_ = next(read_);
    const unsigned left = count_ - pop;
    count_ = left + unsigned(push);
    const bool was = valid_;
    valid_ = (deep_ ? left : count_) != 0;  // deep: an entry is read from the memory in the cycle after it was written
    return pop || valid_ != was;
  }

  void reset() {
    write_ = read_ = rows_.data();
    count_ = 0;
    free_ = depth_;
    valid_ = credit_ = false;
  }

private:
  Word *next(Word *row) {
    row += words_;
    return row == rows_.data() + rows_.size() ? rows_.data() : row;
  }

  unsigned depth_, words_, count_ = 0;
  bool deep_, valid_ = false, credit_ = false;
  std::vector<Word> rows_;
  unsigned free_;
  Word *write_ = nullptr, *read_ = nullptr;
};

}  // namespace weft::instant
