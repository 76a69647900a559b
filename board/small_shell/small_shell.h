// SPDX-License-Identifier: Apache-2.0
// The small shell through its link: memory, time, launches (docs/rtl-interfaces.md, section 7).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "board/link/link.h"
#include "weft_abi.h"

namespace weft::board {

/// Not thread-safe. Calls throw what Link's do. Times are device cycles since the object was made.
class SmallShell {
public:
  /// Connects, and holds the kernel in reset.
  explicit SmallShell(std::unique_ptr<ByteStream> line, const Link::Settings &settings = {});

  /// Selects the kernel of a number, between launches. Returns that of the one that is selected now: 0 where the
  /// hardware has several, and not this one.
  uint32_t select(uint32_t number);
  /// Of the hardware; 0: it does not tell.
  double clockMhz();
  void readMemory(uint64_t address, std::span<uint8_t> bytes);
  void writeMemory(uint64_t address, std::span<const uint8_t> bytes);

  /// Between launches, or in one that is not done.
  uint64_t now();

  struct Outcome {
    uint64_t start = 0, end = 0;
    std::optional<abi::Fault> fault;
    uint32_t site = 0;
    uint64_t address = 0;
  };
  void start(std::span<const uint64_t> words);
  /// The outcome, once the launch is done.
  std::optional<Outcome> poll();
  /// Ends a launch that runs: its outcome, if it was done after all, else where its work-items were, with fault
  /// CIRCULATING.
  Outcome end();

  const Link &link() const { return link_; }

private:
  void control(uint32_t levels, uint32_t pulses = 0);
  uint64_t advance(uint64_t raw);
  uint64_t earlier(uint64_t raw) const;
  Outcome outcome(uint32_t status);

  Link link_;
  uint32_t levels_ = 0;             // of register CONTROL
  uint64_t now_ = 0, lastRaw_ = 0;  // the latest time that is known, and what the counter showed
};

}  // namespace weft::board
