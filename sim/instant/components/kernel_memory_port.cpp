// SPDX-License-Identifier: Apache-2.0
// rtl/mem/kernel_memory_port.sv.
#include <algorithm>
#include <array>

#include "sim/instant/components/arbiter_tree.h"
#include "sim/instant/components/line.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/slice.h"
#include "weft_abi.h"

namespace weft::instant {
namespace {

constexpr unsigned kRun = 16;                          // lines of a turn
constexpr unsigned kAtomicBit = abi::AXI_ID_BITS - 1;  // of an R beat's ID: answers an atomic

/// The nets of the `count` streams side by side on a port, behind those of another port.
std::vector<const Word *> inputsOf(Wiring &wiring, std::string_view port, unsigned count,
                                   std::vector<const Word *> nets = {}) {
  for (unsigned i = 0; i < count; ++i)
    nets.push_back(wiring.input(port, i, count));
  return nets;
}
std::vector<Word *> outputsOf(Wiring &wiring, std::string_view port, unsigned count, std::vector<Word *> nets = {}) {
  for (unsigned i = 0; i < count; ++i)
    nets.push_back(wiring.output(port, i, count));
  return nets;
}

/// Outputs of which at most one is set.
class OneHot {
public:
  explicit OneHot(std::vector<Word *> nets) : nets_(std::move(nets)), set_(nets_.size()) {}
  bool any() const { return set_ != nets_.size(); }
  void set(bool valid, Word which) {
    if (any())
      *nets_[set_] = 0;
    set_ = valid ? std::min(size_t(which), nets_.size()) : nets_.size();
    if (any())
      *nets_[set_] = 1;
  }

private:
  std::vector<Word *> nets_;
  size_t set_;  // as many as there are: none
};

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

class Reads {
public:
  Reads(Wiring &wiring, unsigned count, unsigned lineBytes)
      : tree_(inputsOf(wiring, "load_line_req_valid_i", count), outputsOf(wiring, "load_line_req_ready_o", count),
              kRun),
        addresses_(inputsOf(wiring, "load_line_req_addr_i", count)), lineMask_(~Word(lineBytes - 1)),
        free_(tree_.slots()), slots_(tree_.slots()), arReady_(wiring.input("m_axi_arready_i")),
        arValid_(wiring.output("m_axi_arvalid_o")), arId_(wiring.output("m_axi_arid_o")),
        arAddress_(wiring.output("m_axi_araddr_o")), answers_(outputsOf(wiring, "load_line_rsp_valid_o", count)) {}

  void listState(StateList &list) const {
    list.add(*this);
    list.addAll(slots_);
    tree_.listState(list);
  }
  void arbitrate() { tree_.arbitrate(ready()); }
  void answer(bool valid, Word id) { answers_.set(valid, id); }
  /// Behind a tick: a cycle without a request changes nothing.
  bool atRest() const { return atRest_ && !answers_.any(); }
  void tick() {
    const bool held = out_.valid();
    bool offered = false;
    Read taken;
    tree_.tick(
        ready(),
        [this](unsigned unit) {
          const unsigned slot = free_.take();
          slots_[slot] = request(unit);
          return slot;
        },
        [&](unsigned handle) {
          offered = true;
          taken = slots_.empty() ? request(handle) : slots_[handle];
          free_.give(handle);
        });
    atRest_ = !held && tree_.atRest();
    if (!held && !offered)
      return;
    out_.tick(offered, [&] { return taken; }, *arReady_ != 0);
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
  struct Read {
    Word id = 0, address = 0;
  };

  bool ready() const { return out_.ready(*arReady_ != 0); }
  Read request(unsigned unit) const { return {unit, *addresses_[unit] & lineMask_}; }

  ArbiterTree tree_;
  std::vector<const Word *> addresses_;
  Word lineMask_;
  FreeList free_;
  std::vector<Read> slots_;
  StreamRegister<Read> out_;
  const Word *arReady_;
  Word *arValid_, *arId_, *arAddress_;
  OneHot answers_;
  bool atRest_ = false;
};

/// Stores, then atomics.
class Writes {
public:
  Writes(Wiring &wiring, unsigned stores, unsigned atomics, unsigned lineBytes)
      : lineWords_(lineBytes / 8),
        tree_(
            inputsOf(wiring, "atomic_line_req_valid_i", atomics, inputsOf(wiring, "store_line_req_valid_i", stores)),
            outputsOf(wiring, "atomic_line_req_ready_o", atomics, outputsOf(wiring, "store_line_req_ready_o", stores)),
            kRun),
        free_(tree_.slots()), slots_(tree_.slots()), awReady_(wiring.input("m_axi_awready_i")),
        wReady_(wiring.input("m_axi_wready_i")), awValid_(wiring.output("m_axi_awvalid_o")),
        awId_(wiring.output("m_axi_awid_o")), awAddress_(wiring.output("m_axi_awaddr_o")),
        awOp_(wiring.output("m_axi_awatop_o")), wValid_(wiring.output("m_axi_wvalid_o")),
        wStrobes_(wiring.output("m_axi_wstrb_o")), wData_(wiring.output("m_axi_wdata_o")),
        acks_(outputsOf(wiring, "atomic_line_ack_valid_o", atomics,
                        outputsOf(wiring, "store_line_ack_valid_o", stores))) {
    add(wiring, "store_line_req", stores);
    for (unsigned i = 0; i < stores; ++i)
      nets_[i].op = &kNoOperation;
    add(wiring, "atomic_line_req", atomics);
    for (unsigned i = 0; i < atomics; ++i)
      nets_[stores + i].op = wiring.input("atomic_line_req_atop_i", i, atomics);
  }

