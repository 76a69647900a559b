// SPDX-License-Identifier: Apache-2.0
#include "scripted_board.h"

#include <atomic>
#include <cstring>
#include <stdexcept>

#include "board/command_ring.h"

namespace weft::board::test {

void ScriptedBoard::awaitTaken(size_t count) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, std::chrono::seconds(20), [&] { return descriptors_.size() >= count; }))
    throw std::runtime_error("the driver did not publish the command");
}

size_t ScriptedBoard::taken() {
  std::lock_guard lock(mutex_);
  return descriptors_.size();
}

abi::Descriptor ScriptedBoard::descriptor(size_t index) {
  std::lock_guard lock(mutex_);
  return descriptors_.at(index);
}

void ScriptedBoard::finish(size_t index, abi::Status status) {
  const abi::Descriptor &d = descriptors_.at(index);
  auto &record = *reinterpret_cast<abi::Completion *>(d.completion);
  record.tag = d.tag;
  record.status = static_cast<uint32_t>(status);
  record.start = 10 * index, record.end = 10 * index + 5;
  // As the shell does: the driver may look while the record is written.
  std::atomic_ref(record.valid).store(1, std::memory_order_release);
  --open_;
}

void ScriptedBoard::complete(size_t index, abi::Status status, bool raise) {
  std::lock_guard lock(mutex_);
  finish(index, status);
  if (raise && (descriptors_.at(index).flags & abi::FLAG_IRQ)) {
    interrupt_ = true;
    changed_.notify_all();
  }
}

void ScriptedBoard::completeAtOnce() {
  std::lock_guard lock(mutex_);
  atOnce_ = true;
}

unsigned ScriptedBoard::waits() {
  std::lock_guard lock(mutex_);
  return waits_;
}

void ScriptedBoard::breakDown(const std::string &why) {
  std::lock_guard lock(mutex_);
  failure_ = why;
  changed_.notify_all();
}

void ScriptedBoard::goIdle() {
  std::lock_guard lock(mutex_);
  idle_ = true;
  changed_.notify_all();
}

unsigned ScriptedBoard::activations(unsigned region) {
  std::lock_guard lock(mutex_);
  return activations_.at(region);
}

void ScriptedBoard::check() const {
  if (!failure_.empty())
    throw std::runtime_error(failure_);
}

uint32_t ScriptedBoard::readRegister(uint32_t byteOffset) {
  std::lock_guard lock(mutex_);
  check();
  switch (byteOffset) {
  case abi::reg::ID:
    return abi::ID_VALUE;
  case abi::reg::VERSION:
    return abi::kVersion;
  case abi::reg::STATUS:
    return open_ && !idle_ ? abi::reg::STATUS_BUSY : 0;
  case abi::reg::RING_TAIL:
    return tail_;
  default:
    return registers_.at(byteOffset / 4);
  }
}

void ScriptedBoard::writeRegister(uint32_t byteOffset, uint32_t value) {
  std::lock_guard lock(mutex_);
  check();
  if (byteOffset == abi::reg::IRQ_STATUS) {
    interrupt_ = false;
    return;
  }
  registers_.at(byteOffset / 4) = value;
  if (byteOffset != abi::reg::RING_HEAD)
    return;
  const uint64_t base = registers_[abi::reg::RING_BASE_LO / 4] | uint64_t(registers_[abi::reg::RING_BASE_HI / 4]) << 32;
  const uint32_t mask = (1u << registers_[abi::reg::RING_LOG2 / 4]) - 1;
  while (tail_ != value) {
    abi::Descriptor d;
    std::memcpy(&d, reinterpret_cast<const void *>(base + (tail_ & mask) * sizeof d), sizeof d);
    descriptors_.emplace(descriptors_.size(), d);
    tail_ += 1 + inlineEntries(d);
    ++open_;
    if (atOnce_)
      finish(descriptors_.size() - 1, abi::Status::OK);
  }
  changed_.notify_all();
}

bool ScriptedBoard::waitInterrupt(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  ++waits_;
  changed_.wait_for(lock, timeout, [&] { return interrupt_ || idle_ || !failure_.empty(); });
  check();
  return interrupt_;
}

void ScriptedBoard::activate(unsigned region, const std::shared_ptr<PreparedKernel> &) {
  std::lock_guard lock(mutex_);
  ++activations_.at(region);
}

}  // namespace weft::board::test
