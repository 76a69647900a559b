// SPDX-License-Identifier: Apache-2.0
#include "board/driver.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <mutex>
#include <stdexcept>

#include "board/split_transfer.h"

namespace weft::board {
namespace {

constexpr size_t kLaunchWords = size_t(1) << abi::CFG_ADDR_BITS;
/// The configuration words of a launch: fetched in whole beats of the host link, so on lines of their own.
struct alignas(128) LaunchWords {
  std::array<uint64_t, kLaunchWords> words;
};

}  // namespace

struct Driver::Impl {
  Board &board;
  std::vector<std::mutex> regions;  // held from activation to completion of a launch
  std::vector<LaunchWords> launchWords{regions.size()};
  const HostMapping launchWordsMapping;
  CommandRing ring;

  explicit Impl(Board &b)
      : board(b), regions(b.description().regions),
        launchWordsMapping(b, launchWords.data(), launchWords.size() * sizeof(LaunchWords)), ring(b) {}

  Completion copy(abi::Opcode opcode, uint64_t source, uint64_t destination, const Region &region) {
    abi::Descriptor descriptor;
    descriptor.opcode = static_cast<uint8_t>(opcode);
    descriptor.src = source;
    descriptor.dst = destination;
    descriptor.width = region.width;
    descriptor.rows = region.rows;
    descriptor.slices = region.slices;
    descriptor.src_row_pitch = region.srcRowPitch;
    descriptor.src_slice_pitch = region.srcSlicePitch;
    descriptor.dst_row_pitch = region.dstRowPitch;
    descriptor.dst_slice_pitch = region.dstSlicePitch;
    return executeInChunks(ring, descriptor);
  }
};

Driver::Driver(Board &board) : impl_(std::make_unique<Impl>(board)) {}
Driver::~Driver() = default;

Completion Driver::copyToDevice(const void *source, uint64_t destination, const Region &region) {
  const HostMapping mapping(impl_->board, source, region.sourceBytes());
  return impl_->copy(abi::Opcode::COPY_H2D, mapping.bus(), destination, region);
}

Completion Driver::copyToHost(uint64_t source, void *destination, const Region &region) {
  const HostMapping mapping(impl_->board, destination, region.destinationBytes());
  return impl_->copy(abi::Opcode::COPY_D2H, source, mapping.bus(), region);
}

Completion Driver::copyOnDevice(uint64_t source, uint64_t destination, const Region &region) {
  return impl_->copy(abi::Opcode::COPY_D2D, source, destination, region);
}

Completion Driver::fill(uint64_t destination, uint64_t bytes, std::span<const uint8_t> pattern) {
  if (pattern.empty() || pattern.size() > abi::FILL_PATTERN_BYTES || (pattern.size() & (pattern.size() - 1)) != 0 ||
      destination % pattern.size() != 0)
    throw std::invalid_argument("fill: the pattern must be 1 to 128 bytes, a power of two, and aligned");
  // The device takes the byte for address A from A mod 128; destinations are aligned to the pattern, so repeating it is
  // enough.
  alignas(128) std::array<uint8_t, abi::FILL_PATTERN_BYTES> repeated;
  for (size_t i = 0; i < repeated.size(); ++i)
    repeated[i] = pattern[i % pattern.size()];
  const HostMapping mapping(impl_->board, repeated.data(), repeated.size());
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::FILL);
  descriptor.src = mapping.bus();
  descriptor.dst = destination;
  descriptor.width = bytes;
  descriptor.rows = descriptor.slices = 1;
  return executeInChunks(impl_->ring, descriptor);
}

Completion Driver::launch(unsigned region, const std::shared_ptr<PreparedKernel> &kernel,
                          std::span<const uint64_t> words, const std::function<void()> &starting, uint64_t cycleLimit) {
  if (region >= impl_->regions.size())
    throw std::invalid_argument(fmt::format("launch: the board has no kernel region {}", region));
  if (words.size() > kLaunchWords)
    throw std::invalid_argument("launch: more configuration words than a kernel has");
  std::lock_guard lock(impl_->regions[region]);
  impl_->board.activate(region, kernel);
  std::copy(words.begin(), words.end(), impl_->launchWords[region].words.begin());
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::LAUNCH);
  descriptor.region = uint16_t(region);
  descriptor.src = impl_->launchWordsMapping.bus() + region * sizeof(LaunchWords);
  descriptor.width = words.size_bytes();
  descriptor.cycle_limit = cycleLimit;
  descriptor.rows = descriptor.slices = 1;
  return impl_->ring.execute(descriptor, starting, words);
}

void Driver::endLaunches() { impl_->board.writeRegister(abi::reg::ABORT, abi::reg::ABORT_REGIONS); }

Completion Driver::marker() {
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::NOP);
  return impl_->ring.execute(descriptor);
}

}  // namespace weft::board
