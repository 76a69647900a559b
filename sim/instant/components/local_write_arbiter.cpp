// SPDX-License-Identifier: Apache-2.0
// rtl/mem/local_write_arbiter.sv
#include <algorithm>
#include <bit>

#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class LocalWriteArbiter final : public Model {
public:
  explicit LocalWriteArbiter(Wiring &wiring)
      : words_(wordsOf(unsigned(wiring.parameter("WordBits")))),
        strobeWords_(wordsOf(unsigned(wiring.parameter("WordBits") / 8))), addressWords_(addressWordsOf(wiring)),
        reset_(wiring.input("rst_i")), wrValid_(wiring.output("wr_valid_o")), wrAddr_(wiring.output("wr_addr_o")),
        wrData_(wiring.output("wr_data_o")), wrStrb_(wiring.output("wr_strb_o")) {
    const auto n = unsigned(wiring.parameter("NumPorts"));
    const AckCounter acks(unsigned(wiring.parameter("Depth")));
    for (unsigned i = 0; i < n; ++i)
      ports_.push_back({wiring.input("in_valid_i", i, n), wiring.input("in_addr_i", i, n),
                        wiring.input("in_data_i", i, n), wiring.input("in_strb_i", i, n),
                        wiring.input("ack_ready_i", i, n), wiring.output("in_ready_o", i, n),
                        wiring.output("ack_valid_o", i, n), acks});
    busy_ = wiring.busy({"in_valid_i"});
  }

  void evaluate(unsigned) override {
    const unsigned granted = choose();
    for (unsigned i = 0; i < ports_.size(); ++i)
      *ports_[i].ready = ports_[i].acks.room() && (i == granted || ports_.size() == 1);
  }

  void tick() override {
    const unsigned taken = choose();
    for (unsigned i = 0; i < ports_.size(); ++i) {
      Port &port = ports_[i];
      port.acks.tick(i == taken, i == done_, *port.ackReady);
    }
    done_ = taken;
    *wrValid_ = taken != ports_.size();
    if (taken != ports_.size()) {
      turns_.serve(taken);
      const Port &port = ports_[taken];
      copyWords(wrAddr_, port.addr, addressWords_);
      copyWords(wrData_, port.data, words_);
      copyWords(wrStrb_, port.strb, strobeWords_);
    }
    if (*reset_) [[unlikely]]
      reset();
    bool atRest = true;  // a port whose write is on its way is not
    for (const Port &port : ports_) {
      *port.ackValid = port.acks.ackValid();
      atRest &= port.acks.atRest() && *port.ready == Word(ports_.size() == 1);
    }
    *busy_ = !atRest;
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(ports_);
  }

private:
  struct Port {
    const Word *valid, *addr, *data, *strb, *ackReady;
    Word *ready, *ackValid;
    AckCounter acks;
  };

  unsigned choose() const {
    return turns_.choose(unsigned(ports_.size()),
                         [this](unsigned i) { return *ports_[i].valid && ports_[i].acks.room(); });
  }

  void reset() {
    for (Port &port : ports_)
      port.acks.reset();
    turns_.reset();
    done_ = unsigned(ports_.size());
    *wrValid_ = 0;
  }

  static unsigned addressWordsOf(Wiring &wiring) {
    const uint64_t words = wiring.parameter("Words");
    return wordsOf(unsigned(wiring.parameter("Lanes")) * std::max(1u, unsigned(std::bit_width(words - 1))));
  }

  unsigned words_, strobeWords_, addressWords_;
  const Word *reset_;
  Word *wrValid_, *wrAddr_, *wrData_, *wrStrb_, *busy_;
  std::vector<Port> ports_;
  Turns turns_;
  unsigned done_ = 0;  // the port whose write was taken in the last cycle; their number: none
};

}  // namespace

std::unique_ptr<Model> makeLocalWriteArbiter(Wiring &wiring) { return std::make_unique<LocalWriteArbiter>(wiring); }

}  // namespace weft::instant
