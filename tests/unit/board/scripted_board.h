// SPDX-License-Identifier: Apache-2.0
// A board whose commands complete when the test says so, in the order it says.
#pragma once
#include <array>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>

#include "board/board.h"
#include "weft_abi.h"

namespace weft::board::test {

class ScriptedBoard : public Board {
public:
  explicit ScriptedBoard(unsigned regions) { description_.regions = regions; }

  // ---- For the test.
  /// Blocks until `count` descriptors have been taken from the ring, ever.
  void awaitTaken(size_t count);
  size_t taken();
  abi::Descriptor descriptor(size_t index);
  /// Writes the record of the command; `raise`: with the interrupt.
  void complete(size_t index, abi::Status status = abi::Status::OK, bool raise = true);
  /// From now on commands are complete, without an interrupt, when the doorbell has been rung.
  void completeAtOnce();
  /// How often the interrupt was waited for.
  unsigned waits();
  /// From now on everything that moves the device throws this.
  void breakDown(const std::string &why);
  /// From now on the device is idle, whatever is in flight.
  void goIdle();
  unsigned activations(unsigned region);

  // ---- Board.
  const Description &description() const override { return description_; }
  uint32_t readRegister(uint32_t byteOffset) override;
  void writeRegister(uint32_t byteOffset, uint32_t value) override;
  uint64_t mapHostMemory(void *pointer, size_t) override { return reinterpret_cast<uintptr_t>(pointer); }
  void unmapHostMemory(uint64_t, size_t) override {}
  bool waitInterrupt(std::chrono::milliseconds timeout) override;
  uint64_t deviceCycles() const override { return 0; }
  std::shared_ptr<PreparedKernel> prepare(const kernel::Image &) override { return nullptr; }
  void activate(unsigned region, const std::shared_ptr<PreparedKernel> &) override;

private:
  void check() const;
  /// With mutex_ held.
  void finish(size_t index, abi::Status status);

  Description description_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<uint32_t, 16> registers_{};
  std::map<size_t, abi::Descriptor> descriptors_;  // by number
  std::array<unsigned, 4> activations_{};
  bool interrupt_ = false, idle_ = false, atOnce_ = false;
  unsigned waits_ = 0;
  size_t open_ = 0;
  uint32_t tail_ = 0;
  std::string failure_;
};

}  // namespace weft::board::test
