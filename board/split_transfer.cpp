// SPDX-License-Identifier: Apache-2.0
#include "board/split_transfer.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace weft::board {
namespace {

// Larger copies and fills are split: the device carries out one at a time, so between two chunks it starts the launches
// of other threads and reports kernels that ended. A chunk takes some hundred times as long as a command costs, and two
// of a copy are in the ring, so that the device never waits for the host.
constexpr uint64_t kChunkBytes = uint64_t(1) << 20;
constexpr size_t kChunksAhead = 2;

/// Splits a copy or a fill into descriptors of at most kChunkBytes: whole slices, rows of one slice, parts of one row.
class Splitter {
public:
  explicit Splitter(const abi::Descriptor &whole) : whole_(whole) {}

  std::optional<abi::Descriptor> next() {
    if (slice_ == whole_.slices)
      return std::nullopt;
    abi::Descriptor chunk = whole_;
    chunk.src += slice_ * whole_.src_slice_pitch + row_ * whole_.src_row_pitch;
    chunk.dst += slice_ * whole_.dst_slice_pitch + row_ * whole_.dst_row_pitch + offset_;
    if (whole_.opcode != static_cast<uint8_t>(abi::Opcode::FILL))  // whose source is the pattern
      chunk.src += offset_;
    const uint64_t row = whole_.width, slice = row * whole_.rows;
    if (slice <= kChunkBytes) {
      chunk.slices = uint32_t(atMost(slice, whole_.slices - slice_));
      slice_ += chunk.slices;
      return chunk;
    }
    chunk.slices = 1;
    if (row <= kChunkBytes) {
      chunk.rows = uint32_t(atMost(row, whole_.rows - row_));
      row_ += chunk.rows;
    } else {
      chunk.rows = 1;
      chunk.width = std::min(row - offset_, kChunkBytes);
      offset_ += chunk.width;
      if (offset_ == row) {
        offset_ = 0;
        ++row_;
      }
    }
    if (row_ == whole_.rows) {
      row_ = 0;
      ++slice_;
    }
    return chunk;
  }

private:
  /// How many of `left` things of `bytes` bytes a chunk takes.
  static uint64_t atMost(uint64_t bytes, uint64_t left) {
    return bytes == 0 ? left : std::min(left, kChunkBytes / bytes);
  }

  const abi::Descriptor whole_;
  uint64_t slice_ = 0, row_ = 0, offset_ = 0;
};

}  // namespace

Completion executeInChunks(CommandRing &ring, const abi::Descriptor &whole) {
  Splitter chunks(whole);
  std::optional<abi::Descriptor> next = chunks.next();
  std::deque<size_t> inFlight;
  std::optional<Completion> all;
  CommandRing::Lock lock = ring.lock();
  while (next || !inFlight.empty()) {
    // Only a caller with no command in the ring waits for room there: otherwise all could wait for each other.
    while (next && inFlight.size() < kChunksAhead && (inFlight.empty() || ring.hasRoom())) {
      inFlight.push_back(ring.publish(lock, *next));
      next = chunks.next();
    }
    const Completion done = ring.await(lock, inFlight.front());
    inFlight.pop_front();
    if (all && all->status != abi::Status::OK)
      continue;
    const uint64_t start = all ? all->start : done.start;
    all = done;
    all->start = start;
    if (done.status != abi::Status::OK)
      next.reset();
  }
  return all.value();
}

}  // namespace weft::board
