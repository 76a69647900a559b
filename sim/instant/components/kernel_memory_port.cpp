// SPDX-License-Identifier: Apache-2.0
// rtl/mem/kernel_memory_port.sv.
#include <algorithm>

#include "sim/instant/components/axi_channels.h"
#include "sim/instant/components/models.h"
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

class Reads {
public:
  Reads(Wiring &wiring, unsigned count, unsigned lineBytes)
      : channel_({wiring}, inputsOf(wiring, "load_line_req_valid_i", count),
                 outputsOf(wiring, "load_line_req_ready_o", count), kRun),
        addresses_(inputsOf(wiring, "load_line_req_addr_i", count)), lineMask_(~Word(lineBytes - 1)),
        answers_(outputsOf(wiring, "load_line_rsp_valid_o", count)) {}

  void listState(StateList &list) const {
    list.add(*this);
    channel_.listState(list);
  }
  void arbitrate() { channel_.arbitrate(); }
  void answer(bool valid, Word id) { answers_.set(valid, id); }
  /// Behind a tick: a cycle without a request changes nothing.
  bool atRest() const { return channel_.atRest() && !answers_.any(); }
  void tick() {
    channel_.tick([this](unsigned unit) { return AxiRead{unit, *addresses_[unit] & lineMask_}; }, [](unsigned) {});
  }
  void reset() { channel_.reset(); }

private:
  ReadChannel channel_;
  std::vector<const Word *> addresses_;
  Word lineMask_;
  OneHot answers_;
};

/// Stores, then atomics.
class Writes {
public:
  Writes(Wiring &wiring, unsigned stores, unsigned atomics, unsigned lineBytes)
      : channel_(
            {wiring},
            inputsOf(wiring, "atomic_line_req_valid_i", atomics, inputsOf(wiring, "store_line_req_valid_i", stores)),
            outputsOf(wiring, "atomic_line_req_ready_o", atomics, outputsOf(wiring, "store_line_req_ready_o", stores)),
            kRun, lineBytes),
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
    channel_.listState(list);
  }
  void arbitrate() { channel_.arbitrate(); }
  void acknowledge(bool valid, Word id) { acks_.set(valid, id); }
  bool atRest() const { return channel_.atRest() && !acks_.any(); }
  void tick() {
    channel_.tick([this](unsigned unit) { return AxiWrite{unit, *nets_[unit].op, *nets_[unit].address}; },
                  [this](unsigned unit) { return nets_[unit].data; }, [](unsigned) {});
  }
  void reset() { channel_.reset(); }

private:
  static constexpr Word kNoOperation = 0;
  struct Nets {
    const Word *address, *op;
    WriteBytes data;
  };

  void add(Wiring &wiring, const std::string &stream, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      nets_.push_back({wiring.input(stream + "_addr_i", i, count),
                       nullptr,
                       {wiring.input(stream + "_strb_i", i, count), wiring.input(stream + "_data_i", i, count)}});
  }

  WriteChannel channel_;
  std::vector<Nets> nets_;
  OneHot acks_;
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
