// SPDX-License-Identifier: Apache-2.0
// A null board of which one operation fails: the n-th that a command asks for.
#pragma once
#include <array>
#include <mutex>
#include <random>

#include "board/board.h"
#include "weft_abi.h"

namespace weft::board::test {

/// Operations are: host memory made reachable, a kernel waited for or activated, and a descriptor.
class FaultyBoard : public Board {
public:
  enum class Fault {
    Error,   // this operation ends with an error, a descriptor after a part of its work
    Silent,  // from now on no descriptor is answered
    Gone     // from now on everything throws
  };

  explicit FaultyBoard(const Description &description);

  // ---- For the test.
  /// The n-th operation from now on fails; 1 is the next.
  void failAt(unsigned n, Fault fault);
  /// Operations end with errors, again and again: each time one of the next `most`.
  void failOften(unsigned seed, unsigned most);
  /// Whether it came to that. No operation fails that comes later.
  bool disarm();

  // ---- Board.
  const Description &description() const override { return inner_->description(); }
  uint32_t readRegister(uint32_t byteOffset) override;
  void writeRegister(uint32_t byteOffset, uint32_t value) override;
  uint64_t mapHostMemory(void *pointer, size_t bytes) override;
  void unmapHostMemory(uint64_t busAddress, size_t bytes) override { inner_->unmapHostMemory(busAddress, bytes); }
  bool waitInterrupt(std::chrono::milliseconds timeout) override;
  uint64_t deviceCycles() const override { return inner_->deviceCycles(); }
  std::shared_ptr<PreparedKernel> prepare(const kernel::Image &kernel) override;
  void activate(unsigned region, const std::shared_ptr<PreparedKernel> &kernel) override;
  uint8_t *sharedMemory() override { return inner_->sharedMemory(); }

private:
  class Kernel;

  /// Counts an operation. True if it is to fail in a way that the caller must see to; throws if `what` fails with it.
  bool fails(const char *what);
  /// Throws if the board is gone.
  void check();
  /// Makes the null board refuse the descriptor, after a part of its work if it moves something.
  void spoil(abi::Descriptor &descriptor) const;

  const std::unique_ptr<Board> inner_;
  std::recursive_mutex mutex_;
  std::mt19937 random_;
  unsigned most_ = 0;  // failOften
  unsigned left_ = 0;  // operations until one fails, that one included; 0: none does
  Fault fault_ = Fault::Error;
  bool failed_ = false, silent_ = false, gone_ = false;
  std::array<uint32_t, 16> registers_{};
  uint32_t taken_ = 0;  // descriptors
};

}  // namespace weft::board::test
