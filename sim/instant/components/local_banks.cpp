// SPDX-License-Identifier: Apache-2.0
// rtl/mem/local_banks.sv
#include "sim/instant/components/bank_gather.h"
#include "sim/instant/components/bank_scatter.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

class LocalBanks final : public Model {
public:
  explicit LocalBanks(Wiring &wiring)
      : memory_(wiring.parameter("Rows"), unsigned(wiring.parameter("RowBits"))), reads_(wiring, memory_.words()),
        writes_(wiring), reset_(wiring.input("rst_i")) {
    const auto gathers = unsigned(wiring.parameter("NumGathers"));
    for (unsigned i = 0; i < gathers; ++i)
      gathers_.emplace_back(wiring, i, gathers);
    if (wiring.parameter("NumReads") == 0)
      busy_ = wiring.busy({"in_valid_i", "gather_valid_i", "scatter_valid_i"});
  }

  void evaluate(unsigned) override { writes_.evaluate(); }

  void tick() override {
    reads_.tick(memory_);
    for (BankGather &gather : gathers_)
      gather.tick(memory_);
    writes_.tick(memory_);
    if (*reset_) [[unlikely]]
      reset();
    if (busy_) {
      bool atRest = writes_.atRest();
      for (const BankGather &gather : gathers_)
        atRest &= gather.atRest();
      *busy_ = !atRest;
    }
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(gathers_);
    reads_.listState(list);
    writes_.listState(list);
  }

private:
  void reset() {
    for (BankGather &gather : gathers_)
      gather.reset();
    writes_.reset();
  }

  OnChipMemory memory_;
  ReadPorts reads_;
  BankScatter writes_;
  std::vector<BankGather> gathers_;
  const Word *reset_;
  Word *busy_ = nullptr;  // zero: a cycle without a request changes nothing; null: rows may be read in any cycle
};

}  // namespace

std::unique_ptr<Model> makeLocalBanks(Wiring &wiring) { return std::make_unique<LocalBanks>(wiring); }

}  // namespace weft::instant
