// SPDX-License-Identifier: Apache-2.0
// rtl/axi/kernel_requests.sv, with rtl/axi/axi_isolate.sv before it.
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
  /// The inputs of a cycle. `id`: {region, 0}.
  void take(const sim::AxiMaster &in, bool isolate, unsigned id, unsigned lineBytes) {
    taken_ = {};
    if (!(in.awValid | in.wValid | in.arValid))
      return;
    taken_.aw = in.awValid && aw_.ready() && awOpen(isolate);
    taken_.w = in.wValid && w_.ready() && wOpen(isolate);
    taken_.ar = in.arValid && ar_.ready() && !isolate;
    if (taken_.aw)
      address_ = {in.awAddr, uint16_t(id | in.awId), in.awAtop};
    if (taken_.w)
      w_.free().copy(in.wData, in.wStrb, lineBytes);
    if (taken_.ar)
      read_ = {in.arAddr & ~uint64_t(lineBytes - 1), uint16_t(id | in.arId)};
  }

  bool writes() const { return aw_.valid() && w_.valid(); }
  bool reads() const { return ar_.valid(); }
  bool busy() const { return aw_.valid() || w_.valid() || ar_.valid(); }
  bool idle() const { return ahead_ == 0 && due_ == 0; }
  const WriteAddress &address() const { return aw_.data(); }
  const LineBytes &line() const { return w_.line(); }
  const ReadAddress &read() const { return ar_.data(); }

  /// The clock rises. `answers`: how many the region took.
  void tick(bool writeServed, bool readServed, unsigned answers) {
    if (!taken_.aw && !taken_.w && !taken_.ar && answers == 0 && !busy())
      return;
    ahead_ += int(taken_.aw) - int(taken_.w);
    due_ += unsigned(taken_.ar) + unsigned(taken_.aw) + unsigned(taken_.aw && returnsOldValue(address_)) - answers;
    if (taken_.aw || aw_.valid())
      aw_.tick(taken_.aw, [this] { return address_; }, writeServed);
    if (taken_.w || w_.valid())
      w_.tick(taken_.w, writeServed);
    if (taken_.ar || ar_.valid())
      ar_.tick(taken_.ar, [this] { return read_; }, readServed);
  }
  void reset() {
    aw_.reset();
    w_.reset();
    ar_.reset();
    ahead_ = 0;
    due_ = 0;
  }
  void giveReadies(sim::AxiSlave &out, bool isolate) const {
    out.awReady = aw_.ready() && awOpen(isolate);
    out.wReady = w_.ready() && wOpen(isolate);
    out.arReady = ar_.ready() && !isolate;
  }

private:
  struct Taken {
    bool aw = false, w = false, ar = false;
  };
  static bool returnsOldValue(const WriteAddress &write) { return write.atop >> 5 & 1; }
  bool awOpen(bool isolate) const { return !isolate || ahead_ < 0; }
  bool wOpen(bool isolate) const { return !isolate || ahead_ > 0; }

  Slice<WriteAddress> aw_;
  LineSlice w_;
  Slice<ReadAddress> ar_;
  int ahead_ = 0;     // addresses of writes taken, less data taken
  uint16_t due_ = 0;  // answers
  // Of the cycle.
  WriteAddress address_;
  ReadAddress read_;
  Taken taken_;
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
      any |= regions_[r].busy();
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
