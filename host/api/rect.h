// SPDX-License-Identifier: Apache-2.0
// Boxes within linear memory, as the …BufferRect commands describe them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "host/util/error.h"

namespace weft::entry {

using Triple = std::array<size_t, 3>;

/// Origin and pitches of one side of a rectangular transfer, in bytes, rows and slices.
struct Box {
  Triple origin;
  size_t rowPitch, slicePitch;

  /// Fills in pitches of 0. Throws CL_INVALID_VALUE for impossible ones.
  Box(const size_t *originArgument, const Triple &region, size_t rowPitchArgument, size_t slicePitchArgument)
      : origin{originArgument[0], originArgument[1], originArgument[2]},
        rowPitch(rowPitchArgument ? rowPitchArgument : region[0]) {
    require(rowPitch >= region[0], CL_INVALID_VALUE, "a row pitch is less than a row");
    const unsigned __int128 slice = static_cast<unsigned __int128>(region[1]) * rowPitch;
    require(slice <= SIZE_MAX, CL_INVALID_VALUE, "the region is too large");
    slicePitch = slicePitchArgument ? slicePitchArgument : size_t(slice);
    require(slicePitch >= slice && slicePitch % rowPitch == 0, CL_INVALID_VALUE,
            "a slice pitch is less than a slice or not a multiple of the row pitch");
  }

  /// Offset of the first byte.
  size_t start() const { return origin[2] * slicePitch + origin[1] * rowPitch + origin[0]; }

  /// Throws CL_INVALID_VALUE if a byte of the region lies at or beyond `bytes`.
  void requireWithin(const Triple &region, size_t bytes) const {
    using Wide = unsigned __int128;
    const Wide slice = Wide(origin[2]) + region[2] - 1, row = Wide(origin[1]) + region[1] - 1;
    // One after the other: the sum of all may exceed 128 bits, no term that is looked at does.
    const auto fits = [&](Wide index, Wide pitch) { return index <= bytes && index * pitch <= bytes; };
    require(fits(slice, slicePitch) && fits(row, rowPitch) &&
                slice * slicePitch + row * rowPitch + origin[0] + region[0] <= bytes,
            CL_INVALID_VALUE, "the region exceeds the buffer");
  }
};

/// Whether two boxes of one memory with equal pitches share a byte (OpenCL API specification, appendix on
/// CL_MEM_COPY_OVERLAP).
inline bool gridBoxesOverlap(const Box &source, const Box &destination, const Triple &region) {
  const size_t rowPitch = source.rowPitch, slicePitch = source.slicePitch;
  const size_t sliceSize = (region[1] - 1) * rowPitch + region[0];
  // The two may interleave: one lies in the gaps between the other's rows, or between its slices.
  const auto inGap = [](size_t a, size_t b, size_t extent, size_t pitch) {
    a %= pitch;
    b %= pitch;
    return (b >= a + extent && b + extent <= a + pitch) || (a >= b + extent && a + extent <= b + pitch);
  };
  if (inGap(source.origin[0], destination.origin[0], region[0], rowPitch))
    return false;
  return !inGap(source.origin[1] * rowPitch + source.origin[0],
                destination.origin[1] * rowPitch + destination.origin[0], sliceSize, slicePitch);
}

/// The same for any pitches: compares row with row, both in ascending order.
inline bool rowsOverlap(const Box &source, const Box &destination, const Triple &region) {
  const size_t rows = region[1] * region[2];
  const auto start = [&](const Box &box, size_t row) {
    return box.start() + row / region[1] * box.slicePitch + row % region[1] * box.rowPitch;
  };
  for (size_t a = 0, b = 0; a < rows && b < rows;) {
    const size_t from = start(source, a), to = start(destination, b);
    if (from + region[0] <= to)
      ++a;
    else if (to + region[0] <= from)
      ++b;
    else
      return true;
  }
  return false;
}

/// Whether two boxes of one memory share a byte.
inline bool boxesOverlap(const Box &source, const Box &destination, const Triple &region) {
  const auto end = [&](const Box &box) {
    return box.start() + (region[2] - 1) * box.slicePitch + (region[1] - 1) * box.rowPitch + region[0];
  };
  if (end(destination) <= source.start() || end(source) <= destination.start())
    return false;
  return source.rowPitch == destination.rowPitch && source.slicePitch == destination.slicePitch
             ? gridBoxesOverlap(source, destination, region)
             : rowsOverlap(source, destination, region);
}

}  // namespace weft::entry
