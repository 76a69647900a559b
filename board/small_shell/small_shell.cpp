// SPDX-License-Identifier: Apache-2.0
#include "board/small_shell/small_shell.h"

#include <array>
#include <vector>

namespace weft::board {
namespace {

namespace small_reg = abi::small_reg;
constexpr uint64_t kTimeMask = (uint64_t(1) << abi::SMALL_TIME_BITS) - 1;
// For so long a kernel collects where its work-items are, as in the other shell.
constexpr uint64_t kWatchCycles = 2048;

uint32_t wordAt(std::span<const uint8_t> bytes, uint32_t offset) {
  return bytes[offset] | uint32_t(bytes[offset + 1]) << 8 | uint32_t(bytes[offset + 2]) << 16 |
         uint32_t(bytes[offset + 3]) << 24;
}

}  // namespace

SmallShell::SmallShell(std::unique_ptr<ByteStream> line, const Link::Settings &settings)
    : link_(std::move(line), settings) {
  link_.connect();
  control(small_reg::CONTROL_RESET);  // levels between launches
  // Times count from here.
  now();
  now_ = 0;
}

uint32_t SmallShell::select(uint32_t number) {
  link_.writeRegister(small_reg::KERNEL, number);
  return link_.readRegister(small_reg::KERNEL);
}

double SmallShell::clockMhz() { return link_.readRegister(small_reg::CONTROL) / 1000.0; }

void SmallShell::readMemory(uint64_t address, std::span<uint8_t> bytes) {
  link_.read(Link::Space::Memory, uint32_t(address), bytes);
}

void SmallShell::writeMemory(uint64_t address, std::span<const uint8_t> bytes) {
  link_.write(Link::Space::Memory, uint32_t(address), bytes);
}

void SmallShell::control(uint32_t levels, uint32_t pulses) {
  levels_ = levels;
  link_.writeRegister(small_reg::CONTROL, levels | pulses);
}

/// The counter has fewer bits than a time: what it shows is never more than one round after what it showed last.
uint64_t SmallShell::advance(uint64_t raw) {
  now_ += (raw - lastRaw_) & kTimeMask;
  lastRaw_ = raw;
  return now_;
}

uint64_t SmallShell::earlier(uint64_t raw) const { return now_ - ((lastRaw_ - raw) & kTimeMask); }

uint64_t SmallShell::now() {
  control(levels_, small_reg::CONTROL_STAMP);
  std::array<uint8_t, 8> bytes{};
  link_.read(Link::Space::Registers, small_reg::STAMP, bytes);
  return advance(wordAt(bytes, 0) | uint64_t(wordAt(bytes, 4) >> 16) << 32);
}

void SmallShell::start(std::span<const uint64_t> words) {
  control(0);
  std::vector<uint8_t> bytes;
  for (const uint64_t word : words)
    for (unsigned i = 0; i < 8; ++i)
      bytes.push_back(uint8_t(word >> 8 * i));
  link_.write(Link::Space::Registers, abi::SMALL_CONFIG, bytes);
  control(0, small_reg::CONTROL_START);
}

std::optional<SmallShell::Outcome> SmallShell::poll() {
  const uint32_t status = link_.readRegister(small_reg::STATUS);
  if (!(status & small_reg::STATUS_DONE))
    return std::nullopt;
  Outcome result = outcome(status);
  if (result.fault == abi::Fault::CIRCULATING)  // was watched, and became done
    result.fault.reset();
  control(small_reg::CONTROL_RESET);
  return result;
}

SmallShell::Outcome SmallShell::end() {
  control(small_reg::CONTROL_WATCH);
  const uint64_t begun = now();
  uint64_t last = begun;
  while (last < begun + kWatchCycles) {
    if (const auto done = poll())
      return *done;
    last = now();
  }
  Outcome result = outcome(link_.readRegister(small_reg::STATUS));
  result.end = last;
  if (!result.fault)
    result.fault = abi::Fault::CIRCULATING;
  control(small_reg::CONTROL_RESET);
  return result;
}

/// What the registers say of the launch. `status`: STATUS.
SmallShell::Outcome SmallShell::outcome(uint32_t status) {
  std::array<uint8_t, 16> bytes{};  // FAULT_ADDR, START, STAMP, TIME_HIGH
  link_.read(Link::Space::Registers, small_reg::FAULT_ADDR, bytes);
  const uint32_t high = wordAt(bytes, 12);
  Outcome result;
  result.end = advance(wordAt(bytes, 8) | uint64_t(high >> 16) << 32);
  result.start = earlier(wordAt(bytes, 4) | uint64_t(high & 0xffff) << 32);
  if (status & small_reg::STATUS_FAULT) {
    result.fault = static_cast<abi::Fault>((status & small_reg::STATUS_CODE) >> 8);
    result.site = (status & small_reg::STATUS_SITE) >> 16;
    result.address = wordAt(bytes, 0);
  }
  return result;
}

}  // namespace weft::board
