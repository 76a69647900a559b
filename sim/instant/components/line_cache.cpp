// SPDX-License-Identifier: Apache-2.0
// rtl/mem/line_cache.sv.
#include <bit>
#include <vector>

#include "sim/instant/components/arbiter_tree.h"
#include "sim/instant/components/cache_rounds.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/slice.h"

namespace weft::instant {
namespace {

constexpr unsigned kLookup = 3;        // packets in the look-up and in their rounds
constexpr unsigned kTurns = 5;         // of cache_row.sv
constexpr unsigned kAnswerStages = 5;  // from the FIFO of rounds to an answer

class LineCache final : public Model {
public:
  explicit LineCache(Wiring &wiring);

  /// The units' readies.
  void evaluate(unsigned) override {
    for (Port &port : ports_) {
      unsigned valid = 0;
      for (unsigned s = 0; s < port.count; ++s)
        valid |= unsigned(*sites_[port.first + s].valid != 0) << s;
      port.granted = port.count == 1 ? valid : port.turns.grant(valid);
      port.valid = valid;
      for (unsigned s = 0; s < port.count; ++s)
        *sites_[port.first + s].ready = Word(port.slice.ready() && (port.granted >> s & 1) != 0);
    }
  }

  void tick() override {
    if (*rst_ != 0)
      return reset();
    evaluate(0);
    const bool moves = rounds_.moves();
    bool enters = false;
    for (const Port &port : ports_)
      enters |= port.slice.valid();
    enters &= moves;
    const bool reads = rounds_.requests().readable();
    answer((reading_ & kAnswer) != 0);
    reading_ = reading_ << 1 | unsigned(reads);
    rounds_.tick(enters, reads);
    if (enters)
      makePacket();
    for (Port &port : ports_)
      tickPort(port, moves);
    drive();
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(ports_);
  }

private:
  static constexpr unsigned kAnswer = 1u << (kAnswerStages - 2);

  struct Site {
    const Word *valid, *address;
    Word *ready, *rspValid, *rspData;
  };
  struct Request {
    Word line = 0;
    unsigned site = 0;
  };
  struct Port {
    unsigned first, count;  // sites
    MergeTurns turns{1};
    Slice<Request> slice = {};
    unsigned valid = 0, granted = 0;  // sites of it, in this cycle
  };
  struct Read {
    uint32_t row = 0;
    unsigned site = 0;
  };

  Read *reads(unsigned packet) { return &reads_[size_t(packet & packetMask_) * ports_.size()]; }

  void tickPort(Port &port, bool moves) {
    const bool ready = port.slice.ready();
    const auto granted = unsigned(std::countr_zero(port.granted | 1u << 31));
    port.turns.tick(port.valid, port.granted, ready);
    port.slice.tick(
        port.valid != 0,
        [&] {
          const unsigned site = port.first + granted;
          return Request{*sites_[site].address & lineMask_, site};
        },
        moves);
  }

  /// What the ports offer. Lanes of a round are ports.
  void makePacket() {
    Read *read = reads(entered_++);
    Word held = 0, waiting = 0;
    rounds_.beginPacket();
    for (unsigned p = 0; p < ports_.size(); ++p) {
      const Port &port = ports_[p];
      if (!port.slice.valid())
        continue;
      const Word line = port.slice.data().line;
      read[p] = {rounds_.rowOf(line), port.slice.data().site};
      (rounds_.holds(line, read[p].row) ? held : waiting) |= Word(1) << p;
    }
    if (held != 0)
      rounds_.add({{.lanes = held}});
    while (waiting != 0) {
      const auto leader = unsigned(std::countr_zero(waiting));
      const Word line = ports_[leader].slice.data().line;
      CacheRound it = {{.asks = true}, read[leader].row};
      for (Word left = waiting; left != 0; left &= left - 1)
        if (const auto p = unsigned(std::countr_zero(left)); ports_[p].slice.data().line == line)
          it.lanes |= Word(1) << p;
      waiting &= ~it.lanes;
      rounds_.ask(line, it);
    }
    rounds_.endPacket();
  }

