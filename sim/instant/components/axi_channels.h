// SPDX-License-Identifier: Apache-2.0
// Requests that leave by an AXI port: an arbiter_tree, and behind it a stream_register for AR, or one each for AW and
// W, which take a write in the same cycle (rtl/mem/kernel_memory_port.sv, memory_crossbar.sv).
#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "sim/instant/components/arbiter_tree.h"
#include "sim/instant/components/slice.h"
#include "sim/instant/components/words.h"

namespace weft::instant {

/// Numbers of the places for requests that are within a tree; of none, there is nothing to give back. Which number a
/// request gets shows nowhere.
class FreeList {
public:
  explicit FreeList(unsigned count) : free_(count) { reset(); }
  unsigned take() { return free_[--count_]; }
  void give(unsigned slot) {
    if (!free_.empty())
      free_[count_++] = slot;
  }
  void reset() {
    count_ = static_cast<unsigned>(free_.size());
    for (unsigned i = 0; i < count_; ++i)
      free_[i] = i;
  }

private:
  std::vector<unsigned> free_;
  unsigned count_ = 0;
};

struct AxiRead {
  Word id = 0, address = 0;
};
struct AxiWrite {
  Word id = 0, op = 0, address = 0;
};
/// A line that is written, where it lies.
struct WriteBytes {
  const Word *strobes = nullptr, *line = nullptr;
};

/// Which of the AXI ports that lie side by side, and how their names begin: `<prefix>ar…`, with `separator` behind the
/// channel's name.
struct AxiPort {
  Wiring &wiring;
  const char *prefix = "m_axi_", *separator = "";
  unsigned port = 0, ports = 1;
  const Word *input(const char *channel, const char *signal) const {
    return wiring.input(name(channel, signal), port, ports);
  }
  Word *output(const char *channel, const char *signal) const {
    return wiring.output(name(channel, signal), port, ports);
  }

private:
  std::string name(const char *channel, const char *signal) const {
    return std::string(prefix) + channel + separator + signal;
  }
};

/// AR.
class ReadChannel {
public:
  ReadChannel(const AxiPort &axi, std::vector<const Word *> valids, std::vector<Word *> readies, unsigned run)
      : tree_(std::move(valids), std::move(readies), run), free_(tree_.slots()), slots_(tree_.slots()),
        arReady_(axi.input("ar", "ready_i")), arValid_(axi.output("ar", "valid_o")), arId_(axi.output("ar", "id_o")),
        arAddress_(axi.output("ar", "addr_o")) {}

  /// What it points to; the owner lists the channel itself.
  void listState(StateList &list) const {
    list.addAll(slots_);
    tree_.listState(list);
  }
  /// Sets the inputs' readies.
  void arbitrate() { tree_.arbitrate(ready()); }
  /// Behind a tick: a cycle without a request changes nothing.
  bool atRest() const { return atRest_; }

  /// `request(input)` gives what an input offers; `taken(input)` is called behind it for the one that is taken.
  template <class Request, class Taken> void tick(const Request &request, const Taken &taken) {
    const bool held = out_.valid();
    bool offered = false;
    AxiRead leaving;
    tree_.tick(
        ready(),
        [&](unsigned input) {
          const unsigned slot = free_.take();
          slots_[slot] = request(input);
          taken(input);
          return slot;
        },
        [&](unsigned handle) {
          offered = true;
          leaving = slots_.empty() ? request(handle) : slots_[handle];
          if (slots_.empty())
            taken(handle);
          free_.give(handle);
        });
    atRest_ = !held && tree_.atRest();
    if (!held && !offered)
      return;
    out_.tick(offered, [&] { return leaving; }, *arReady_ != 0);
    *arValid_ = out_.valid();
    *arId_ = out_.data().id;
    *arAddress_ = out_.data().address;
  }
  void reset() {
    tree_.reset();
    free_.reset();
    out_.reset();
    *arValid_ = 0;
  }

private:
  bool ready() const { return out_.ready(*arReady_ != 0); }

