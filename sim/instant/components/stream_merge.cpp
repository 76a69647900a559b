// SPDX-License-Identifier: Apache-2.0
// rtl/flow/stream_merge.sv
#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class StreamMerge final : public Model {
public:
  explicit StreamMerge(Wiring &wiring)
      : words_(wordsOf(unsigned(wiring.parameter("Width")))),
        grant_(unsigned(wiring.parameter("NumInputs")), wiring.parameter("RoundRobin") != 0),
        reset_(wiring.input("rst_i")), outReady_(wiring.input("out_ready_i")), outValid_(wiring.output("out_valid_o")),
        outData_(wiring.output("out_data_o")) {
    const unsigned n = grant_.inputs();
    for (unsigned i = 0; i < n; ++i)
      inputs_.push_back(
          {wiring.input("in_valid_i", i, n), wiring.input("in_data_i", i, n), wiring.output("in_ready_o", i, n)});
  }

  void evaluate(unsigned path) override {
    const unsigned granted = grant();
    if (path == 0) {
      for (unsigned i = 0; i < inputs_.size(); ++i)
        *inputs_[i].ready = *outReady_ && (i == granted || inputs_.size() == 1);
    } else if (path == 1) {
      *outValid_ = granted != inputs_.size();
    } else if (granted != inputs_.size()) {
      copyWords(outData_, inputs_[granted].data, words_);
    }
  }

  void tick() override {
    const unsigned granted = grant();
    grant_.tick(granted, granted != inputs_.size(), *outReady_);
    if (*reset_) [[unlikely]]
      grant_.reset();
  }

private:
  struct Input {
    const Word *valid, *data;
    Word *ready;
  };

  unsigned grant() const {
    const unsigned n = grant_.inputs();
    if (n == 2 && *inputs_[0].valid != *inputs_[1].valid && !grant_.held())  // most merges, most of the time
      return *inputs_[0].valid ? 0 : 1;
    return grant_.grant([this](unsigned i) { return *inputs_[i].valid != 0; });
  }

  unsigned words_;
  MergeGrant grant_;
  const Word *reset_, *outReady_;
  Word *outValid_, *outData_;
  std::vector<Input> inputs_;
};

}  // namespace

std::unique_ptr<Model> makeStreamMerge(Wiring &wiring) { return std::make_unique<StreamMerge>(wiring); }

}  // namespace weft::instant
