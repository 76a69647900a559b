// SPDX-License-Identifier: Apache-2.0
#include "board/driver.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <new>
#include <stdexcept>

namespace weft::board {
namespace {

constexpr unsigned kRingLog2 = 4;
constexpr unsigned kRingEntries = 1u << kRingLog2;
// Longest wait for one command before the device is asked whether it is alive; a slow kernel just waits again.
constexpr std::chrono::milliseconds kPoll{1000};

/// Host memory that the device may reach while the object lives.
class Mapping {
public:
  Mapping(Board &board, const void *pointer, size_t bytes)
      : board_(board), bytes_(bytes), bus_(board.mapHostMemory(const_cast<void *>(pointer), bytes)) {}
  ~Mapping() { board_.unmapHostMemory(bus_, bytes_); }
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  uint64_t bus() const { return bus_; }

private:
  Board &board_;
  size_t bytes_;
  uint64_t bus_;
};

/// What the device and the driver share in host memory.
struct alignas(128) Shared {
  std::array<abi::Descriptor, kRingEntries> ring;
  abi::Completion completion;
};

uint64_t span(const Region &region, uint64_t rowPitch, uint64_t slicePitch) {
  return slicePitch * (region.slices - 1) + rowPitch * (region.rows - 1) + region.width;
}

}  // namespace

struct Driver::Impl {
  Board &board;
  std::mutex mutex;
  std::unique_ptr<Shared> shared = std::make_unique<Shared>();
  Mapping sharedMapping;
  uint32_t published = 0;

  explicit Impl(Board &b) : board(b), sharedMapping(b, shared.get(), sizeof(Shared)) {
    const uint32_t id = board.readRegister(abi::reg::ID);
    const uint32_t version = board.readRegister(abi::reg::VERSION);
    if (id != abi::ID_VALUE || version != abi::kVersion)
      throw std::runtime_error(fmt::format(
          "the board does not answer as a Weft shell of version {}: ID {:#x}, version {}", abi::kVersion, id, version));
    board.writeRegister(abi::reg::RING_BASE_LO, uint32_t(sharedMapping.bus()));
    board.writeRegister(abi::reg::RING_BASE_HI, uint32_t(sharedMapping.bus() >> 32));
    board.writeRegister(abi::reg::RING_LOG2, kRingLog2);
    published = board.readRegister(abi::reg::RING_TAIL);
    board.writeRegister(abi::reg::RING_HEAD, published);
    board.writeRegister(abi::reg::IRQ_STATUS, abi::reg::IRQ_STATUS_COMPLETION);
    board.writeRegister(abi::reg::IRQ_ENABLE, abi::reg::IRQ_ENABLE_COMPLETION);
    board.writeRegister(abi::reg::CONTROL, abi::reg::CONTROL_ENABLE);
  }

  ~Impl() { board.writeRegister(abi::reg::CONTROL, 0); }

  /// Publishes one descriptor and waits for its completion record. The caller holds `mutex`.
  Completion execute(abi::Descriptor descriptor) {
    descriptor.flags = abi::FLAG_IRQ;
    descriptor.tag = published;
    descriptor.completion = sharedMapping.bus() + offsetof(Shared, completion);
    shared->completion = {};
    shared->ring[published % kRingEntries] = descriptor;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    board.writeRegister(abi::reg::RING_HEAD, ++published);
    while (!board.waitInterrupt(kPoll)) {
      if (!(board.readRegister(abi::reg::STATUS) & abi::reg::STATUS_BUSY) &&
          board.readRegister(abi::reg::RING_TAIL) != published)
        throw std::runtime_error("the device stopped answering: it is idle and the command is not done");
    }
    board.writeRegister(abi::reg::IRQ_STATUS, abi::reg::IRQ_STATUS_COMPLETION);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const abi::Completion &record = shared->completion;
    if (record.valid != 1 || record.tag != descriptor.tag)
      throw std::runtime_error("the device raised its interrupt without the completion record of the command");
    Completion result;
    result.status = static_cast<abi::Status>(record.status);
    result.start = record.start;
    result.end = record.end;
    result.runCycles = record.run_cycles;
    result.fault = static_cast<abi::Fault>(record.fault);
    result.faultSite = record.fault_site;
    result.faultAddress = record.fault_addr;
    return result;
  }

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
    return execute(descriptor);
  }
};

Driver::Driver(Board &board) : impl_(std::make_unique<Impl>(board)) {}
Driver::~Driver() = default;

Completion Driver::copyToDevice(const void *source, uint64_t destination, const Region &region) {
  std::lock_guard lock(impl_->mutex);
  Mapping mapping(impl_->board, source, span(region, region.srcRowPitch, region.srcSlicePitch));
  return impl_->copy(abi::Opcode::COPY_H2D, mapping.bus(), destination, region);
}

Completion Driver::copyToHost(uint64_t source, void *destination, const Region &region) {
  std::lock_guard lock(impl_->mutex);
  Mapping mapping(impl_->board, destination, span(region, region.dstRowPitch, region.dstSlicePitch));
  return impl_->copy(abi::Opcode::COPY_D2H, source, mapping.bus(), region);
}

Completion Driver::copyOnDevice(uint64_t source, uint64_t destination, const Region &region) {
  std::lock_guard lock(impl_->mutex);
  return impl_->copy(abi::Opcode::COPY_D2D, source, destination, region);
}

Completion Driver::fill(uint64_t destination, uint64_t bytes, std::span<const uint8_t> pattern) {
  if (pattern.empty() || pattern.size() > abi::FILL_PATTERN_BYTES || (pattern.size() & (pattern.size() - 1)) != 0 ||
      destination % pattern.size() != 0)
    throw std::invalid_argument("fill: the pattern must be 1 to 128 bytes, a power of two, and aligned");
  std::lock_guard lock(impl_->mutex);
  // The device takes the byte for address A from A mod 128; destinations are aligned to the pattern, so repeating it is
  // enough.
  alignas(128) std::array<uint8_t, abi::FILL_PATTERN_BYTES> repeated;
  for (size_t i = 0; i < repeated.size(); ++i)
    repeated[i] = pattern[i % pattern.size()];
  Mapping mapping(impl_->board, repeated.data(), repeated.size());
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::FILL);
  descriptor.src = mapping.bus();
  descriptor.dst = destination;
  descriptor.width = bytes;
  descriptor.rows = descriptor.slices = 1;
  return impl_->execute(descriptor);
}

Completion Driver::launch(unsigned region, const std::shared_ptr<PreparedKernel> &kernel,
                          std::span<const uint64_t> words) {
  std::lock_guard lock(impl_->mutex);
  impl_->board.activate(region, kernel);
  // Launch words are fetched in whole beats of the host link: keep them on a line of their own.
  const size_t bytes = words.size() * sizeof(uint64_t);
  const size_t padded = (bytes + 127) / 128 * 128;
  std::unique_ptr<void, decltype(&std::free)> block(std::aligned_alloc(128, padded), &std::free);
  if (!block)
    throw std::bad_alloc();
  std::memset(block.get(), 0, padded);
  std::memcpy(block.get(), words.data(), bytes);
  Mapping mapping(impl_->board, block.get(), padded);
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::LAUNCH);
  descriptor.src = mapping.bus();
  descriptor.width = bytes;
  descriptor.rows = descriptor.slices = 1;
  return impl_->execute(descriptor);
}

Completion Driver::marker() {
  std::lock_guard lock(impl_->mutex);
  abi::Descriptor descriptor;
  descriptor.opcode = static_cast<uint8_t>(abi::Opcode::NOP);
  return impl_->execute(descriptor);
}

}  // namespace weft::board
