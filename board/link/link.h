// SPDX-License-Identifier: Apache-2.0
// The host's end of the link: reads and writes of a device's registers and memory over a line that may lose or change
// bytes (docs/rtl-interfaces.md, section 7). One request at a time, repeated until it is answered.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "board/link/byte_stream.h"
#include "board/link/frame.h"

namespace weft::board {

/// The device was reset since the link was connected: what it held is lost. connect() makes the link usable again.
struct DeviceWasReset : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// No answer within Link::Settings::patience.
struct LinkTimeout : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Not thread-safe. Calls throw DeviceWasReset, LinkTimeout, or std::runtime_error when the line is gone. A request
/// whose call throws was carried out once or not at all.
class Link {
public:
  struct Settings {
    std::chrono::milliseconds patience{10000};  // how long a request is repeated
    std::chrono::milliseconds shortest{20};     // the least and the largest time from a request to its repetition
    std::chrono::milliseconds longest{1000};
  };
  struct Statistics {
    uint64_t requests = 0, repetitions = 0;
    uint64_t damaged = 0;  // frames that came with a wrong checksum
    uint64_t bytesSent = 0, bytesReceived = 0;
  };
  enum class Space : uint8_t { Registers, Memory };

  explicit Link(std::unique_ptr<ByteStream> stream) : Link(std::move(stream), Settings()) {}
  Link(std::unique_ptr<ByteStream> stream, const Settings &settings);

  /// Begins anew, whatever was before on either side. Needed once, before all other calls, and after DeviceWasReset.
  /// The device is one whose register ID says SMALL_ID_VALUE.
  void connect();

  /// Registers: whole words at multiples of 4. Any number of bytes, in as many requests as that takes.
  void read(Space space, uint32_t address, std::span<uint8_t> bytes);
  void write(Space space, uint32_t address, std::span<const uint8_t> bytes);

  uint32_t readRegister(uint32_t offset);
  void writeRegister(uint32_t offset, uint32_t value);

  Statistics statistics() const;
  std::string name() const { return stream_->name(); }

private:
  struct Request {
    uint8_t kind = 0, count = 0;
    uint32_t address = 0;
    std::span<const uint8_t> data = {};
  };
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;

  struct Seen {
    uint64_t bytes, damaged, others;
  };
  std::vector<uint8_t> perform(const Request &request);
  std::vector<uint8_t> answered(const Request &request, std::vector<uint8_t> answer) const;
  bool awaitAnswer(const Request &request, Milliseconds timeout, std::vector<uint8_t> &answer);
  bool fits(const Request &request, std::span<const uint8_t> answer) const;
  void learn(Milliseconds roundTrip);
  Milliseconds timeout() const;
  Seen seen() const { return {statistics_.bytesReceived, reader_.damaged(), others_}; }
  [[noreturn]] void giveUp(const Request &request, unsigned attempts, const Seen &before) const;

  const std::unique_ptr<ByteStream> stream_;
  const Settings settings_;
  FrameReader reader_;
  uint8_t number_;
  Statistics statistics_;
  uint64_t others_ = 0;                      // whole frames that answered nothing that was asked
  Milliseconds smoothed_{0}, variation_{0};  // of round trips; RFC 6298's SRTT and RTTVAR
};

}  // namespace weft::board
