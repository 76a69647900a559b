// SPDX-License-Identifier: Apache-2.0
// Stimuli of the on-chip memories in rtl/mem.
#include "tests/rtl/lockstep/stimuli.h"

namespace weft::lockstep {
namespace {

/// An address in the memory or beyond it, most often one of a few.
class AddressStimuli : public Stimuli {
public:
  AddressStimuli(Pair &pair, uint64_t seed) : Stimuli(pair, seed), bits_(unsigned(pair.value("AW"))) {}

protected:
  Word address() { return random.chance(60) ? random.below(uint64_t(4)) : random.next() & maskOf(bits_); }
  void makeAddresses(std::string_view name) {
    Port &port = this->port(name);
    for (unsigned low = 0; low < port.width; low += bits_)
      if (random.chance(80))
        setBitsAt(port.value.data(), low, bits_, address());
  }
  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    if (bits_ <= 64)  // otherwise those of several lanes
      lane.set("addr", address());
  }

private:
  unsigned bits_;
};

class LocalMemStimuli final : public AddressStimuli {
public:
  using AddressStimuli::AddressStimuli;

private:
  void driveOthers() override {
    makeAddresses("rd_addr_i");
    makeAddresses("wr_addr_i");
    set("wr_valid_i", random.chance(activity()));
    randomise(port("wr_data_i"));
    randomise(port("wr_strb_i"));
  }
};
const Driver<LocalMemStimuli> localMem("local_mem");

class RomStimuli final : public AddressStimuli {
public:
  using AddressStimuli::AddressStimuli;

private:
  void driveOthers() override { makeAddresses("rd_addr_i"); }
};
const Driver<RomStimuli> rom("rom");

class LocalAtomicStimuli final : public AddressStimuli {
public:
  LocalAtomicStimuli(Pair &pair, uint64_t seed)
      : AddressStimuli(pair, seed), laneBits_(unsigned(pair.value("LaneW"))),
        wideOperands_(pair.value("AtomicBits") == 64) {}

private:
  void driveOthers() override { makeAddresses("rd_addr_i"); }
  void makePayload(Lane &lane) override {
    AddressStimuli::makePayload(lane);
    if (lane.stream->name != "at")
      return;
    lane.set("addr", lane.number("addr") << laneBits_ | (random.next() & maskOf(laneBits_)));
    if (random.chance(30)) {  // compares that often find what they look for
      lane.set("op", 0x31);
      lane.set("cmp", last_);
    }
    if (wideOperands_ && lane.number("wide") == 0)
      for (const char *field : {"data", "cmp"})
        lane.set(field, lane.number(field) & ~maskOf(32));
    if (random.chance(50))
      last_ = lane.number("data");
  }

  unsigned laneBits_;
  bool wideOperands_;
  Word last_ = 0;
};
const Driver<LocalAtomicStimuli> localAtomic("local_atomic");

/// Packets whose lanes often update a word that others in flight update, at addresses within the memory.
class LocalAccumulatorStimuli final : public Stimuli {
public:
  LocalAccumulatorStimuli(Pair &pair, uint64_t seed)
      : Stimuli(pair, seed), bits_(unsigned(pair.value("AW"))), rowBits_(unsigned(pair.value("RowW"))),
        lanes_(unsigned(pair.value("Lanes"))) {}

private:
  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    Port &port = lane.find("addr");
    const bool few = random.chance(60);
    const unsigned bits = lane.stream->name == "at" ? bits_ : rowBits_;
    for (unsigned low = 0; low < lane.bits(port); low += bits)
      setBitsAt(port.value.data(), lane.low(port) + low, bits,
                few ? random.below(uint64_t(2)) : random.next() & maskOf(bits));
    if (lane.stream->name == "at" && random.chance(50))
      lane.set("mask", maskOf(lanes_));
  }

  unsigned bits_, rowBits_, lanes_;
};
const Driver<LocalAccumulatorStimuli> localAccumulator("local_accumulator");

