// SPDX-License-Identifier: Apache-2.0
// rtl/flow/stream_slice.sv
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

/// As Slice (slice.h), which has payloads of a fixed type and registers of its own: here the outputs are the registers.
class StreamSlice final : public Model {
public:
  explicit StreamSlice(Wiring &wiring)
      : words_(wordsOf(unsigned(wiring.parameter("Width")))), reset_(wiring.input("rst_i")),
        inValid_(wiring.input("in_valid_i")), inData_(wiring.input("in_data_i")),
        outReady_(wiring.input("out_ready_i")), inReady_(wiring.output("in_ready_o")),
        outValid_(wiring.output("out_valid_o")), outData_(wiring.output("out_data_o")), skid_(words_) {
    busy_ = wiring.busy({"in_valid_i"});
  }

  void tick() override {
    if (!*outValid_ || *outReady_)
      advance();
    else if (*inReady_ && *inValid_) {
      copyWords(skid_.data(), inData_, words_);
      *inReady_ = 0;
    }
    if (*reset_) [[unlikely]] {
      *outValid_ = 0;
      *inReady_ = 1;
    }
    *busy_ = *outValid_;
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(skid_);
  }

private:
  void advance() {
    if (!*inReady_)
      copyWords(outData_, skid_.data(), words_);
    else if (*inValid_)
      copyWords(outData_, inData_, words_);
    *outValid_ = *inValid_ || !*inReady_;
    *inReady_ = 1;
  }

  unsigned words_;
  const Word *reset_, *inValid_, *inData_, *outReady_;
  Word *inReady_, *outValid_, *outData_, *busy_;
  std::vector<Word> skid_;
};

}  // namespace

std::unique_ptr<Model> makeStreamSlice(Wiring &wiring) { return std::make_unique<StreamSlice>(wiring); }

}  // namespace weft::instant
