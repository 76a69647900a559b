// SPDX-License-Identifier: Apache-2.0
// The memory behind the AXI ports of all benches: in order for each ID only, bursts, errors, AXI5 atomics on 32 and 64
// bits, random latency and stalls. It checks the protocol: aligned full-width INCR bursts within 4 KiB, last flags,
// strobes of atomics, requests that stay while they wait.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "tests/rtl/common/atomics.h"
#include "tests/rtl/common/axi_signals.h"
#include "tests/rtl/common/bench.h"

namespace bench {

struct AxiTiming {
  unsigned latency = 20, spread = 0;  // cycles from the last beat of a request to its answer, where nothing stalls it
  bool reorder = false;               // answers of different IDs in any order
  unsigned earlyPercent = 50;  // of accesses that are performed when they are accepted, not when they are answered
  Stall aw = Stall::never(), w = Stall::never(), ar = Stall::never();  // when ready
  Stall r = Stall::never(), b = Stall::never();                        // when an answer may begin

  static AxiTiming ideal(unsigned latency) {
    AxiTiming timing;
    timing.latency = latency;
    return timing;
  }
  static AxiTiming random(Random &random) {
    AxiTiming timing;
    timing.latency = unsigned(random.range(1, 60));
    timing.spread = random.chance(50) ? 0 : unsigned(random.range(1, 80));
    timing.reorder = random.chance(50);
    for (Stall *stall : timing.stalls())
      *stall = random.chance(60) ? Stall(random.next()) : Stall::active(random.next(), unsigned(random.range(20, 100)));
    return timing;
  }
  /// Answers in any order; each channel is inactive in so many percent of the cycles.
  static AxiTiming stalling(uint64_t seed, unsigned minLatency, unsigned maxLatency, unsigned percent) {
    AxiTiming timing;
    timing.latency = minLatency, timing.spread = maxLatency - minLatency, timing.reorder = true;
    for (Stall *stall : timing.stalls())
      *stall = Stall::active(seed++, 100 - percent);
    return timing;
  }

private:
  std::array<Stall *, 5> stalls() { return {&aw, &w, &ar, &r, &b}; }
};

/// Bytes of one range of addresses.
class FlatBytes {
public:
  FlatBytes(uint64_t base, std::vector<uint8_t> contents) : bytes(std::move(contents)), base_(base) {}
  std::vector<uint8_t> bytes;
  bool inside(uint64_t address, size_t n) const { return address >= base_ && address - base_ + n <= bytes.size(); }
  uint8_t *at(uint64_t address) { return bytes.data() + (address - base_); }
  uint8_t *line(uint64_t address, unsigned n) { return inside(address, n) ? at(address) : nullptr; }

private:
  uint64_t base_;
};

/// `Contents`: a class with line(address, bytes), which gives null where there is no memory.
template <class Contents> class AxiMemory : public Contents {
public:
  AxiMemory(Contents contents, unsigned lineBytes, uint64_t seed)
      : Contents(std::move(contents)), lineBytes_(lineBytes), random_(seed) {}

  AxiTiming timing;
  unsigned maxBeats = 64;
  bool dataFollowsAddress = false;  // checks that no beat of a write precedes the write's address
  std::function<void(unsigned id, uint64_t line)> onRead;  // for each line that is asked for

  // Requests accepted, and beats.
  uint64_t reads = 0, writes = 0, atomics = 0, beatsRead = 0, beatsWritten = 0;
  uint64_t errors = 0;                            // accesses to where there is no memory, answered with an error
  std::map<unsigned, uint64_t> writesOf, acksOf;  // by ID; atomics are writes too

  bool idle() const { return reads_.empty() && writes_.empty() && beats_.empty() && !waiting_.wValid; }

  /// The memory's side in the coming clock edge, given what the master's registers show before it.
  const AxiAnswers &step(const AxiRequests &master) {
    answers_.awReady = timing.aw.active();
    answers_.wReady = timing.w.active();
    answers_.arReady = timing.ar.active();
    if (taken_.bValid)
      answers_.bValid = false;
    if (taken_.rValid)
      answers_.rValid = false;
    if (!answers_.bValid && timing.b.active())
      chooseAck();
    if (!answers_.rValid && timing.r.active())
      chooseData();
    checkStability(master);
    accept(master);
    taken_.bValid = answers_.bValid && master.bReady;
    taken_.rValid = answers_.rValid && master.rReady;
    return answers_;
  }

private:
  using Line = std::array<uint8_t, kMaxLine>;
  struct Beat {
    Line data{};
    uint64_t strobes = 0;
  };
  /// An atomic's request and its outcome, which its two answers share.
  struct Atomic {
    uint64_t address = 0;
    Atop operation{};
    Beat operands{};
    bool done = false, failed = false;
    unsigned bytes = 4;
    uint64_t old = 0;
  };
  struct Read {
    unsigned id = 0, beats = 0, done = 0;
    uint64_t address = 0, due = 0;
    std::vector<Line> early;  // as it was when the request came; empty: looked at when it is answered
    std::shared_ptr<Atomic> atomic;
    bool complete() const { return true; }
  };
  struct Write {
    unsigned id = 0, beats = 0, got = 0;
    uint64_t address = 0, due = 0;
    bool failed = false;
    std::vector<std::pair<uint64_t, Beat>> late;  // not yet in memory
    std::shared_ptr<Atomic> atomic;
    bool complete() const { return got == beats; }
  };

  uint64_t due() { return now + timing.latency + random_.below(timing.spread + 1); }
  bool early() { return random_.chance(timing.earlyPercent); }

  void checkBurst(uint64_t address, unsigned beats) const {
    BENCH_CHECK(address % lineBytes_ == 0, "address %#llx is not aligned", (unsigned long long)address);
    BENCH_CHECK(beats <= maxBeats, "%u beats", beats);
    BENCH_CHECK(address / 4096 == (address + uint64_t(beats) * lineBytes_ - 1) / 4096,
                "burst at %#llx of %u beats crosses 4 KiB", (unsigned long long)address, beats);
  }

  /// What waits must not change.
  void checkStability(const AxiRequests &m) const {
    const AxiRequests &w = waiting_;
    if (w.arValid)
      BENCH_CHECK(m.arValid && m.arAddr == w.arAddr && m.arId == w.arId && m.arLen == w.arLen, "AR changed");
    if (w.awValid)
      BENCH_CHECK(m.awValid && m.awAddr == w.awAddr && m.awId == w.awId && m.awLen == w.awLen && m.awAtop == w.awAtop,
                  "AW changed");
    if (w.wValid)
      BENCH_CHECK(m.wValid && m.wLast == w.wLast && m.wStrb == w.wStrb && !std::memcmp(m.wData, w.wData, lineBytes_),
                  "W changed");
  }

  void accept(const AxiRequests &master) {
    if (master.arValid && answers_.arReady)
      acceptRead(master);
    if (master.awValid && answers_.awReady)
      acceptAddress(master);
    if (dataFollowsAddress && master.wValid && (writes_.empty() || writes_.back().complete())) {
      // The address may be on its channel in this very cycle, still waiting: then the data waits too.
      BENCH_CHECK(master.awValid, "write data before its address");
      answers_.wReady = false;
    }
    if (master.wValid && answers_.wReady)
      acceptBeat(master);
    for (Write &write : writes_)
      while (!write.complete() && !beats_.empty())
        takeBeat(write);
    waiting_ = master;
    waiting_.arValid &= !answers_.arReady;
    waiting_.awValid &= !answers_.awReady;
    waiting_.wValid &= !answers_.wReady;
  }

  void acceptRead(const AxiRequests &master) {
    Read read;
    read.id = master.arId, read.beats = master.arLen + 1, read.address = master.arAddr, read.due = due();
    checkBurst(read.address, read.beats);
    for (unsigned i = 0; onRead && i < read.beats; ++i)
      onRead(read.id, read.address + i * lineBytes_);
    if (early())
      for (unsigned i = 0; i < read.beats; ++i)
        read.early.push_back(contents(read.address + i * lineBytes_));
    ++reads;
    reads_.push_back(std::move(read));
  }

  void acceptAddress(const AxiRequests &master) {
    Write write;
    write.id = master.awId, write.beats = master.awLen + 1, write.address = master.awAddr;
    if (master.awAtop == 0) {
      checkBurst(write.address, write.beats);
      ++writes;
    } else {
      BENCH_CHECK(write.address % 4 == 0 && write.beats == 1, "atomic at %#llx", (unsigned long long)write.address);
      write.atomic = std::make_shared<Atomic>();
      write.atomic->address = write.address;
      write.atomic->operation = Atop(master.awAtop);
      ++atomics;
    }
    ++writesOf[write.id];
    writes_.push_back(std::move(write));
  }

  void acceptBeat(const AxiRequests &master) {
    Beat beat;
    std::memcpy(beat.data.data(), master.wData, lineBytes_);
    beat.strobes = master.wStrb;
    beats_.emplace_back(beat, master.wLast);
    ++beatsWritten;
  }

  void takeBeat(Write &write) {
    const auto [beat, last] = beats_.front();
    beats_.pop_front();
    const uint64_t address = write.address + uint64_t(write.got++) * lineBytes_;
    BENCH_CHECK(last == write.complete(), "last flag of beat %u of %u", write.got, write.beats);
    if (write.atomic)
      return takeOperands(write, beat);
    if (this->line(address, lineBytes_))
      write.late.emplace_back(address, beat);
    else
      write.failed = true;
    if (early() && !isBehind(write))
      applyLate(write);
    if (write.complete())
      write.due = due();
  }

  void takeOperands(Write &write, const Beat &beat) {
    const unsigned lane = unsigned(write.address % lineBytes_);
    const bool compare = write.atomic->operation == Atop::COMPARE;
    const unsigned bytes = unsigned(std::popcount(beat.strobes)) / (compare ? 2 : 1);
    const uint64_t own = bytes == 8 ? 0xff : 0xf, strobes = own << lane | (compare ? own << (lane ^ bytes) : 0);
    BENCH_CHECK(write.address % bytes == 0 && beat.strobes == strobes, "strobes %#llx of an atomic at %#llx",
                (unsigned long long)beat.strobes, (unsigned long long)write.address);
    write.atomic->operands = beat;
    write.atomic->bytes = bytes;
    if (early() && !isBehind(write))
      perform(*write.atomic);
    write.due = due();
    Read old;
    old.id = write.id | kAtomicRead, old.beats = 1, old.address = write.address, old.due = write.due;
    old.atomic = write.atomic;
    reads_.push_back(std::move(old));
  }

  /// Whether a write of the same ID that came before has still to be performed.
  bool isBehind(const Write &write) const {
    for (const Write &other : writes_) {
      if (&other == &write)
        return false;
      if (other.id == write.id && (!other.late.empty() || (other.atomic && !other.atomic->done)))
        return true;
    }
    return false;
  }

  /// In the order of the beats.
  void applyLate(Write &write) {
    for (const auto &[address, beat] : write.late) {
      uint8_t *line = this->line(address, lineBytes_);
      for (unsigned i = 0; i < lineBytes_; ++i)
        if (bit(beat.strobes, i))
          line[i] = beat.data[i];
    }
    write.late.clear();
  }

  void perform(Atomic &atomic) {
    if (std::exchange(atomic.done, true))
      return;
    const unsigned lane = unsigned(atomic.address % lineBytes_);
    uint8_t *line = this->line(atomic.address - lane, lineBytes_);
    atomic.failed = !line;
    if (!line)
      return;
    if (atomic.bytes == 8)
      modify<uint64_t>(atomic, lane, line);
    else
      modify<uint32_t>(atomic, lane, line);
  }

  template <class T> static void modify(Atomic &atomic, unsigned lane, uint8_t *line) {
    T old, data, other;
    std::memcpy(&old, line + lane, sizeof old);
    std::memcpy(&data, &atomic.operands.data[lane], sizeof data);
    std::memcpy(&other, &atomic.operands.data[lane ^ sizeof other], sizeof other);
    const T result = busAtomicResult(atomic.operation, old, data, other);
    std::memcpy(line + lane, &result, sizeof result);
    atomic.old = old;
  }

  Line contents(uint64_t address) {
    Line data;
    data.fill(0xEE);
    if (const uint8_t *line = this->line(address, lineBytes_))
      std::memcpy(data.data(), line, lineBytes_);
    return data;
  }

  /// An answer that is due and the oldest of its ID; the end if there is none.
  template <class Answer> auto choose(std::deque<Answer> &queue) {
    std::vector<unsigned> seen;
    auto chosen = queue.end();
    unsigned candidates = 0;
    for (auto it = queue.begin(); it != queue.end(); ++it) {
      if (std::find(seen.begin(), seen.end(), it->id) != seen.end())
        continue;
      seen.push_back(it->id);
      if (it->complete() && it->due <= now && random_.below(++candidates) == 0)
        chosen = it;
      if (!timing.reorder)
        break;
    }
    return chosen;
  }

  void chooseAck() {
    const auto write = choose(writes_);
    if (write == writes_.end())
      return;
    applyLate(*write);
    if (write->atomic) {
      perform(*write->atomic);
      write->failed = write->atomic->failed;
    }
    errors += write->failed;
    answers_.bValid = true, answers_.bId = write->id, answers_.bResp = write->failed ? 3 : 0;
    ++acksOf[write->id];
    writes_.erase(write);
  }

  void chooseData() {
    const auto read = choose(reads_);
    if (read == reads_.end())
      return;
    const uint64_t address = read->address + uint64_t(read->done) * lineBytes_;
    bool failed = !read->atomic && !this->line(address, lineBytes_);
    Line data;
    if (read->atomic) {
      perform(*read->atomic);
      failed = read->atomic->failed;
      data.fill(0xEE);  // only the operand's own lane counts
      std::memcpy(&data[read->address % lineBytes_], &read->atomic->old, read->atomic->bytes);
    } else {
      data = read->early.empty() ? contents(address) : read->early[read->done];
    }
    errors += failed;
    ++read->done;
    ++beatsRead;
    answers_.rValid = true, answers_.rId = read->id, answers_.rResp = failed ? 3 : 0;
    answers_.rLast = read->done == read->beats;
    std::memcpy(answers_.rData, data.data(), lineBytes_);
    if (answers_.rLast)
      reads_.erase(read);
  }

  const unsigned lineBytes_;
  Random random_;
  std::deque<Read> reads_;
  std::deque<Write> writes_;
  std::deque<std::pair<Beat, bool>> beats_;  // accepted, not yet joined to their address; with their last flags
  AxiRequests waiting_;                      // channels that are valid and were not ready
  AxiAnswers answers_, taken_;
};

}  // namespace bench
