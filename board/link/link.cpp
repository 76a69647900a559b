// SPDX-License-Identifier: Apache-2.0
#include "board/link/link.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <random>

#include "weft_abi.h"

namespace weft::board {
namespace {

/// Data of a request: the most that is a multiple of every line.
constexpr size_t kBurst = 128;
static_assert(kBurst <= abi::LINK_MAX_DATA);

const char *spaceOf(uint8_t kind) { return kind & abi::link_request::MEMORY ? "device memory" : "the registers"; }

std::string describe(uint8_t kind, unsigned count, uint32_t address) {
  if (kind & abi::link_request::CONNECT)
    return "the request to connect";
  return fmt::format("a {} of {} bytes at {:#x} of {}", kind & abi::link_request::WRITE ? "write" : "read", count,
                     address, spaceOf(kind));
}

}  // namespace

// Numbers begin anywhere: an answer that a former process did not wait for is not taken for one of ours.
Link::Link(std::unique_ptr<ByteStream> stream, const Settings &settings)
    : stream_(std::move(stream)), settings_(settings), number_(uint8_t(std::random_device{}())) {}

void Link::connect() { perform({.kind = abi::link_request::CONNECT, .count = 4, .address = abi::small_reg::ID}); }

void Link::read(Space space, uint32_t address, std::span<uint8_t> bytes) {
  const uint8_t kind = space == Space::Memory ? abi::link_request::MEMORY : 0;
  for (size_t done = 0; done < bytes.size();) {
    const size_t count = std::min(bytes.size() - done, kBurst);
    const std::vector<uint8_t> data =
        perform({.kind = kind, .count = uint8_t(count), .address = uint32_t(address + done)});
    std::copy(data.begin(), data.end(), bytes.begin() + long(done));
    done += count;
  }
}

void Link::write(Space space, uint32_t address, std::span<const uint8_t> bytes) {
  const uint8_t kind = abi::link_request::WRITE | (space == Space::Memory ? abi::link_request::MEMORY : 0);
  for (size_t done = 0; done < bytes.size();) {
    const size_t count = std::min(bytes.size() - done, kBurst);
    perform({.kind = kind,
             .count = uint8_t(count),
             .address = uint32_t(address + done),
             .data = bytes.subspan(done, count)});
    done += count;
  }
}

uint32_t Link::readRegister(uint32_t offset) {
  std::array<uint8_t, 4> bytes{};
  read(Space::Registers, offset, bytes);
  return bytes[0] | uint32_t(bytes[1]) << 8 | uint32_t(bytes[2]) << 16 | uint32_t(bytes[3]) << 24;
}

void Link::writeRegister(uint32_t offset, uint32_t value) {
  const std::array<uint8_t, 4> bytes{uint8_t(value), uint8_t(value >> 8), uint8_t(value >> 16), uint8_t(value >> 24)};
  write(Space::Registers, offset, bytes);
}

Link::Statistics Link::statistics() const {
  Statistics all = statistics_;
  all.damaged = reader_.damaged();
  return all;
}

/// Repeats the request until its answer comes; returns the data that it read.
std::vector<uint8_t> Link::perform(const Request &request) {
  const uint8_t number = ++number_;
  std::vector<uint8_t> content{number, request.kind, request.count};
  for (unsigned i = 0; i < 4; ++i)
    content.push_back(uint8_t(request.address >> 8 * i));
  content.insert(content.end(), request.data.begin(), request.data.end());
  const std::vector<uint8_t> frame = makeFrame(content);

  ++statistics_.requests;
  const Seen before = seen();
  const Clock::time_point begun = Clock::now();
  Milliseconds wait = timeout();
  for (unsigned attempts = 1;; ++attempts) {
    const Clock::time_point sent = Clock::now();
    stream_->write(frame);
    statistics_.bytesSent += frame.size();
    std::vector<uint8_t> answer;
    if (awaitAnswer(request, wait, answer)) {
      if (attempts == 1)  // of others it is not known to which attempt the answer belongs
        learn(Clock::now() - sent);
      return answered(request, std::move(answer));
    }
    if (Clock::now() - begun >= settings_.patience)
      giveUp(request, attempts, before);
    ++statistics_.repetitions;
    wait = std::min<Milliseconds>(2 * wait, settings_.longest);
  }
}

/// Checks what the device says of a request.
std::vector<uint8_t> Link::answered(const Request &request, std::vector<uint8_t> answer) const {
  const auto status = static_cast<abi::LinkStatus>(answer[1]);
  if (status == abi::LinkStatus::NOT_CONNECTED)
    throw DeviceWasReset(fmt::format(
        "{}: the device was reset while it was in use; what its memory held and what it was doing are lost", name()));
  if (status != abi::LinkStatus::OK)
    throw std::runtime_error(fmt::format("{}: the device refuses {} with status {}", name(),
                                         describe(request.kind, request.count, request.address), answer[1]));
  answer.erase(answer.begin(), answer.begin() + 2);
  return answer;
}

/// Whether this can be the answer to the request that was sent last. A former process may have left answers behind.
bool Link::fits(const Request &request, std::span<const uint8_t> answer) const {
  if (answer.size() < 2 || answer[0] != number_)
    return false;
  const bool connect = request.kind & abi::link_request::CONNECT;
  if (answer[1] != uint8_t(abi::LinkStatus::OK))
    return answer.size() == 2 && !connect;
  if (answer.size() != 2u + (request.kind & abi::link_request::WRITE ? 0 : request.count))
    return false;
  const uint32_t id = abi::SMALL_ID_VALUE;
  for (unsigned i = 0; connect && i < 4; ++i)
    if (answer[2 + i] != uint8_t(id >> 8 * i))
      return false;
  return true;
}

/// The answer to the request; others are left-overs. False when the time is over.
bool Link::awaitAnswer(const Request &request, Milliseconds timeout, std::vector<uint8_t> &answer) {
  const Clock::time_point deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(timeout);
  std::array<uint8_t, 512> bytes{};
  bool found = false;
  while (!found) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0)
      return false;
    const size_t count = stream_->read(bytes, left);
    statistics_.bytesReceived += count;
    for (size_t i = 0; i < count; ++i) {
      auto content = reader_.take(bytes[i]);
      if (content && fits(request, *content)) {
        answer = std::move(*content);
        found = true;
      } else if (content) {
        ++others_;
      }
    }
  }
  return true;
}