  void listState(StateList &list) const {
    list.add(*this);
    list.addAll(slots_);
    tree_.listState(list);
  }
  void arbitrate() { tree_.arbitrate(ready()); }
  void acknowledge(bool valid, Word id) { acks_.set(valid, id); }
  bool atRest() const { return atRest_ && !acks_.any(); }
  void tick() {
    const bool held = aw_.valid() || w_.valid();
    // Both registers take a request in the same cycle.
    bool offered = false;
    Address taken;
    tree_.tick(
        ready(),
        [this](unsigned unit) {
          const unsigned slot = free_.take();
          slots_[slot].address = address(unit);
          slots_[slot].data = copyOf(data(unit));
          return slot;
        },
        [&](unsigned handle) {
          offered = true;
          taken = slots_.empty() ? address(handle) : slots_[handle].address;
          tickData(true, slots_.empty() ? data(handle) : slots_[handle].data.view());
          free_.give(handle);
        });
    atRest_ = !held && tree_.atRest();
    if (!held && !offered)
      return;
    if (!offered)
      tickData(false, {});
    tickAddress(offered, taken);
  }
  void reset() {
    tree_.reset();
    free_.reset();
    aw_.reset();
    w_.reset();
    *awValid_ = *wValid_ = 0;
  }

private:
  static constexpr Word kNoOperation = 0;
  struct Address {
    Word id = 0, op = 0, address = 0;
  };
  struct View {
    const Word *strobes = nullptr, *line = nullptr;
  };
  struct Data {
    Word strobes;
    std::array<Word, 8> line;  // the first words of it
    View view() const { return {&strobes, line.data()}; }
  };
  struct Request {
    Address address;
    Data data;
  };
  struct Nets {
    const Word *address, *op;
    View data;
  };

  void add(Wiring &wiring, const std::string &stream, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      nets_.push_back({wiring.input(stream + "_addr_i", i, count),
                       nullptr,
                       {wiring.input(stream + "_strb_i", i, count), wiring.input(stream + "_data_i", i, count)}});
  }
  bool ready() const { return aw_.ready(*awReady_ != 0) && w_.ready(*wReady_ != 0); }
  Address address(unsigned unit) const { return {unit, *nets_[unit].op, *nets_[unit].address}; }
  const View &data(unsigned unit) const { return nets_[unit].data; }
  Data copyOf(const View &from) const {
    Data data;
    data.strobes = *from.strobes;
    copyWords(data.line.data(), from.line, lineWords_);
    return data;
  }

