// SPDX-License-Identifier: Apache-2.0
// Where parts of a simulation keep what they know from one cycle to the next.
#pragma once
#include <cstddef>
#include <vector>

namespace weft::instant {

/// A part of memory that stays where it is.
struct StateRange {
  const void *data;
  size_t bytes;
};

class StateList {
public:
  void add(const void *data, size_t bytes) {
    if (!ranges_.empty() && static_cast<const char *>(ranges_.back().data) + ranges_.back().bytes == data)
      ranges_.back().bytes += bytes;
    else if (bytes != 0)
      ranges_.push_back({data, bytes});
  }
  /// An object, without what it points to.
  template <class T> void add(const T &object) { add(&object, sizeof object); }
  /// The elements of a vector that keeps its size.
  template <class T> void addAll(const std::vector<T> &objects) { add(objects.data(), objects.size() * sizeof(T)); }

  const std::vector<StateRange> &ranges() const { return ranges_; }

private:
  std::vector<StateRange> ranges_;
};

}  // namespace weft::instant