  ArbiterTree tree_;
  FreeList free_;
  std::vector<AxiRead> slots_;
  StreamRegister<AxiRead> out_;
  const Word *arReady_;
  Word *arValid_, *arId_, *arAddress_;
  bool atRest_ = false;
};

/// AW and W.
class WriteChannel {
public:
  WriteChannel(const AxiPort &axi, std::vector<const Word *> valids, std::vector<Word *> readies, unsigned run,
               unsigned lineBytes)
      : lineWords_(lineBytes / 8), tree_(std::move(valids), std::move(readies), run), free_(tree_.slots()),
        slots_(tree_.slots()), awReady_(axi.input("aw", "ready_i")), wReady_(axi.input("w", "ready_i")),
        awValid_(axi.output("aw", "valid_o")), awId_(axi.output("aw", "id_o")), awAddress_(axi.output("aw", "addr_o")),
        awOp_(axi.output("aw", "atop_o")), wValid_(axi.output("w", "valid_o")), wStrobes_(axi.output("w", "strb_o")),
        wData_(axi.output("w", "data_o")) {}

  void listState(StateList &list) const {
    list.addAll(slots_);
    tree_.listState(list);
  }
  void arbitrate() { tree_.arbitrate(ready()); }
  bool atRest() const { return atRest_; }

  /// As of ReadChannel; `bytes(input)` gives the line that goes with a request.
  template <class Request, class Bytes, class Taken>
  void tick(const Request &request, const Bytes &bytes, const Taken &taken) {
    const bool held = aw_.valid() || w_.valid();
    // Both registers take a request in the same cycle.
    bool offered = false;
    AxiWrite leaving;
    tree_.tick(
        ready(),
        [&](unsigned input) {
          const unsigned slot = free_.take();
          slots_[slot].address = request(input);
          slots_[slot].data = copyOf(bytes(input));
          taken(input);
          return slot;
        },
        [&](unsigned handle) {
          offered = true;
          leaving = slots_.empty() ? request(handle) : slots_[handle].address;
          tickData(true, slots_.empty() ? bytes(handle) : slots_[handle].data.view());
          if (slots_.empty())
            taken(handle);
          free_.give(handle);
        });
    atRest_ = !held && tree_.atRest();
    if (!held && !offered)
      return;
    if (!offered)
      tickData(false, {});
    tickAddress(offered, leaving);
  }
  void reset() {
    tree_.reset();
    free_.reset();
    aw_.reset();
    w_.reset();
    *awValid_ = *wValid_ = 0;
  }

private:
  struct Data {
    Word strobes;
    std::array<Word, 8> line;  // the first words of it
    WriteBytes view() const { return {&strobes, line.data()}; }
  };
  struct Slot {
    AxiWrite address;
    Data data;
  };

  bool ready() const { return aw_.ready(*awReady_ != 0) && w_.ready(*wReady_ != 0); }
  Data copyOf(const WriteBytes &from) const {
    Data data;
    data.strobes = *from.strobes;
    copyWords(data.line.data(), from.line, lineWords_);
    return data;
  }

  void tickAddress(bool offered, const AxiWrite &address) {
    aw_.tick(offered, [&] { return address; }, *awReady_ != 0);
    *awValid_ = aw_.valid();
    *awId_ = aw_.data().id;
    *awOp_ = aw_.data().op;
    *awAddress_ = aw_.data().address;
  }
  void tickData(bool offered, const WriteBytes &data) {
    const bool next = !w_.valid() || *wReady_ != 0;
    w_.tick(offered, [&] { return copyOf(data); }, *wReady_ != 0);
    *wValid_ = w_.valid();
    if (!next || !w_.valid())  // saves time
      return;
    *wStrobes_ = w_.data().strobes;
    copyWords(wData_, w_.data().line.data(), lineWords_);
  }

  unsigned lineWords_;
  ArbiterTree tree_;
  FreeList free_;
  std::vector<Slot> slots_;
  StreamRegister<AxiWrite> aw_;
  StreamRegister<Data> w_;
  const Word *awReady_, *wReady_;
  Word *awValid_, *awId_, *awAddress_, *awOp_, *wValid_, *wStrobes_, *wData_;
  bool atRest_ = false;
};

}  // namespace weft::instant
