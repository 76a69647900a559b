// SPDX-License-Identifier: Apache-2.0
// The work-items of a launch, and the parts that the hardware gets of them.
#pragma once
#include <array>
#include <cstddef>

namespace weft::core {

struct NDRange {
  unsigned dimensions = 1;
  std::array<size_t, 3> offset{0, 0, 0}, global{1, 1, 1}, local{1, 1, 1};

  size_t groupSize() const { return local[0] * local[1] * local[2]; }
  bool empty() const { return global[0] == 0 || global[1] == 0 || global[2] == 0; }
};

/// A part of a range whose groups all have one size.
struct RangePart {
  std::array<size_t, 3> firstGroup, groups, local;
};

/// The most work-items that a part has in a dimension if its groups are not larger: WEFT_LARGEST_PART, at most the ids
/// that hardware counts.
size_t largestPart();

/// Whether the range is launched in more parts than the smaller groups at its ends make, or its ids
/// are more than kernel::kIdBits hold.
bool needsWideIds(const NDRange &range, size_t mostItems = largestPart());

/// The parts of a range that is not empty: in each dimension as many whole groups as fit, then what is cut off at its
/// end; x changes first.
class RangeParts {
public:
  explicit RangeParts(const NDRange &range, size_t mostItems = largestPart());
  /// The next part; false: there is none.
  bool next(RangePart &part);

private:
  struct Dimension {
    size_t global, local, mostGroups;
    size_t first = 0;  // group

    size_t wholeGroups() const { return global / local; }
    size_t groups() const;
    bool step();
  };
  std::array<Dimension, 3> dimensions_;
  bool more_ = true;
};

}  // namespace weft::core