  /// Sets the answers of the round whose reads end; what those of the cycle before set ends.
  void answer(bool ends) {
    for (Word left = shown_; left != 0; left &= left - 1)
      *sites_[shownReads_[std::countr_zero(left)].site].rspValid = 0;
    shown_ = 0;
    if (!ends)
      return;
    const CacheRound &it = rounds_.requests().round(answered_++);
    if (it.asks)
      copyWords(&cache_[size_t(it.index) * lineSize_], rounds_.requests().lineOf(lines_++), lineSize_);
    shown_ = it.lanes;
    for (Word left = it.lanes; left != 0; left &= left - 1) {
      const auto p = unsigned(std::countr_zero(left));
      shownReads_[p] = reads(packetsAnswered_)[p];
      const Site &site = sites_[shownReads_[p].site];
      *site.rspValid = 1;
      copyWords(site.rspData, &cache_[size_t(shownReads_[p].row) * lineSize_], lineSize_);
    }
    packetsAnswered_ += unsigned(it.last);
  }

  void drive() {
    bool empty = entered_ == packetsAnswered_ && shown_ == 0 && !rounds_.clears();
    for (const Port &port : ports_)
      empty &= !port.slice.valid();
    *busy_ = !(empty && rounds_.requests().settled());
  }

  void reset() {
    rounds_.reset();
    for (Port &port : ports_) {
      port.turns.reset();
      port.slice.reset();
    }
    for (Site &site : sites_)
      *site.rspValid = 0;
    entered_ = packetsAnswered_ = answered_ = lines_ = reading_ = 0;
    shown_ = 0;
    drive();
  }

  unsigned lineBytes_, lineSize_;  // bytes, words
  Word lineMask_;
  unsigned packetMask_;
  const Word *rst_;
  Word *busy_ = nullptr;
  CacheRounds<CacheRound> rounds_;
  // Numbers of packets, of rounds and of lines, from the reset on.
  unsigned entered_ = 0, packetsAnswered_ = 0, answered_ = 0, lines_ = 0;
  unsigned reading_ = 0;  // rounds that left the FIFO: bits, by how many cycles ago
  Word shown_ = 0;        // ports that answer
  std::vector<Read> shownReads_;
  std::vector<Port> ports_;
  std::vector<Site> sites_;
  std::vector<Read> reads_;  // a ring: of each packet, for each port
  std::vector<Word> cache_;  // by row
};

LineCache::LineCache(Wiring &wiring)
    : lineBytes_(unsigned(wiring.parameter("LineBits") / 8)), lineSize_(wordsOf(8 * lineBytes_)),
      lineMask_(~Word(lineBytes_ - 1)), rst_(wiring.input("rst_i")),
      rounds_(wiring, (kLookup + kAnswerStages + 2) * unsigned(wiring.parameter("NumPorts")), kAnswerStages + 1,
              kTurns) {
  const auto sites = unsigned(wiring.parameter("NumSites")), ports = unsigned(wiring.parameter("NumPorts"));
  for (unsigned s = 0; s < sites; ++s)
    sites_.push_back({wiring.input("site_req_valid_i", s, sites), wiring.input("site_req_addr_i", s, sites),
                      wiring.output("site_req_ready_o", s, sites), wiring.output("site_rsp_valid_o", s, sites),
                      wiring.output("site_rsp_data_o", s, sites)});
  for (unsigned p = 0; p < ports; ++p) {
    const unsigned first = (sites * p + ports - 1) / ports, end = (sites * (p + 1) + ports - 1) / ports;
    ports_.push_back({first, end - first});
  }
  shownReads_.resize(ports);
  packetMask_ = std::bit_ceil(std::max(2 * unsigned(wiring.parameter("Depth")), 16u) + kLookup + kAnswerStages + 2) - 1;
  reads_.resize(size_t(packetMask_ + 1) * ports);
  cache_.resize(size_t(wiring.parameter("Lines")) * lineSize_);
  busy_ = wiring.busy({"site_req_valid_i"});
}

}  // namespace

std::unique_ptr<Model> makeLineCache(Wiring &wiring) { return std::make_unique<LineCache>(wiring); }

}  // namespace weft::instant
