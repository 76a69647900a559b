// SPDX-License-Identifier: Apache-2.0
// rtl/axi/mem_read_mux.sv and rtl/axi/mem_write_mux.sv: kernels, atomics and DMA take turns at the port of the memory.
// rtl/axi/read_write_turns.sv: before that, the kernels' reads and writes do.
#pragma once
#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/slice.h"
#include "sim/instant/shell/line_slice.h"

namespace weft::instant {

/// Whose a request is; the numbers are the order in which they take turns.
enum class Source : unsigned { Kernel, Atomics, Dma, None };
constexpr unsigned kSources = 3;

/// The upper two bits of an ID at the memory's port.
enum class Origin : unsigned { Kernel, Dma, Atomics };

class SourceTurns {
public:
  Source choose(bool kernel, bool atomics, bool dma) const {
    if (!kernel && !atomics && !dma)
      return Source::None;
    const bool requests[kSources] = {kernel, atomics, dma};
    return Source(turns_.choose(kSources, [&](unsigned i) { return requests[i]; }));
  }
  /// `offered`: what choose() gave.
  void tick(Source offered, bool taken) {
    if (offered == Source::None)
      turns_.reset();
    else if (taken)
      turns_.serve(unsigned(offered));
  }
  void reset() { turns_.reset(); }
  bool atStart() const { return turns_.atStart(); }

private:
  Turns turns_;
};

class ReadWriteTurns {
public:
  /// `backlog`: lines at memory from which on writes wait for late reads; 0: they do not.
  explicit ReadWriteTurns(unsigned backlog) : most_(backlog) {}

  /// The inputs of a cycle: which of them there are.
  void take(bool read, bool write) {
    none_ = !read && !write;
    reads_ = read && !(write && writesFirst_);
    writes_ = write && !reads_ && (writesFirst_ || !backlog_ || waited_ == kPatience);
  }
  bool reads() const { return reads_; }
  bool writes() const { return writes_; }
  /// Those that had the turn are taken or not.
  void tick(bool readTaken, bool writeTaken) {
    if (none_)
      return begin();
    if (!reads_ && !writes_) {
      ++waited_;
      return;
    }
    if (readTaken || writeTaken)
      waited_ = 0;
    writesFirst_ = reads_ ? readTaken && readCount_ == kRun - 1 : !(writeTaken && writeCount_ == kRun - 1);
    readCount_ = (readCount_ + unsigned(readTaken)) % kRun;
    writeCount_ = (writeCount_ + unsigned(writeTaken)) % kRun;
  }
  /// Behind tick(): lines that memory accepted and answered. Where it did neither, this may be left out.
  void count(unsigned accepted, unsigned answered) {
    lines_ = uint16_t(lines_ + accepted - answered);
    backlog_ = most_ != 0 && lines_ >= most_;
  }
  void reset() {
    begin();
    lines_ = 0;
    backlog_ = false;
  }
  bool atStart() const { return !writesFirst_ && readCount_ == 0 && writeCount_ == 0 && waited_ == 0; }

private:
  static constexpr unsigned kRun = 32;      // lines
  static constexpr unsigned kPatience = 4;  // cycles
  void begin() {
    writesFirst_ = false;
    readCount_ = writeCount_ = waited_ = 0;
  }

  const unsigned most_;
  uint16_t lines_ = 0;  // at memory
  bool backlog_ = false;
  bool writesFirst_ = false;
  unsigned readCount_ = 0, writeCount_ = 0;  // of a run
  unsigned waited_ = 0;                      // a write, for late reads
  // Of the cycle.
  bool none_ = true, reads_ = false, writes_ = false;
};

/// A request of lines, from the first one's address on.
struct LinesRequest {
  uint64_t address = 0;
  uint16_t id = 0;
  uint8_t more = 0;  // lines behind the first
};

class MemoryReads {
public:
  // Registered.
  bool valid() const { return valid_; }
  const LinesRequest &request() const { return request_; }
  bool turnsAtStart() const { return turns_.atStart(); }

