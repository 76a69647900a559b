// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/lockstep/interconnect_traffic.h"

#include <bit>
#include <cstring>

namespace weft::lockstep {
namespace {

constexpr unsigned kLongestBurst = 5;

/// Words are often one of two.
void randomise(test::Random &random, RandomLine &line, unsigned bytes) {
  const bool few = random.chance(50);
  for (unsigned i = 0; i < bytes; i += 4) {
    const auto word = few ? uint32_t(random.below(2u)) : uint32_t(random.next());
    std::memcpy(line.data.data() + i, &word, sizeof word);
  }
  for (unsigned i = 0; i < bytes / 8; ++i)
    line.strobes[i] = random.chance(50) ? 0xff : uint8_t(random.next());
}

}  // namespace

KernelTraffic::KernelTraffic(test::Random &random, unsigned lineBytes, unsigned addressBits)
    : random_(random), lineBytes_(lineBytes), addressBits_(addressBits) {
  port_.wData = line_.data.data();
  port_.wStrb = line_.strobes.data();
  port_.wLast = 1;
}

uint64_t KernelTraffic::address() { return random_.next() & ((uint64_t(1) << addressBits_) - 1); }

/// Atomics meet on a few words, or go from word to word.
KernelTraffic::Write KernelTraffic::makeWrite() {
  if (runLeft_ != 0) {
    --runLeft_;
    if (!random_.oneIn(8))
      runAddress_ = (runAddress_ + runStep_ * random_.range(1, 2)) % 4096;
    return {runAddress_, uint8_t(0x20 | random_.below(8u))};
  }
  if (random_.oneIn(100)) {
    static constexpr uint64_t kSteps[] = {4, 4, 8, 36};
    runLeft_ = unsigned(random_.range(1, 80));
    runStep_ = random_.of(kSteps);
  }
  if (random_.chance(60))
    return {address() & ~uint64_t(lineBytes_ - 1), 0};
  const uint64_t word = random_.chance(80) ? 4 * random_.below(uint64_t(6)) : address() & ~uint64_t(3);
  const uint8_t atop = random_.chance(30)   ? 0x31
                       : random_.chance(20) ? 0x30
                       : random_.chance(90) ? uint8_t((random_.chance(70) ? 0x20 : 0x10) | random_.below(8u))
                                            : uint8_t(random_.range(1, 63));
  return {random_.oneIn(30) ? word + random_.below(uint64_t(4)) : word, atop};
}

/// Strobes of an atomic are its operand's, most often: of 32 bits, or of 64, whether or not there are such operands.
void KernelTraffic::makeData(const Write &write) {
  randomise(random_, line_, lineBytes_);
  if (write.atop == 0)
    return;
  const unsigned pair = unsigned(write.address) % lineBytes_ / 8;
  if (random_.chance(5))
    return;
  const bool compares = write.atop == 0x31, wide = random_.chance(40);
  line_.strobes[pair] = compares || wide ? 0xff : write.address & 4 ? 0xf0 : 0x0f;
  if (random_.chance(95))
    line_.strobes[pair ^ 1] = compares && wide ? 0xff : 0;
}

void KernelTraffic::drive(unsigned percent) {
  port_.rReady = random_.chance(percent);
  port_.bReady = random_.chance(percent);
  if (!port_.arValid && random_.chance(percent)) {
    port_.arValid = 1;
    port_.arId = uint16_t(random_.below(1u << (abi::AXI_ID_BITS - 1)));
    port_.arAddr = address() & ~uint64_t(lineBytes_ - 1);
  }
  constexpr size_t kAhead = 3;
  if (!port_.awValid && random_.chance(percent) && withoutData_.size() < kAhead) {
    const bool begun = !withoutAddress_.empty();
    const Write write = begun ? withoutAddress_.front() : makeWrite();
    begun ? withoutAddress_.pop_front() : withoutData_.push_back(write);
    port_.awValid = 1;
    port_.awId = uint16_t(random_.below(1u << (abi::AXI_ID_BITS - 1)));
    port_.awAddr = write.address;
    port_.awAtop = write.atop;
  }
  if (!port_.wValid && random_.chance(percent) && withoutAddress_.size() < kAhead) {
    const bool begun = !withoutData_.empty();
    const Write write = begun ? withoutData_.front() : makeWrite();
    begun ? withoutData_.pop_front() : withoutAddress_.push_back(write);
    makeData(write);
    port_.wValid = 1;
  }
}

void KernelTraffic::observe(const sim::AxiSlave &seen) {
  if (seen.arReady)
    port_.arValid = 0;
  if (seen.awReady)
    port_.awValid = 0;
  if (seen.wReady)
    port_.wValid = 0;
}

void KernelTraffic::reset() {
  port_.arValid = port_.awValid = port_.wValid = 0;
  withoutAddress_.clear();
  withoutData_.clear();
  runLeft_ = 0;
}

MemoryTraffic::MemoryTraffic(test::Random &random, unsigned lineBytes) : random_(random), lineBytes_(lineBytes) {
  port_.rData = line_.data.data();
}

size_t MemoryTraffic::choose(const std::deque<Pending> &pending) {
  const size_t wanted = random_.chance(50) ? 0 : random_.below(pending.size());
  for (size_t i = 0; i < wanted; ++i)
    if (pending[i].id == pending[wanted].id)
      return i;
  return wanted;
}

void MemoryTraffic::drive(unsigned percent) {
  port_.arReady = random_.chance(percent);
  port_.awReady = random_.chance(percent);
  port_.wReady = random_.chance(percent);
  if (!port_.rValid && !reads_.empty() && random_.chance(percent)) {
    const size_t index = choose(reads_);
    port_.rValid = 1;
    port_.rId = reads_[index].id;
    port_.rLast = --reads_[index].beats == 0;
    port_.rResp = response();
    randomise(random_, line_, lineBytes_);
    if (port_.rLast)
      reads_.erase(reads_.begin() + ptrdiff_t(index));
  }
  if (!port_.bValid && !answers_.empty() && random_.chance(percent)) {
    const size_t index = choose(answers_);
    port_.bValid = 1;
    port_.bId = answers_[index].id;
    port_.bResp = response();
    answers_.erase(answers_.begin() + ptrdiff_t(index));
  }
}

void MemoryTraffic::observe(const sim::AxiMaster &seen) {
  if (port_.rValid && seen.rReady)
    port_.rValid = 0;
  if (port_.bValid && seen.bReady)
    port_.bValid = 0;
  if (seen.arValid && port_.arReady)
    reads_.push_back({seen.arId, seen.arLen + 1u});
  if (seen.awValid && port_.awReady)
    addresses_.push_back({seen.awId, seen.awLen + 1u});
  bursts_ += unsigned(seen.wValid && port_.wReady && seen.wLast);
  for (; bursts_ != 0 && !addresses_.empty(); --bursts_) {
    answers_.push_back(addresses_.front());
    addresses_.pop_front();
  }
}

void MemoryTraffic::reset() {
  port_.rValid = port_.bValid = 0;
  reads_.clear();
  addresses_.clear();
  answers_.clear();
  bursts_ = 0;
}

DmaTraffic::DmaTraffic(test::Random &random, unsigned lineBytes, unsigned addressBits)
    : random_(random), lineBytes_(lineBytes), lineBits_(addressBits - unsigned(std::countr_zero(lineBytes))) {
  port_.wData = line_.data.data();
  port_.wStrb = line_.strobes.data();
}

void DmaTraffic::drive(unsigned percent) {
  const uint64_t lines = uint64_t(1) << lineBits_;
  if (!port_.arValid && random_.chance(percent)) {
    port_.arValid = 1;
    port_.arLine = random_.below(lines);
    port_.arBeats = uint8_t(random_.range(1, kLongestBurst));
  }
  if (port_.wValid || !random_.chance(percent))
    return;
  if (left_ == 0)
    left_ = unsigned(random_.range(1, kLongestBurst));
  port_.wValid = 1;
  port_.wLine = random_.below(lines);
  port_.wBeats = uint8_t(left_);
  port_.wLast = --left_ == 0;
  randomise(random_, line_, lineBytes_);
}

void DmaTraffic::observe(const sim::DmaAnswers &seen) {
  if (seen.arReady)
    port_.arValid = 0;
  if (seen.wReady)
    port_.wValid = 0;
}

void DmaTraffic::reset() {
  port_.arValid = port_.wValid = 0;
  left_ = 0;
}

}  // namespace weft::lockstep
