// SPDX-License-Identifier: Apache-2.0
// rtl/flow/stream_fifo.sv, credit_fifo.sv
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

class StreamFifo final : public Model {
public:
  explicit StreamFifo(Wiring &wiring)
      : fifo_(unsigned(wiring.parameter("Depth")), unsigned(wiring.parameter("Width")),
              unsigned(wiring.parameter("SmallDepth"))),
        reset_(wiring.input("rst_i")), inValid_(wiring.input("in_valid_i")), inData_(wiring.input("in_data_i")),
        outReady_(wiring.input("out_ready_i")), inReady_(wiring.output("in_ready_o")),
        outValid_(wiring.output("out_valid_o")), outData_(wiring.output("out_data_o")) {}

  void tick() override {
    const bool fresh = fifo_.tick(*inValid_, inData_, *outReady_);
    if (*reset_) [[unlikely]]
      fifo_.reset();
    *inReady_ = fifo_.ready();
    *outValid_ = fifo_.valid();
    if (fresh && fifo_.valid())
      copyWords(outData_, fifo_.front(), fifo_.words());
  }

private:
  Fifo fifo_;
  const Word *reset_, *inValid_, *inData_, *outReady_;
  Word *inReady_, *outValid_, *outData_;
};

class CreditFifoModel final : public Model {
public:
  explicit CreditFifoModel(Wiring &wiring)
      : fifo_(unsigned(wiring.parameter("Depth")), unsigned(wiring.parameter("Width"))), reset_(wiring.input("rst_i")),
        reserve_(wiring.input("reserve_i")), push_(wiring.input("push_i")), inData_(wiring.input("data_i")),
        release_(wiring.input("release_i")), outReady_(wiring.input("ready_i")), credit_(wiring.output("credit_o")),
        outValid_(wiring.output("valid_o")), outData_(wiring.output("data_o")) {}

  void tick() override {
    const bool fresh = fifo_.tick(*reserve_, *push_, inData_, *release_, *outReady_);
    if (*reset_) [[unlikely]]
      fifo_.reset();
    *credit_ = fifo_.credit();
    *outValid_ = fifo_.valid();
    if (fresh && fifo_.valid())
      copyWords(outData_, fifo_.front(), fifo_.words());
  }

private:
  CreditFifo fifo_;
  const Word *reset_, *reserve_, *push_, *inData_, *release_, *outReady_;
  Word *credit_, *outValid_, *outData_;
};

}  // namespace

std::unique_ptr<Model> makeStreamFifo(Wiring &wiring) { return std::make_unique<StreamFifo>(wiring); }
std::unique_ptr<Model> makeCreditFifo(Wiring &wiring) { return std::make_unique<CreditFifoModel>(wiring); }

}  // namespace weft::instant
