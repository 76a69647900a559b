// SPDX-License-Identifier: Apache-2.0
// rtl/axi/dma_spread.sv.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/model/ports.h"

namespace weft::instant {

class DmaSpread {
public:
  /// `ports`: a power of two, 2 or more; `stripeLines`: lines that lie at one before addresses go on to another.
  DmaSpread(unsigned ports, unsigned lineBytes, unsigned stripeLines);

  /// The inputs of a cycle, and what each port is asked for in it.
  void take(bool rst, const sim::DmaRequests &dma);
  const sim::DmaRequests &requests(unsigned port) const { return ways_[port].requests; }
  /// Behind requests(): a port's answers. `line`: of what was read.
  void takeAnswers(unsigned port, const sim::DmaAnswers &answers, const void *line);
  /// Behind all ports' answers: what DMA sees in this cycle.
  const sim::DmaAnswers &dma();
  void clock();

  bool busy() const;  // registered

private:
  static constexpr unsigned kDepth = 16, kBursts = 16;  // as in the module

  struct Way {
    explicit Way(unsigned lineWords) : answers(kDepth, lineWords + 1), row(lineWords + 1) {}
    CreditCounter room{kDepth};
    WordsQueue answers;  // whether it is an error, the line
    // Of the cycle.
    sim::DmaRequests requests;
    sim::DmaAnswers taken;
    std::vector<Word> row;  // what comes to `answers`
  };

  unsigned portOf(uint64_t line) const;
  bool asked() const { return reading_ && ways_[readPort_].taken.arReady; }
  bool written() const { return dma_.wValid && answers_.wReady; }
  void clockReads();
  void clockWrites();
  void reset();

  const unsigned lineBytes_, stripeLines_;
  std::vector<Way> ways_;
  // Reads: the rest of a burst; ports of the lines that were asked for; the line that DMA gets.
  uint64_t line_ = 0;
  unsigned left_ = 0;
  Queue<uint64_t> order_;
  std::vector<Word> out_;
  bool outValid_ = false, outError_ = false;
  // Writes.
  uint64_t nextLine_ = 0;
  bool inside_ = false;
  unsigned beats_ = 0;
  CreditCounter burstRoom_{kBursts};
  Queue<uint64_t> bursts_{kBursts};
  uint64_t done_ = 0;  // lines that are acknowledged and belong to no burst that is
  bool error_ = false, bValid_ = false, bError_ = false;
  // Of the cycle.
  bool rst_ = false, reading_ = false;
  unsigned readPort_ = 0, writePort_ = 0;
  uint64_t writeLine_ = 0;
  sim::DmaRequests dma_;
  sim::DmaAnswers answers_;
};

}  // namespace weft::instant
