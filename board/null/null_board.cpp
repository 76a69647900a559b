// SPDX-License-Identifier: Apache-2.0
#include "board/null/null_board.h"

#include <atomic>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <sys/mman.h>

#include "board/software_ring.h"
#include "weft_abi.h"

namespace weft::board {
namespace {

class NullKernel : public PreparedKernel {
public:
  void wait() override {}
  bool ready() const override { return true; }
};

class NullBoard : public Board, private TransferMemory {
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

  uint32_t readRegister(uint32_t byteOffset) override { return ring_.readRegister(byteOffset); }
  /// Commands complete within the doorbell write.
  void writeRegister(uint32_t byteOffset, uint32_t value) override {
    std::lock_guard lock(mutex_);
    ring_.writeRegister(byteOffset, value);
    while (const auto command = ring_.take())
      execute(*command);
  }

  uint64_t mapHostMemory(void *pointer, size_t) override { return reinterpret_cast<uintptr_t>(pointer); }
  void unmapHostMemory(uint64_t, size_t) override {}

  bool waitInterrupt(std::chrono::milliseconds timeout) override { return ring_.waitInterrupt(timeout); }

  uint64_t deviceCycles() const override { return cycles_; }

  std::shared_ptr<PreparedKernel> prepare(const kernel::Image &) override { return std::make_shared<NullKernel>(); }
  void activate(unsigned region, const std::shared_ptr<PreparedKernel> &kernel) override {
    if (region >= description_.regions)
      throw std::runtime_error("board " + description_.name + " has no such kernel region");
    kernel->wait();
  }

  uint8_t *sharedMemory() override { return description_.sharedMemory ? memory_ : nullptr; }

private:
  void execute(const abi::Descriptor &d) {
    abi::Completion record{};
    record.start = cycles_;
    record.status = static_cast<uint32_t>(perform(d));
    // A plausible cost, so that profiling has something to show: set-up plus one line a cycle.
    record.end = record.start + 16 + d.width * d.rows * d.slices / description_.lineBytes();
    cycles_.store(record.end, std::memory_order_release);  // which nobody else writes meanwhile
    ring_.complete(d, record);
  }

  abi::Status perform(const abi::Descriptor &d) {
    switch (static_cast<abi::Opcode>(d.opcode)) {
    case abi::Opcode::NOP:
      return abi::Status::OK;
    case abi::Opcode::LAUNCH:
      return launchIsValid(d, description_.regions) ? abi::Status::OK : abi::Status::BAD_DESCRIPTOR;
    default:
      return transfer(d, *this);
    }
  }

  uint64_t bytes() const override { return description_.memoryBytes; }
  void read(uint64_t address, uint8_t *to, uint64_t bytes) override { std::memcpy(to, memory_ + address, bytes); }
  void write(uint64_t address, const uint8_t *from, uint64_t bytes) override {
    std::memcpy(memory_ + address, from, bytes);
  }

  Description description_;
  uint8_t *memory_ = nullptr;
  std::mutex mutex_;  // commands are executed one after the other
  std::atomic<uint64_t> cycles_{0};
  SoftwareRing ring_{[this] { return cycles_.load(); }};
};

}  // namespace

std::unique_ptr<Board> makeNullBoard(const Description &description) {
  return std::make_unique<NullBoard>(description);
}

}  // namespace weft::board
