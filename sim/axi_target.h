// SPDX-License-Identifier: Apache-2.0
// The slave side of an AXI4 port: accepts bursts, answers them when its timing says so, all in order (so also in order
// per ID). Every output is a register. INCR bursts of whole lines.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>

#include "sim/model/ports.h"

namespace weft::sim {

constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

/// `Timing`: uint64_t read(address, now), write(address, now): the cycle in which the answer to a line that is accepted
/// in cycle `now` may appear; unsigned depth(): lines in flight in each direction; void reset(now). `Store`, or a
/// reference to one: uint8_t read(address, void *line), write(address, const void *line, const uint8_t *strobes): AXI
/// response.
template <class Timing, class Store> class AxiTarget {
public:
  AxiTarget(Timing timing, Store &&store, unsigned lineBytes)
      : timing_(std::move(timing)), store_(std::forward<Store>(store)), lineBytes_(lineBytes) {
    // The first cycle shows a slave that is ready.
    out_.awReady = out_.wReady = out_.arReady = 1;
    out_.rData = line_.data();
  }
  AxiTarget(const AxiTarget &) = delete;
  AxiTarget &operator=(const AxiTarget &) = delete;

  /// What it drives in the current cycle.
  const AxiSlave &out() const { return out_; }

  /// Ends cycle `now`, in which the master drove `in`.
  void step(const AxiMaster &in, uint64_t now) {
    if (in.awValid | in.wValid | in.arValid | out_.rValid | out_.bValid || now + 1 >= next_)
      serve(in, now);
  }

  /// No burst is open.
  bool idle() const { return reads_.empty() && writes_.empty() && responses_.empty(); }

  /// While the master is silent: the first cycle in which this target drives a valid; kNever if none.
  uint64_t nextEvent() const { return next_; }

  /// Brings the timing into its first state, as of cycle `now`.
  void resetTiming(uint64_t now) { timing_.reset(now); }

private:
  struct Read {
    uint64_t address, ready;
    uint16_t id;
    uint8_t last;
  };
  struct Write {
    uint64_t address;
    uint16_t id;
    uint8_t response;
  };
  struct Response {
    uint64_t ready;
    uint16_t id;
    uint8_t response;
  };

  uint64_t alignDown(uint64_t address) const { return address & ~uint64_t(lineBytes_ - 1); }

  void serve(const AxiMaster &in, uint64_t now) {
    if (in.arValid && out_.arReady)
      acceptRead(in, now);
    if (in.awValid && out_.awReady)
      writes_.push_back({alignDown(in.awAddr), in.awId, kRespOkay});
    if (in.wValid && out_.wReady && !writes_.empty())
      acceptData(in, now);
    if (out_.rValid && in.rReady) {
      reads_.pop_front();
      out_.rValid = 0;
    }
    if (out_.bValid && in.bReady) {
      responses_.pop_front();
      out_.bValid = 0;
    }
    if (!out_.rValid && !reads_.empty() && reads_.front().ready <= now + 1)
      presentRead();
    if (!out_.bValid && !responses_.empty() && responses_.front().ready <= now + 1)
      presentResponse();
    out_.arReady = reads_.size() < timing_.depth();
    out_.awReady = writes_.size() + responses_.size() < timing_.depth();
    // Write data never precedes its address, so where an address would be taken its data is welcome too.
    out_.wReady = !writes_.empty() || out_.awReady;
    next_ = std::min(reads_.empty() ? kNever : reads_.front().ready,
                     responses_.empty() ? kNever : responses_.front().ready);
  }

  void acceptRead(const AxiMaster &in, uint64_t now) {
    const uint64_t first = alignDown(in.arAddr);
    for (unsigned beat = 0; beat <= in.arLen; ++beat) {
      const uint64_t address = first + uint64_t(beat) * lineBytes_;
      reads_.push_back({address, timing_.read(address, now), in.arId, uint8_t(beat == in.arLen)});
    }
  }

  void acceptData(const AxiMaster &in, uint64_t now) {
    Write &write = writes_.front();
    const uint8_t response = store_.write(write.address, in.wData, static_cast<const uint8_t *>(in.wStrb));
    write.response = std::max(write.response, response);
    const uint64_t ready = timing_.write(write.address, now);
    write.address += lineBytes_;
    if (in.wLast) {
      responses_.push_back({ready, write.id, write.response});
      writes_.pop_front();
    }
  }

  void presentRead() {
    const Read &read = reads_.front();
    out_.rValid = 1;
    out_.rId = read.id;
    out_.rLast = read.last;
    out_.rResp = store_.read(read.address, line_.data());
  }

  void presentResponse() {
    out_.bValid = 1;
    out_.bId = responses_.front().id;
    out_.bResp = responses_.front().response;
  }

  Timing timing_;
  Store store_;
  unsigned lineBytes_;
  AxiSlave out_;
  uint64_t next_ = kNever;  // the cycle in which the next answer may appear
  std::deque<Read> reads_;  // one entry a beat; the front one may be on the port
  std::deque<Write> writes_;
  std::deque<Response> responses_;
  alignas(64) std::array<uint8_t, kMaxLineBytes> line_{};
};

}  // namespace weft::sim