/// A unit that answers in order what it was asked, and nothing else.
class UnitStimuli : public Stimuli {
public:
  UnitStimuli(Pair &pair, uint64_t seed, std::string unit)
      : Stimuli(pair, seed), request_(unit + "_req"), answer_(unit + "_rsp") {}

private:
  bool mayOffer(const Lane &lane) override { return lane.stream->name != answer_ || due_ != 0; }
  bool mayRepeat() const override { return false; }
  void observeOthers() override {
    for (const Lane &lane : lanes()) {
      due_ += lane.stream->name == request_ && lane.taken;
      due_ -= lane.stream->name == answer_ && lane.taken;
    }
  }
  void resetOthers() override { due_ = 0; }

  const std::string request_, answer_;
  uint64_t due_ = 0;
};

class LanesInTurnStimuli final : public UnitStimuli {
public:
  LanesInTurnStimuli(Pair &pair, uint64_t seed) : UnitStimuli(pair, seed, "lane") {}
};
const Driver<LanesInTurnStimuli> lanesInTurn("lanes_in_turn");

/// With masks of elements, packets that all lanes end early.
class ElementsInTurnStimuli final : public UnitStimuli {
public:
  ElementsInTurnStimuli(Pair &pair, uint64_t seed)
      : UnitStimuli(pair, seed, "unit"), elements_(unsigned(pair.value("MaskW"))),
        lanes_(unsigned(pair.value("Lanes"))) {}

private:
  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    if (lane.stream->name != "req" || elements_ == 1)
      return;
    Port &mask = lane.find("mask");
    const auto most = unsigned(random.below(uint64_t(elements_) + 1));
    for (unsigned l = 0; l < lanes_ && most != elements_; ++l)
      setBitsAt(mask.value.data(), lane.low(mask) + l * elements_ + most, elements_ - most, 0);
  }

  const unsigned elements_, lanes_;
};
const Driver<ElementsInTurnStimuli> elementsInTurn("elements_in_turn");

/// Packets whose lanes often meet in a bank, or at an address.
class LocalBanksStimuli final : public Stimuli {
public:
  LocalBanksStimuli(Pair &pair, uint64_t seed)
      : Stimuli(pair, seed), rowBits_(unsigned(pair.value("RowW"))), bits_(unsigned(pair.value("AW"))),
        banks_(unsigned(pair.value("Banks"))) {}

private:
  Word row() { return random.chance(60) ? random.below(uint64_t(3)) : random.next() & maskOf(rowBits_); }
  void driveOthers() override {
    Port &port = this->port("rd_addr_i");
    for (unsigned low = 0; low < port.width; low += rowBits_)
      setBitsAt(port.value.data(), low, rowBits_, row());
  }
  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    if (lane.stream->name == "in") {
      lane.set("addr", row());
      return setAll(lane, "strb");
    }
    makeAddresses(lane);
    setAll(lane, lane.stream->name == "gather" ? "mask" : "strb");
  }
  void makeAddresses(Lane &lane) {
    Port &port = lane.find("addr");
    const Word start = random.next(), step = random.chance(50) ? random.below(uint64_t(4)) : random.below(banks_ * 2);
    const bool few = random.chance(20), any = random.chance(40);
    for (unsigned i = 0; i < banks_; ++i) {
      const Word address = few ? random.below(uint64_t(4)) * banks_ + random.below(uint64_t(2)) : start + i * step;
      setBitsAt(port.value.data(), lane.low(port) + i * bits_, bits_, (any ? random.next() : address) & maskOf(bits_));
    }
  }
  /// Often all ones, and at times none: of a store whose condition does not hold.
  void setAll(Lane &lane, std::string_view field) {
    const bool none = random.chance(15);
    if (!none && random.chance(50))
      return;
    Port &port = lane.find(field);
    for (unsigned i = 0; i < lane.bits(port); ++i)
      port.setBit(lane.low(port) + i, !none);
  }

  unsigned rowBits_, bits_, banks_;
};
const Driver<LocalBanksStimuli> localBanks("local_banks");

class WriteArbiterStimuli final : public AddressStimuli {
public:
  using AddressStimuli::AddressStimuli;
  std::string_view countsWith(std::string_view output) const override {
    return output.starts_with("wr_") && output != "wr_valid_o" ? "wr_valid_o" : "";
  }
};
const Driver<WriteArbiterStimuli> writeArbiter("local_write_arbiter");

}  // namespace
}  // namespace weft::lockstep