  /// The inputs of a cycle.
  void take(bool kernel, bool atomics, bool dma, bool ready) {
    offered_ = turns_.choose(kernel, atomics, dma);
    load_ = !valid_ || ready;
  }
  /// Behind take(): whose request is taken.
  Source taken() const { return load_ ? offered_ : Source::None; }
  bool takes(Source source) const { return taken() == source; }

  /// `request`: gives the one that is taken.
  template <class Request> void tick(const Request &request) {
    const Source source = taken();
    if (load_)
      valid_ = source != Source::None;
    if (source != Source::None)
      request_ = request(source);
    turns_.tick(offered_, load_);
  }
  void reset() {
    valid_ = false;
    turns_.reset();
  }

private:
  SourceTurns turns_;
  LinesRequest request_;
  bool valid_ = false;
  // Of the cycle.
  Source offered_ = Source::None;
  bool load_ = false;
};

class MemoryWrites {
public:
  // Registered.
  bool addressValid() const { return address_.valid(); }
  const LinesRequest &address() const { return address_.data(); }
  bool dataValid() const { return data_.valid(); }
  const LineBytes &line() const { return data_.line(); }
  bool busy() const { return addressValid() || dataValid() || dmaTurn_; }
  bool turnsAtStart() const { return !atomicsTurn_; }

  /// The inputs of a cycle. A burst of the DMA's is not parted.
  void take(bool kernel, bool atomics, bool dma) {
    kernel_ = kernel;
    atomics_ = atomics;
    dma_ = dma;
    turn_ = dmaTurn_ ? Source::Dma : atomicsTurn_ ? Source::Atomics : Source::Kernel;
    offers_ = dmaTurn_ ? dma : atomicsTurn_ ? atomics : kernel;
    load_ = address_.ready() && data_.ready();
  }
  /// Behind take(): whose request is taken, and whether those of a source would be.
  Source taken() const { return load_ && offers_ ? turn_ : Source::None; }
  bool takes(Source source) const { return taken() == source; }
  bool ready(Source source) const { return load_ && turn_ == source; }
  /// Where the line that is taken is to be put before the tick.
  LineBytes &free() { return data_.free(); }

  /// `request`: gives the address of the burst that is taken. `last`: the beat ends it.
  template <class Request> void tick(const Request &request, bool last, bool addressReady, bool dataReady) {
    const Source source = taken();
    const bool comes = source != Source::None, others = kernel_ || atomics_;
    if (comes || address_.valid())
      address_.tick(comes && !inBurst_, [&] { return request(source); }, addressReady);
    if (!dmaTurn_) {
      dmaTurn_ = dma_ && (load_ || !others);
    } else {
      if (comes ? last : !inBurst_)
        dmaTurn_ = !others && (dma_ || !silent_);
      silent_ = !dma_;
    }
    if (comes) {
      data_.free().last = last;
      inBurst_ = !last;
    }
    if (comes || data_.valid())
      data_.tick(comes, dataReady);
  }
  /// Behind tick(): whether the atomics have a line in the next cycle.
  void turn(bool atomicsNext) {
    const bool goes = atomicsTurn_ ? !(kernel_ && ready(Source::Atomics)) : !kernel_ || ready(Source::Kernel);
    atomicsTurn_ = atomicsNext && goes;
  }
  void reset() {
    address_.reset();
    data_.reset();
    inBurst_ = dmaTurn_ = atomicsTurn_ = silent_ = false;
  }

private:
  Slice<LinesRequest> address_;
  LineSlice data_;
  bool inBurst_ = false;      // DMA's burst has begun and not ended
  bool dmaTurn_ = false;      // no other is taken
  bool atomicsTurn_ = false;  // of the kernel's and the atomics', beside or behind DMA's
  bool silent_ = false;       // in the last cycle of its turn DMA had no beat
  // Of the cycle.
  bool kernel_ = false, atomics_ = false, dma_ = false;
  Source turn_ = Source::Kernel;
  bool offers_ = false, load_ = false;
};

}  // namespace weft::instant
