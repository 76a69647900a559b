// SPDX-License-Identifier: Apache-2.0
// rtl/flow/stream_deal.sv
#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class StreamDeal final : public Model {
public:
  explicit StreamDeal(Wiring &wiring)
      : run_(unsigned(wiring.parameter("Run"))), words_(wordsOf(unsigned(wiring.parameter("Width")))),
        reset_(wiring.input("rst_i")), inValid_(wiring.input("in_valid_i")), inData_(wiring.input("in_data_i")),
        inReady_(wiring.output("in_ready_o")) {
    const auto count = unsigned(wiring.parameter("NumOutputs"));
    for (unsigned i = 0; i < count; ++i)
      outputs_.push_back({wiring.input("out_ready_i", i, count), wiring.output("out_valid_o", i, count),
                          wiring.output("out_data_o", i, count)});
    rows_.resize(size_t(count) * run_ * words_);
    busy_ = wiring.busy({"in_valid_i", "out_ready_i"});
  }

  void tick() override {
    const unsigned to = *inValid_ && *inReady_ ? taker() : unsigned(outputs_.size());
    for (unsigned i = 0; i < outputs_.size(); ++i)
      tickOutput(i, i == to);
    if (*reset_)
      clear();
    *inReady_ = left_ != 0 ||
                std::any_of(outputs_.begin(), outputs_.end(), [](const Output &output) { return output.count == 0; });
    *busy_ = 0;
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(outputs_);
    list.addAll(rows_);
  }

private:
  struct Output {
    const Word *ready;
    Word *valid, *data;
    unsigned first = 0, count = 0;  // of its FIFO
  };

  /// Who gets the token that comes.
  unsigned taker() {
    if (left_ != 0) {
      --left_;
      return chosen_;
    }
    chosen_ = turns_.choose(unsigned(outputs_.size()), [this](unsigned i) { return outputs_[i].count == 0; });
    turns_.serve(chosen_);
    left_ = run_ - 1;
    return chosen_;
  }

  Word *row(unsigned output, unsigned index) { return &rows_[(size_t(output) * run_ + index % run_) * words_]; }

  void tickOutput(unsigned i, bool push) {
    Output &output = outputs_[i];
    const bool pop = output.count != 0 && *output.ready;
    if (!push && !pop)
      return;
    if (push)
      copyWords(row(i, output.first + output.count), inData_, words_);
    if (pop)
      output.first = (output.first + 1) % run_;
    output.count = output.count + unsigned(push) - unsigned(pop);
    *output.valid = output.count != 0;
    if (output.count != 0)
      copyWords(output.data, row(i, output.first), words_);
  }

  void clear() {
    for (Output &output : outputs_)
      *output.valid = output.first = output.count = 0;
    left_ = 0;
    turns_.reset();
  }

  unsigned run_, words_;
  const Word *reset_, *inValid_, *inData_;
  Word *inReady_, *busy_;
  std::vector<Output> outputs_;
  std::vector<Word> rows_;
  unsigned left_ = 0, chosen_ = 0;  // the run: tokens that it may still have, and who gets them
  Turns turns_;
};

}  // namespace

std::unique_ptr<Model> makeStreamDeal(Wiring &wiring) { return std::make_unique<StreamDeal>(wiring); }

}  // namespace weft::instant
