// SPDX-License-Identifier: Apache-2.0
// Which locations hold the current contents of each byte of a memory object: sub-buffers of one object may be in use on
// several devices at once, so an object as a whole has no single location.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

namespace weft::core {

class Residency {
public:
  /// A bit for each location. None: the contents are undefined.
  using Locations = uint64_t;
  struct Range {
    uint64_t begin, end;
    Locations locations;
    bool operator==(const Range &) const = default;
  };

  /// [0, bytes), all of it at `locations`. `bytes` is not 0.
  Residency(uint64_t bytes, Locations locations);

  /// The parts of [begin, end), ascending; neighbours differ.
  std::vector<Range> ranges(uint64_t begin, uint64_t end) const;
  std::vector<Range> ranges() const { return ranges(0, bytes_); }
  /// From now on [begin, end) is current at `locations` only.
  void set(uint64_t begin, uint64_t end, Locations locations);
  /// `locations` hold no current contents anywhere any more.
  void remove(Locations locations);

private:
  using Starts = std::map<uint64_t, Locations>;
  /// Makes `at` the start of a range.
  Starts::iterator split(uint64_t at);
  void join(Starts::iterator range);

  const uint64_t bytes_;
  Starts starts_;  // where each range begins; it ends where the next begins
};

}  // namespace weft::core