/// RFC 6298, section 2: the retransmission timer.
void Link::learn(Milliseconds roundTrip) {
  if (smoothed_.count() == 0) {
    smoothed_ = roundTrip;
    variation_ = roundTrip / 2;
  } else {
    const double off = std::abs((smoothed_ - roundTrip).count());
    variation_ = variation_ * 0.75 + Milliseconds(off) * 0.25;
    smoothed_ = smoothed_ * 0.875 + roundTrip * 0.125;
  }
}

Link::Milliseconds Link::timeout() const {
  // Before anything was measured: a slow line, a simulated device.
  const Milliseconds wanted = smoothed_.count() == 0 ? Milliseconds(200) : smoothed_ + 4 * variation_;
  return std::clamp<Milliseconds>(wanted, settings_.shortest, settings_.longest);
}

void Link::giveUp(const Request &request, unsigned attempts, const Seen &before) const {
  const uint64_t bytes = statistics_.bytesReceived - before.bytes, damaged = reader_.damaged() - before.damaged,
                 others = others_ - before.others;
  const char *hint = others    ? "is its bitstream made by another version of Weft?"
                     : damaged ? "is the line noisy, or set to another speed than the device's?"
                     : bytes   ? "is this the port of another device?"
                               : "is the board powered and programmed with a bitstream of Weft, and is this its port?";
  throw LinkTimeout(fmt::format(
      "{}: the device did not answer {} within {:.1f} s, sent {} times; what came: {} bytes, {} damaged frames, "
      "{} other answers; {}",
      name(), describe(request.kind, request.count, request.address),
      std::chrono::duration<double>(settings_.patience).count(), attempts, bytes, damaged, others, hint));
}

}  // namespace weft::board
