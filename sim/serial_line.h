// SPDX-License-Identifier: Apache-2.0
// The simulated board at the end of its serial line: a thread moves its clock while bytes are on their way, and a
// pseudo-terminal has the bytes that the cable would carry.
#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include "sim/model_library.h"
#include "support/own_file.h"

namespace weft::sim {

/// A byte as levels of a wire, and back: 8 data bits, no parity, one stop bit, `divisor` cycles a bit.
class UartSender {
public:
  explicit UartSender(unsigned divisor) : divisor_(divisor) {}
  bool busy() const { return left_ != 0; }
  void send(uint8_t byte) {
    bits_ = uint16_t(byte << 1 | 0x200);
    left_ = 10 * divisor_;
  }
  /// The level in this cycle.
  bool next() {
    if (left_ == 0)
      return true;
    const unsigned bit = 10 - (left_ + divisor_ - 1) / divisor_;
    --left_;
    return bits_ >> bit & 1;
  }

private:
  const unsigned divisor_;
  uint16_t bits_ = 0;
  unsigned left_ = 0;  // cycles
};

class UartReceiver {
public:
  explicit UartReceiver(unsigned divisor) : divisor_(divisor) {}
  bool busy() const { return receiving_; }
  /// True if a byte ends with this level.
  bool take(bool level, uint8_t &byte);

private:
  const unsigned divisor_;
  bool receiving_ = false;
  unsigned cycles_ = 0;  // since the start bit began
  uint16_t bits_ = 0;
};

class SerialLine {
public:
  /// Powers the board on. `noise`: of a million bytes, so many are damaged. Throws std::runtime_error.
  SerialLine(std::shared_ptr<ModelLibrary> library, std::string name, unsigned divisor, unsigned noise);
  /// Powers it off.
  ~SerialLine();
  SerialLine(const SerialLine &) = delete;
  SerialLine &operator=(const SerialLine &) = delete;

  /// What a host program opens.
  const std::string &path() const { return path_; }
  /// Takes the power away for a moment: memory, kernel and registers are as at the beginning.
  void reset() { resetWanted_ = true; }

private:
  struct Device;

  void serve();
  void run(Device &device);
  bool receive(bool wait);
  void flush(std::string &bytes);
  void damage(std::string &bytes);

  const std::shared_ptr<ModelLibrary> library_;
  const std::string name_;
  const unsigned divisor_, noise_;
  std::mt19937_64 random_;  // the same damage each time
  support::Descriptor terminal_, wake_;
  std::string path_;
  std::deque<uint8_t> pending_;  // bytes for the board
  std::atomic<bool> stop_{false}, resetWanted_{false};
  std::thread thread_;
};

}  // namespace weft::sim
