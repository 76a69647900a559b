// SPDX-License-Identifier: Apache-2.0
#include "faulty_board.h"

#include <algorithm>
#include <stdexcept>

#include "board/command_ring.h"
#include "board/null/null_board.h"

namespace weft::board::test {

class FaultyBoard::Kernel : public PreparedKernel {
public:
  Kernel(FaultyBoard &board, std::shared_ptr<PreparedKernel> inner) : board_(board), inner_(std::move(inner)) {}
  void wait() override {
    board_.fails("the kernel");
    inner_->wait();
  }
  bool ready() const override { return inner_->ready(); }
  const std::shared_ptr<PreparedKernel> &inner() const { return inner_; }

private:
  FaultyBoard &board_;
  const std::shared_ptr<PreparedKernel> inner_;
};

FaultyBoard::FaultyBoard(const Description &description) : inner_(makeNullBoard(description)) {}

void FaultyBoard::failAt(unsigned n, Fault fault) {
  std::lock_guard lock(mutex_);
  left_ = n;
  fault_ = fault;
  failed_ = false;
}

void FaultyBoard::failOften(unsigned seed, unsigned most) {
  std::lock_guard lock(mutex_);
  random_.seed(seed);
  most_ = most;
  failAt(1 + random_() % most_, Fault::Error);
}

bool FaultyBoard::disarm() {
  std::lock_guard lock(mutex_);
  left_ = most_ = 0;
  return failed_;
}

bool FaultyBoard::fails(const char *what) {
  std::lock_guard lock(mutex_);
  check();
  if (left_ == 0)
    return false;
  --left_;
  if (left_ != 0)
    return false;
  failed_ = true;
  if (most_)
    left_ = 1 + random_() % most_;
  silent_ = fault_ == Fault::Silent;
  gone_ = fault_ == Fault::Gone;
  check();
  if (what && fault_ == Fault::Error)
    throw std::runtime_error(std::string("faulty board: ") + what);
  return true;
}

void FaultyBoard::check() {
  std::lock_guard lock(mutex_);
  if (gone_)
    throw std::runtime_error("faulty board: gone");
}

uint32_t FaultyBoard::readRegister(uint32_t byteOffset) {
  check();
  return inner_->readRegister(byteOffset);
}

void FaultyBoard::writeRegister(uint32_t byteOffset, uint32_t value) {
  std::lock_guard lock(mutex_);
  check();
  if (byteOffset == abi::reg::RING_HEAD && registers_[abi::reg::CONTROL / 4]) {
    auto *const ring = reinterpret_cast<abi::Descriptor *>(registers_[abi::reg::RING_BASE_LO / 4] |
                                                           uint64_t(registers_[abi::reg::RING_BASE_HI / 4]) << 32);
    const uint32_t mask = (1u << registers_[abi::reg::RING_LOG2 / 4]) - 1;
    while (taken_ != value) {
      abi::Descriptor &descriptor = ring[taken_ & mask];
      taken_ += 1 + board::inlineEntries(descriptor);
      if (fails(nullptr) && !silent_)
        spoil(descriptor);
    }
    if (silent_)
      return;
  }
  if (byteOffset / 4 < registers_.size())
    registers_[byteOffset / 4] = value;
  inner_->writeRegister(byteOffset, value);
}

void FaultyBoard::spoil(abi::Descriptor &d) const {
  const uint64_t outside = description().memoryBytes;
  switch (static_cast<abi::Opcode>(d.opcode)) {
  case abi::Opcode::FILL:  // the pattern as the source of a copy
    d.opcode = static_cast<uint8_t>(abi::Opcode::COPY_H2D);
    d.width = std::min<uint64_t>(d.width, abi::FILL_PATTERN_BYTES);
    break;
  case abi::Opcode::COPY_H2D:
  case abi::Opcode::COPY_D2H:
  case abi::Opcode::COPY_D2D:
    if (d.rows == 1)
      d.width = (d.width + 1) / 2;
    break;
  case abi::Opcode::LAUNCH:
    d.region = 0xffff;
    return;
  default:
    d.opcode = 0xff;
    return;
  }
  // The second slice is outside the device's memory.
  d.slices = 2;
  d.src_slice_pitch = d.dst_slice_pitch = outside;
}

uint64_t FaultyBoard::mapHostMemory(void *pointer, size_t bytes) {
  fails("no host memory can be made reachable");
  return inner_->mapHostMemory(pointer, bytes);
}

bool FaultyBoard::waitInterrupt(std::chrono::milliseconds timeout) {
  bool silent;
  {
    std::lock_guard lock(mutex_);
    check();
    silent = silent_;
  }
  // What was answered before has been so within the write of its doorbell.
  return inner_->waitInterrupt(silent ? std::chrono::milliseconds(0) : timeout);
}

std::shared_ptr<PreparedKernel> FaultyBoard::prepare(const kernel::Image &kernel) {
  return std::make_shared<Kernel>(*this, inner_->prepare(kernel));
}

void FaultyBoard::activate(unsigned region, const std::shared_ptr<PreparedKernel> &kernel) {
  fails("the kernel cannot be activated");
  inner_->activate(region, static_cast<const Kernel &>(*kernel).inner());
}

}  // namespace weft::board::test
