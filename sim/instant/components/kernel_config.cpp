// SPDX-License-Identifier: Apache-2.0
// rtl/shell/kernel_config.sv
#include "sim/instant/components/models.h"
#include "weft_abi.h"

namespace weft::instant {
namespace {

static_assert(abi::CFG_WORD_BITS == 64);

class KernelConfig final : public Model {
public:
  explicit KernelConfig(Wiring &wiring)
      : numWords_(wiring.parameter("NumWords")), valid_(wiring.input("cfg_valid_i")), addr_(wiring.input("cfg_addr_i")),
        data_(wiring.input("cfg_data_i")), words_(wiring.output("words_o")) {
    *wiring.busy({"cfg_valid_i"}) = 0;
  }

  void tick() override {
    if (*valid_ && *addr_ < numWords_)
      words_[*addr_] = *data_;
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  uint64_t numWords_;
  const Word *valid_, *addr_, *data_;
  Word *words_;
};

}  // namespace

std::unique_ptr<Model> makeKernelConfig(Wiring &wiring) { return std::make_unique<KernelConfig>(wiring); }

}  // namespace weft::instant