  void tickAddress(bool offered, const Address &address) {
    aw_.tick(offered, [&] { return address; }, *awReady_ != 0);
    *awValid_ = aw_.valid();
    *awId_ = aw_.data().id;
    *awOp_ = aw_.data().op;
    *awAddress_ = aw_.data().address;
  }
  void tickData(bool offered, const View &data) {
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
  std::vector<Nets> nets_;
  FreeList free_;
  std::vector<Request> slots_;
  StreamRegister<Address> aw_;
  StreamRegister<Data> w_;
  const Word *awReady_, *wReady_;
  Word *awValid_, *awId_, *awAddress_, *awOp_, *wValid_, *wStrobes_, *wData_;
  OneHot acks_;
  bool atRest_ = false;
};

class KernelMemoryPort final : public Model {
public:
  KernelMemoryPort(Wiring &wiring, unsigned loads, unsigned stores, unsigned atomics, unsigned lineBytes)
      : lineWords_(lineBytes / 8), firstOld_((1u << kAtomicBit) + stores),
        oldValues_(outputsOf(wiring, "atomic_line_rsp_valid_o", atomics)), rst_(wiring.input("rst_i")),
        rValid_(wiring.input("m_axi_rvalid_i")), rId_(wiring.input("m_axi_rid_i")),
        rData_(wiring.input("m_axi_rdata_i")), bValid_(wiring.input("m_axi_bvalid_i")),
        bId_(wiring.input("m_axi_bid_i")), lineRspData_(wiring.output("line_rsp_data_o")) {
    if (loads != 0)
      reads_ = std::make_unique<Reads>(wiring, loads, lineBytes);
    if (stores + atomics != 0)
      writes_ = std::make_unique<Writes>(wiring, stores, atomics, lineBytes);
    for (const char *port : {"m_axi_wlast_o", "m_axi_bready_o", "m_axi_rready_o"})
      *wiring.output(port) = 1;
    busy_ = wiring.busy({"load_line_req_valid_i", "store_line_req_valid_i", "atomic_line_req_valid_i", "m_axi_rvalid_i",
                         "m_axi_bvalid_i"});
  }

  /// The readies: of loads (0), stores (1) and atomics (2). Those of stores and atomics are one choice, which is made
  /// at the first call in a cycle.
  void evaluate(unsigned path) override {
    if (path == 0 && reads_ != nullptr)
      reads_->arbitrate();
    else if (path != 0 && writes_ != nullptr)
      writes_->arbitrate();
  }

  void tick() override {
    const bool rst = *rst_ != 0;
    const bool valid = *rValid_ != 0 && !rst;
    if (reads_ != nullptr) {
      if (rst)
        reads_->reset();
      else
        reads_->tick();
      reads_->answer(valid, *rId_);
    }
    if (writes_ != nullptr) {
      if (rst)
        writes_->reset();
      else
        writes_->tick();
      writes_->acknowledge(*bValid_ != 0 && !rst, *bId_);
    }
    oldValues_.set(valid, *rId_ - firstOld_);
    *busy_ = (reads_ && !reads_->atRest()) || (writes_ && !writes_->atRest()) || oldValues_.any();
    if (*rValid_ != 0)
      copyWords(lineRspData_, rData_, lineWords_);
  }

  void listState(StateList &list) const override {
    list.add(*this);
    if (reads_ != nullptr)
      reads_->listState(list);
    if (writes_ != nullptr)
      writes_->listState(list);
  }

private:
  unsigned lineWords_;
  Word firstOld_;  // ID of the first atomic's old value
  std::unique_ptr<Reads> reads_;
  std::unique_ptr<Writes> writes_;
  OneHot oldValues_;
  const Word *rst_, *rValid_, *rId_, *rData_, *bValid_, *bId_;
  Word *lineRspData_, *busy_;
};

}  // namespace

std::unique_ptr<Model> makeKernelMemoryPort(Wiring &wiring) {
  const auto number = [&](const char *name) { return static_cast<unsigned>(wiring.parameter(name)); };
  return std::make_unique<KernelMemoryPort>(wiring, number("NumLoads"), number("NumStores"), number("NumAtomics"),
                                            number("LineBits") / 8);
}

}  // namespace weft::instant
