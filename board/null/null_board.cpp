// SPDX-License-Identifier: Apache-2.0
#include "board/null/null_board.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <sys/mman.h>

#include "weft_abi.h"

namespace weft::board {
namespace {

class NullKernel : public PreparedKernel {
public:
  void wait() override {}
  bool ready() const override { return true; }
};

class NullBoard : public Board {
public:
  explicit NullBoard(const Description &description) : description_(description) {
    // Reserved, not committed: only touched pages cost memory.
    void *memory = mmap(nullptr, description_.memoryBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      throw std::runtime_error("null board: cannot reserve the device memory of " + description_.name);
    memory_ = static_cast<uint8_t *>(memory);
  }
  ~NullBoard() override { munmap(memory_, description_.memoryBytes); }

  const Description &description() const override { return description_; }

  uint32_t readRegister(uint32_t byteOffset) override {
    std::lock_guard lock(mutex_);
    switch (byteOffset) {
    case abi::reg::ID:
      return abi::ID_VALUE;
    case abi::reg::VERSION:
      return abi::kVersion;
    case abi::reg::STATUS:
      return 0;  // commands complete within the doorbell write
    case abi::reg::RING_TAIL:
      return tail_;
    case abi::reg::IRQ_STATUS:
      return irqStatus_;
    case abi::reg::TIMER_LO:
      latchedTimer_ = cycles_;
      return uint32_t(latchedTimer_);
    case abi::reg::TIMER_HI:
      return uint32_t(latchedTimer_ >> 32);
    default:
      return byteOffset / 4 < registers_.size() ? registers_[byteOffset / 4] : 0;
    }
  }

  void writeRegister(uint32_t byteOffset, uint32_t value) override {
    std::lock_guard lock(mutex_);
    if (byteOffset == abi::reg::IRQ_STATUS) {
      irqStatus_ &= ~value;
      return;
    }
    if (byteOffset / 4 < registers_.size())
      registers_[byteOffset / 4] = value;
    run();
  }

  uint64_t mapHostMemory(void *pointer, size_t) override { return reinterpret_cast<uintptr_t>(pointer); }
  void unmapHostMemory(uint64_t, size_t) override {}

  bool waitInterrupt(std::chrono::milliseconds timeout) override {
    std::unique_lock lock(mutex_);
    return interrupt_.wait_for(lock, timeout, [&] { return irqStatus_ & registers_[abi::reg::IRQ_ENABLE / 4]; });
  }

  uint64_t deviceCycles() const override { return cycles_; }

  std::shared_ptr<PreparedKernel> prepare(const kernel::Image &) override { return std::make_shared<NullKernel>(); }
  void activate(unsigned region, const std::shared_ptr<PreparedKernel> &kernel) override {
    if (region >= description_.regions)
      throw std::runtime_error("board " + description_.name + " has no such kernel region");
    kernel->wait();
  }

  uint8_t *sharedMemory() override { return description_.sharedMemory ? memory_ : nullptr; }

private:
  /// Takes every published descriptor. The caller holds `mutex_`.
  void run() {
    if (!(registers_[abi::reg::CONTROL / 4] & abi::reg::CONTROL_ENABLE))
      return;
    const uint64_t base = registers_[abi::reg::RING_BASE_LO / 4] | uint64_t(registers_[abi::reg::RING_BASE_HI / 4])
                                                                       << 32;
    const uint32_t mask = (1u << registers_[abi::reg::RING_LOG2 / 4]) - 1;
    for (; tail_ != registers_[abi::reg::RING_HEAD / 4]; ++tail_) {
      abi::Descriptor descriptor;
      std::memcpy(&descriptor, reinterpret_cast<const void *>(base + (tail_ & mask) * sizeof(descriptor)),
                  sizeof(descriptor));
      execute(descriptor);
    }
  }

  void execute(const abi::Descriptor &d) {
    abi::Completion record{};
    record.tag = d.tag;
    record.start = cycles_;
    record.status = static_cast<uint32_t>(perform(d));
    // A plausible cost, so that profiling has something to show: set-up plus one line a cycle.
    record.end = record.start + 16 + d.width * d.rows * d.slices / description_.lineBytes();
    cycles_.store(record.end, std::memory_order_release);  // which nobody else writes meanwhile
    record.valid = 1;
    if (d.completion)
      std::memcpy(reinterpret_cast<void *>(d.completion), &record, sizeof(record));
    if (d.flags & abi::FLAG_IRQ) {
      irqStatus_ |= abi::reg::IRQ_STATUS_COMPLETION;
      interrupt_.notify_all();
    }
  }

  abi::Status perform(const abi::Descriptor &d) {
    switch (static_cast<abi::Opcode>(d.opcode)) {
    case abi::Opcode::NOP:
      return abi::Status::OK;
    case abi::Opcode::LAUNCH: {
      const bool wordsBad = d.width == 0 || d.width % 8 != 0 || d.width > 8u << abi::CFG_ADDR_BITS;
      return wordsBad || d.kernel != 0 || d.region >= description_.regions ? abi::Status::BAD_DESCRIPTOR
                                                                           : abi::Status::OK;
    }
    case abi::Opcode::COPY_H2D:
    case abi::Opcode::COPY_D2H:
    case abi::Opcode::COPY_D2D:
      return copy(d);
    case abi::Opcode::FILL: {
      const auto *pattern = reinterpret_cast<const uint8_t *>(d.src);
      if (!inMemory(d.dst, d.width))
        return abi::Status::DEVICE_BUS_ERROR;
      for (uint64_t address = d.dst; address != d.dst + d.width; ++address)
        memory_[address] = pattern[address % abi::FILL_PATTERN_BYTES];
      return abi::Status::OK;
    }
    }
    return abi::Status::BAD_DESCRIPTOR;
  }

  abi::Status copy(const abi::Descriptor &d) {
    const bool fromDevice = d.opcode != static_cast<uint8_t>(abi::Opcode::COPY_H2D);
    const bool toDevice = d.opcode != static_cast<uint8_t>(abi::Opcode::COPY_D2H);
    if (d.rows == 0 || d.slices == 0)
      return abi::Status::BAD_DESCRIPTOR;
    for (uint64_t slice = 0; slice < d.slices; ++slice)
      for (uint64_t row = 0; row < d.rows; ++row) {
        const uint64_t source = d.src + slice * d.src_slice_pitch + row * d.src_row_pitch;
        const uint64_t destination = d.dst + slice * d.dst_slice_pitch + row * d.dst_row_pitch;
        if ((fromDevice && !inMemory(source, d.width)) || (toDevice && !inMemory(destination, d.width)))
          return abi::Status::DEVICE_BUS_ERROR;
        std::memcpy(toDevice ? memory_ + destination : reinterpret_cast<void *>(destination),
                    fromDevice ? memory_ + source : reinterpret_cast<const void *>(source), d.width);
      }
    return abi::Status::OK;
  }

  bool inMemory(uint64_t address, uint64_t bytes) const {
    return address <= description_.memoryBytes && bytes <= description_.memoryBytes - address;
  }

  Description description_;
  uint8_t *memory_ = nullptr;
  std::mutex mutex_;
  std::condition_variable interrupt_;
  std::array<uint32_t, 16> registers_{};
  uint32_t tail_ = 0;
  uint32_t irqStatus_ = 0;
  uint64_t latchedTimer_ = 0;
  std::atomic<uint64_t> cycles_{0};
};

}  // namespace

std::unique_ptr<Board> makeNullBoard(const Description &description) {
  return std::make_unique<NullBoard>(description);
}

}  // namespace weft::board
