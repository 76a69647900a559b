// SPDX-License-Identifier: Apache-2.0
// rtl/axi/kernel_requests.sv.
#pragma once
#include <array>

#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/slice.h"
#include "sim/instant/shell/line_slice.h"
#include "weft_abi.h"

namespace weft::instant {

struct WriteAddress {
  uint64_t address = 0;
  uint16_t id = 0;  // {region, the kernel's own}
  uint8_t atop = 0;
};

struct ReadAddress {
  uint64_t address = 0;  // of a line
  uint16_t id = 0;
};

/// The port of one region, up to the registers of its requests.
class RegionRequests {
public:
  /// The inputs of a cycle. `id`: {region, 0}. False: they change nothing here.
  bool take(const sim::AxiMaster &in, bool reset, bool isolate, unsigned id, unsigned lineBytes) {
    reset_ = reset;
    isolate_ = isolate;
    taken_ = {};
    if (!(in.awValid | in.wValid | in.arValid))
      return isolate == open_;
    taken_.aw = in.awValid && aw_.ready();
    taken_.w = in.wValid && w_.ready();
    taken_.ar = in.arValid && ar_.ready();
    if (taken_.aw)
      address_ = {in.awAddr, uint16_t(id | in.awId), in.awAtop};
    if (taken_.w)
      w_.free().copy(in.wData, in.wStrb, lineBytes);
    if (taken_.ar)
      read_ = {in.arAddr & ~uint64_t(lineBytes - 1), uint16_t(id | in.arId)};
    return true;
  }

  bool writes() const { return aw_.valid() && w_.valid() && open_; }
  bool reads() const { return ar_.valid() && open_; }
  bool busy() const { return aw_.valid() || w_.valid() || ar_.valid(); }
  /// The module counts answers a cycle later.
  bool counting() const { return counting_; }
  bool idle() const { return due_ == 0 && !counting_ && !(open_ && busy()); }
  const WriteAddress &address() const { return aw_.data(); }
  const LineBytes &line() const { return w_.line(); }
  const ReadAddress &read() const { return ar_.data(); }

  /// The clock rises. `answers`: how many the region took.
  void tick(bool writeServed, bool readServed, unsigned answers) {
    open_ = !isolate_;
    counting_ = false;
    if (!taken_.aw && !taken_.w && !taken_.ar && answers == 0 && !busy())
      return;
    const unsigned asked = unsigned(readServed) + writeServed + (writeServed && returnsOldValue(address()));
    counting_ = (asked | answers) != 0;
    due_ += asked - answers;
    if (reset_)
      resetSlices();
    else
      tickSlices(writeServed, readServed);
  }
  void reset() {
    resetSlices();
    open_ = !isolate_;
    due_ = 0;
    counting_ = false;
  }
  void giveReadies(sim::AxiSlave &out) const {
    out.awReady = aw_.ready();
    out.wReady = w_.ready();
    out.arReady = ar_.ready();
  }

private:
  struct Taken {
    bool aw = false, w = false, ar = false;
  };
  static bool returnsOldValue(const WriteAddress &write) { return write.atop >> 5 & 1; }
  void tickSlices(bool writeServed, bool readServed) {
    if (taken_.aw || aw_.valid())
      aw_.tick(taken_.aw, [this] { return address_; }, writeServed);
    if (taken_.w || w_.valid())
      w_.tick(taken_.w, writeServed);
    if (taken_.ar || ar_.valid())
      ar_.tick(taken_.ar, [this] { return read_; }, readServed);
  }
  void resetSlices() {
    aw_.reset();
    w_.reset();
    ar_.reset();
  }

  Slice<WriteAddress> aw_;
  LineSlice w_;
  Slice<ReadAddress> ar_;
  bool open_ = false;
  uint16_t due_ = 0;       // answers
  bool counting_ = false;  // requests or answers of the last cycle
  // Of the cycle.
  WriteAddress address_;
  ReadAddress read_;
  Taken taken_;
  bool reset_ = false, isolate_ = false;
};

/// The regions take turns.
class KernelRequests {
public:
  explicit KernelRequests(unsigned regions) : count_(regions) {}

  RegionRequests &region(unsigned r) { return regions_[r]; }
  const RegionRequests &region(unsigned r) const { return regions_[r]; }
  bool busy() const {
    bool any = false;
    for (unsigned r = 0; r < count_; ++r)
      any |= regions_[r].busy() || regions_[r].counting();
    return any;
  }

  /// A cycle without requests changes no turns.
  bool turnsAtStart() const { return writes_.atStart() && reads_.atStart(); }

  /// Whose requests are offered in this cycle, `count` if there is none.
  unsigned writer() const {
    return writes_.choose(count_, [this](unsigned r) { return regions_[r].writes(); });
  }
  unsigned reader() const {
    return reads_.choose(count_, [this](unsigned r) { return regions_[r].reads(); });
  }

  /// The clock rises: they are taken or not. `reads`, `responses`: a bit for each region that took an answer.
  void tick(unsigned writer, bool writeTaken, unsigned reader, bool readTaken, unsigned reads, unsigned responses) {
    for (unsigned r = 0; r < count_; ++r)
      regions_[r].tick(writeTaken && r == writer, readTaken && r == reader, (reads >> r & 1) + (responses >> r & 1));
    turn(writes_, writer, writeTaken);
    turn(reads_, reader, readTaken);
  }
  void reset() {
    for (RegionRequests &region : regions_)
      region.reset();
    writes_.reset();
    reads_.reset();
  }

private:
  void turn(Turns &turns, unsigned offered, bool taken) const {
    if (offered == count_)
      turns.reset();
    else if (taken)
      turns.serve(offered);
  }

  unsigned count_;
  std::array<RegionRequests, abi::MAX_REGIONS> regions_;
  Turns writes_, reads_;
};

}  // namespace weft::instant
