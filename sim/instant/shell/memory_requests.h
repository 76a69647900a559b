// SPDX-License-Identifier: Apache-2.0
// rtl/axi/mem_read_mux.sv and rtl/axi/mem_write_mux.sv: kernels, atomics and DMA take turns at the port of the memory.
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
  bool dataValid() const { return dataValid_; }
  bool last() const { return last_; }
  const LineBytes &line() const { return lines_[out_]; }
  bool busy() const { return addressValid() || dataValid_; }
  bool turnsAtStart() const { return turns_.atStart(); }

  /// The inputs of a cycle. A burst of the DMA's is not parted.
  void take(bool kernel, bool atomics, bool dma, bool dataReady) {
    offered_ = turns_.choose(kernel && !inBurst_, atomics && !inBurst_, dma);
    load_ = address_.ready() && (!dataValid_ || dataReady);
  }
  Source taken() const { return load_ ? offered_ : Source::None; }
  bool takes(Source source) const { return taken() == source; }
  /// Behind take(): where the line that is taken is to be put before the tick.
  LineBytes &free() { return lines_[out_ ^ 1]; }

  /// `request`: gives the address of the burst that is taken. `first`, `last`: places of the beat in it.
  template <class Request> void tick(const Request &request, bool first, bool last, bool addressReady, bool dataReady) {
    const Source source = taken();
    const bool comes = source != Source::None;
    if (comes || address_.valid())
      address_.tick(comes && first, [&] { return request(source); }, addressReady);
    if (!dataValid_ || dataReady)
      dataValid_ = comes;
    if (comes) {
      out_ ^= 1;
      last_ = last;
      inBurst_ = source == Source::Dma && !last;
    }
    turns_.tick(offered_, load_);
  }
  void reset() {
    turns_.reset();
    address_.reset();
    dataValid_ = inBurst_ = false;
  }

private:
  SourceTurns turns_;
  Slice<LinesRequest> address_;
  LineBytes lines_[2];
  unsigned out_ = 0;
  bool dataValid_ = false, last_ = false;
  bool inBurst_ = false;  // DMA's burst has begun and not ended
  // Of the cycle.
  Source offered_ = Source::None;
  bool load_ = false;
};

}  // namespace weft::instant
