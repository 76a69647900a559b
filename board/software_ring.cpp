// SPDX-License-Identifier: Apache-2.0
#include "board/software_ring.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "board/command_ring.h"

namespace weft::board {
namespace {

/// What goes through the host at a time; on the stack, since a command must not fail for want of memory.
using Piece = std::array<uint8_t, 4096>;

uint8_t *hostPointer(uint64_t address) { return reinterpret_cast<uint8_t *>(address); }

bool inside(const TransferMemory &memory, uint64_t address, uint64_t bytes) {
  return address <= memory.bytes() && bytes <= memory.bytes() - address;
}

abi::Status fill(const abi::Descriptor &command, TransferMemory &memory) {
  if (!inside(memory, command.dst, command.width))
    return abi::Status::DEVICE_BUS_ERROR;
  Piece piece;
  for (uint64_t done = 0; done < command.width; done += piece.size()) {
    const uint64_t count = std::min<uint64_t>(piece.size(), command.width - done);
    for (uint64_t i = 0; i < count; ++i)
      piece[i] = hostPointer(command.src)[(command.dst + done + i) % abi::FILL_PATTERN_BYTES];
    memory.write(command.dst + done, piece.data(), count);
  }
  return abi::Status::OK;
}

abi::Status copyRow(abi::Opcode opcode, uint64_t source, uint64_t destination, uint64_t width, TransferMemory &memory) {
  if (opcode != abi::Opcode::COPY_H2D && !inside(memory, source, width))
    return abi::Status::DEVICE_BUS_ERROR;
  if (opcode != abi::Opcode::COPY_D2H && !inside(memory, destination, width))
    return abi::Status::DEVICE_BUS_ERROR;
  if (opcode == abi::Opcode::COPY_H2D)
    memory.write(destination, hostPointer(source), width);
  else if (opcode == abi::Opcode::COPY_D2H)
    memory.read(source, hostPointer(destination), width);
  else {
    Piece piece;
    for (uint64_t done = 0; done < width; done += piece.size()) {
      const uint64_t count = std::min<uint64_t>(piece.size(), width - done);
      memory.read(source + done, piece.data(), count);
      memory.write(destination + done, piece.data(), count);
    }
  }
  return abi::Status::OK;
}

}  // namespace

abi::Status transfer(const abi::Descriptor &d, TransferMemory &memory) {
  const auto opcode = static_cast<abi::Opcode>(d.opcode);
  if (opcode == abi::Opcode::FILL)
    return fill(d, memory);
  if ((opcode != abi::Opcode::COPY_H2D && opcode != abi::Opcode::COPY_D2H && opcode != abi::Opcode::COPY_D2D) ||
      d.rows == 0 || d.slices == 0)
    return abi::Status::BAD_DESCRIPTOR;
  for (uint64_t slice = 0; slice < d.slices; ++slice)
    for (uint64_t row = 0; row < d.rows; ++row) {
      const abi::Status status = copyRow(opcode, d.src + slice * d.src_slice_pitch + row * d.src_row_pitch,
                                         d.dst + slice * d.dst_slice_pitch + row * d.dst_row_pitch, d.width, memory);
      if (status != abi::Status::OK)
        return status;
    }
  return abi::Status::OK;
}

bool launchIsValid(const abi::Descriptor &d, unsigned regions) {
  return d.width != 0 && d.width % 8 == 0 && d.width <= 8u << abi::CFG_ADDR_BITS && d.kernel == 0 && d.region < regions;
}

uint32_t SoftwareRing::readRegister(uint32_t byteOffset) {
  std::lock_guard lock(mutex_);
  switch (byteOffset) {
  case abi::reg::ID:
    return abi::ID_VALUE;
  case abi::reg::VERSION:
    return abi::kVersion;
  case abi::reg::CONTROL:
    return control_;
  case abi::reg::STATUS:
    return open_ != 0 || (control_ & abi::reg::CONTROL_ENABLE && tail_ != head_) ? abi::reg::STATUS_BUSY : 0;
  case abi::reg::IRQ_STATUS:
    return irqStatus_;
  case abi::reg::IRQ_ENABLE:
    return irqEnable_;
  case abi::reg::RING_BASE_LO:
    return uint32_t(base_);
  case abi::reg::RING_BASE_HI:
    return uint32_t(base_ >> 32);
  case abi::reg::RING_LOG2:
    return ringLog2_;
  case abi::reg::RING_HEAD:
    return head_;
  case abi::reg::RING_TAIL:
    return tail_;
  case abi::reg::TIMER_LO:
    latchedTimer_ = now_();
    return uint32_t(latchedTimer_);
  case abi::reg::TIMER_HI:
    return uint32_t(latchedTimer_ >> 32);
  case abi::reg::ABORT:
    return abort_;
  default:
    return 0;
  }
}

void SoftwareRing::writeRegister(uint32_t byteOffset, uint32_t value) {
  std::lock_guard lock(mutex_);
  switch (byteOffset) {
  case abi::reg::CONTROL:
    control_ = value & abi::reg::CONTROL_ENABLE;
    break;
  case abi::reg::IRQ_STATUS:
    irqStatus_ &= ~value;
    break;
  case abi::reg::IRQ_ENABLE:
    irqEnable_ = value & abi::reg::IRQ_ENABLE_COMPLETION;
    break;
  case abi::reg::RING_BASE_LO:
    base_ = (base_ & ~uint64_t(UINT32_MAX)) | value;
    break;
  case abi::reg::RING_BASE_HI:
    base_ = (base_ & UINT32_MAX) | uint64_t(value) << 32;
    break;
  case abi::reg::RING_LOG2:
    ringLog2_ = value & 31;
    break;
  case abi::reg::RING_HEAD:
    head_ = value;
    break;
  case abi::reg::ABORT:
    abort_ = value & abi::reg::ABORT_REGIONS;
    break;
  default:
    break;
  }
}

std::optional<abi::Descriptor> SoftwareRing::take(bool mayLaunch) {
  std::lock_guard lock(mutex_);
  if (!(control_ & abi::reg::CONTROL_ENABLE) || tail_ == head_)
    return std::nullopt;
  abi::Descriptor command;
  const uint32_t index = tail_ & ((1u << ringLog2_) - 1);
  const uint64_t entry = base_ + index * sizeof(command);
  std::memcpy(&command, hostPointer(entry), sizeof(command));
  if (!mayLaunch && command.opcode == static_cast<uint8_t>(abi::Opcode::LAUNCH))
    return std::nullopt;
  if (const uint32_t behind = inlineEntries(command)) {
    command.src = entry + sizeof(command);
    tail_ += behind;
  }
  ++tail_;
  ++open_;
  return command;
}

void SoftwareRing::complete(const abi::Descriptor &command, abi::Completion record) {
  record.tag = command.tag;
  record.valid = 0;
  if (command.completion) {
    auto *target = reinterpret_cast<abi::Completion *>(command.completion);
    std::memcpy(target, &record, sizeof(record));
    // What the record says is there before it counts.
    std::atomic_ref(target->valid).store(1, std::memory_order_release);
  }
  std::lock_guard lock(mutex_);
  --open_;
  if (command.flags & abi::FLAG_IRQ) {
    irqStatus_ |= abi::reg::IRQ_STATUS_COMPLETION;
    raised_.notify_all();
  }
}

bool SoftwareRing::interrupt() {
  std::lock_guard lock(mutex_);
  return interruptUp();
}

bool SoftwareRing::waitInterrupt(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  return raised_.wait_for(lock, timeout, [&] { return interruptUp(); });
}

bool SoftwareRing::aborts(unsigned region) {
  std::lock_guard lock(mutex_);
  return abort_ >> region & 1;
}

}  // namespace weft::board
