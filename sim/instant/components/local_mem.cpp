// SPDX-License-Identifier: Apache-2.0
// rtl/mem/local_mem.sv, rom.sv
#include <algorithm>

#include "sim/instant/components/models.h"
#include "sim/instant/components/on_chip_memory.h"

namespace weft::instant {
namespace {

class LocalMem final : public Model {
public:
  explicit LocalMem(Wiring &wiring)
      : memory_(wiring.parameter("Words"), unsigned(wiring.parameter("WordBits"))), reads_(wiring, memory_.words()),
        wrValid_(wiring.input("wr_valid_i")), wrAddr_(wiring.input("wr_addr_i")), wrData_(wiring.input("wr_data_i")),
        wrStrb_(wiring.input("wr_strb_i")) {}

  void tick() override {
    reads_.tick(memory_);
    if (*wrValid_)
      memory_.write(*wrAddr_, wrData_, wrStrb_);
  }

  void listState(StateList &list) const override {
    list.add(*this);
    reads_.listState(list);
  }

private:
  OnChipMemory memory_;
  ReadPorts reads_;
  const Word *wrValid_, *wrAddr_, *wrData_, *wrStrb_;
};

class Rom final : public Model {
public:
  explicit Rom(Wiring &wiring)
      : memory_(wiring.parameter("Words"), unsigned(wiring.parameter("WordBits"))), reads_(wiring, memory_.words()) {
    const std::vector<Word> contents = wiring.vectorParameter("Contents");
    const auto bits = unsigned(wiring.parameter("WordBits"));
    const uint64_t words = wiring.parameter("Words");
    for (uint64_t row = 0; row < memory_.size(); ++row)
      for (unsigned at = 0; at < bits; at += 64)
        memory_.row(row)[at / 64] = bitsAt(contents.data(), row % words * bits + at, std::min(64u, bits - at));
  }

  void tick() override { reads_.tick(memory_); }

  void listState(StateList &list) const override { reads_.listState(list); }

private:
  OnChipMemory memory_;
  ReadPorts reads_;
};

}  // namespace

std::unique_ptr<Model> makeLocalMem(Wiring &wiring) { return std::make_unique<LocalMem>(wiring); }
std::unique_ptr<Model> makeRom(Wiring &wiring) { return std::make_unique<Rom>(wiring); }

}  // namespace weft::instant
