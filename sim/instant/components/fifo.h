// SPDX-License-Identifier: Apache-2.0
// State of a FIFO inside of a module (rtl/flow/stream_fifo.sv). Whoever pushes knows that there is room.
#pragma once
#include <bit>
#include <vector>

#include "sim/instant/components/words.h"

namespace weft::instant {

/// Which rows hold entries.
class QueueControl {
public:
  /// `small`: the deepest one that is read at once.
  explicit QueueControl(unsigned depth, unsigned small = 16)
      : mask_(std::bit_ceil(depth + 1) - 1), deep_(depth > small) {}

  bool valid() const { return valid_; }  // registered
  bool empty() const { return read_ == write_; }
  unsigned rows() const { return mask_ + 1; }
  unsigned frontRow() const { return read_ & mask_; }
  unsigned freeRow() const { return write_ & mask_; }  // there is one at any time

  void tick(bool push, bool pop) {
    const unsigned before = write_;
    write_ += unsigned(push);
    read_ += unsigned(pop);
    valid_ = read_ != (deep_ ? older_ : write_);  // deep: the memory's output is registered twice
    older_ = before;
  }
  void reset() {
    write_ = read_ = older_ = 0;
    valid_ = false;
  }

private:
  unsigned mask_, write_ = 0, read_ = 0;
  unsigned older_ = 0;  // write_ a cycle ago
  bool deep_, valid_ = false;
};

template <class Entry> class Queue {
public:
  explicit Queue(unsigned depth, unsigned small = 16) : control_(depth, small), rows_(control_.rows()) {}

  bool valid() const { return control_.valid(); }
  bool empty() const { return control_.empty(); }
  const Entry &front() const { return rows_[control_.frontRow()]; }

  void tick(bool push, const Entry &entry, bool pop) {
    if (sizeof(Entry) <= sizeof(Word) || push)
      rows_[control_.freeRow()] = entry;
    control_.tick(push, pop);
  }
  void reset() { control_.reset(); }

private:
  QueueControl control_;
  std::vector<Entry> rows_;
};

/// Of entries of some words.
class WordsQueue {
public:
  WordsQueue(unsigned depth, unsigned words) : control_(depth), words_(words), rows_(size_t(control_.rows()) * words) {}

  bool valid() const { return control_.valid(); }
  const Word *front() const { return &rows_[size_t(control_.frontRow()) * words_]; }

  void tick(bool push, const Word *entry, bool pop) {
    if (push)
      copyWords(&rows_[size_t(control_.freeRow()) * words_], entry, words_);
    control_.tick(push, pop);
  }
  void reset() { control_.reset(); }

private:
  QueueControl control_;
  unsigned words_;
  std::vector<Word> rows_;
};

}  // namespace weft::instant
