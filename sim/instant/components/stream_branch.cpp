// SPDX-License-Identifier: Apache-2.0
// rtl/flow/stream_branch.sv
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class StreamBranch final : public Model {
public:
  explicit StreamBranch(Wiring &wiring)
      : words_(wordsOf(unsigned(wiring.parameter("Width")))), inValid_(wiring.input("in_valid_i")),
        inData_(wiring.input("in_data_i")), select_(wiring.input("in_select_i")), inReady_(wiring.output("in_ready_o")),
        outData_(wiring.output("out_data_o")) {
    const auto n = unsigned(wiring.parameter("NumOutputs"));
    for (unsigned i = 0; i < n; ++i)
      outputs_.push_back({wiring.input("out_ready_i", i, n), wiring.output("out_valid_o", i, n)});
  }

  void evaluate(unsigned path) override {
    if (path == 0) {
      bool ready = false;
      for (unsigned i = 0; i < outputs_.size(); ++i)
        ready |= selects(i) && *outputs_[i].ready;
      *inReady_ = ready;
    } else if (path == 1) {
      for (unsigned i = 0; i < outputs_.size(); ++i)
        *outputs_[i].valid = *inValid_ && selects(i);
    } else if (*inValid_) {
      copyWords(outData_, inData_, words_);
    }
  }

  void tick() override {}

private:
  struct Output {
    const Word *ready;
    Word *valid;
  };

  bool selects(unsigned i) const { return select_[i / 64] >> i % 64 & 1; }

  unsigned words_;
  const Word *inValid_, *inData_, *select_;
  Word *inReady_, *outData_;
  std::vector<Output> outputs_;
};

}  // namespace

std::unique_ptr<Model> makeStreamBranch(Wiring &wiring) { return std::make_unique<StreamBranch>(wiring); }

}  // namespace weft::instant
