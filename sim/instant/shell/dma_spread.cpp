// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/shell/dma_spread.h"

#include <cstring>

#include "sim/instant/components/row_hash.h"

namespace weft::instant {

DmaSpread::DmaSpread(unsigned ports, unsigned lineBytes, unsigned stripeLines)
    : lineBytes_(lineBytes), stripeLines_(stripeLines), ways_(ports, Way(lineBytes / 8)), order_(ports * kDepth),
      out_(lineBytes / 8) {}

unsigned DmaSpread::portOf(uint64_t line) const { return rowHash(line / stripeLines_, unsigned(ways_.size())); }

void DmaSpread::take(bool rst, const sim::DmaRequests &dma) {
  rst_ = rst;
  dma_ = dma;
  readPort_ = portOf(line_);
  writeLine_ = inside_ ? nextLine_ : dma.wLine;
  writePort_ = portOf(writeLine_);
  reading_ = left_ != 0 && ways_[readPort_].room.any();
  for (unsigned p = 0; p < ways_.size(); ++p) {
    sim::DmaRequests &to = ways_[p].requests;
    to = {};
    to.arValid = reading_ && p == readPort_;
    to.wValid = dma.wValid && burstRoom_.any() && p == writePort_;
    to.arBeats = to.wBeats = to.wLast = 1;
    to.arLine = line_;
    to.wLine = writeLine_;
    to.wData = dma.wData;
    to.wStrb = dma.wStrb;
  }
}

void DmaSpread::takeAnswers(unsigned port, const sim::DmaAnswers &answers, const void *line) {
  Way &way = ways_[port];
  way.taken = answers;
  if (!answers.rValid)
    return;
  way.row[0] = answers.rError;
  std::memcpy(&way.row[1], line, lineBytes_);
}

const sim::DmaAnswers &DmaSpread::dma() {
  answers_ = {.arReady = left_ == 0,
              .wReady = burstRoom_.any() && ways_[writePort_].taken.wReady,
              .rValid = outValid_,
              .rError = outError_,
              .bValid = bValid_,
              .bError = bError_,
              .rData = out_.data()};
  return answers_;
}

void DmaSpread::clock() {
  if (rst_)
    return reset();
  clockReads();
  clockWrites();
}

void DmaSpread::clockReads() {
  const bool isAsked = asked();
  const unsigned head = order_.valid() ? unsigned(order_.front()) : 0;
  outValid_ = order_.valid() && ways_[head].answers.valid();
  if (outValid_) {
    const Word *row = ways_[head].answers.front();
    outError_ = row[0] != 0;
    std::memcpy(out_.data(), row + 1, lineBytes_);
  }
  order_.tick(isAsked, readPort_, outValid_);
  for (unsigned p = 0; p < ways_.size(); ++p) {
    Way &way = ways_[p];
    const bool pop = outValid_ && p == head;
    way.room.tick(unsigned(pop), isAsked && p == readPort_);
    way.answers.tick(way.taken.rValid, way.row.data(), pop);
  }
  const bool begins = dma_.arValid && left_ == 0;
  if (isAsked) {
    ++line_;
    --left_;
  }
  if (begins) {
    line_ = dma_.arLine;
    left_ = dma_.arBeats;
  }
}

void DmaSpread::clockWrites() {
  const bool isWritten = written(), last = isWritten && dma_.wLast;
  const bool bursts = bursts_.valid() && done_ >= bursts_.front();
  if (bursts)
    done_ -= bursts_.front();
  bValid_ = bursts;
  bError_ = error_;
  error_ = error_ && !bursts;
  for (const Way &way : ways_) {
    done_ += way.taken.bValid;
    error_ = error_ || way.taken.bError;
  }
  burstRoom_.tick(unsigned(bursts), last);
  bursts_.tick(last, inside_ ? beats_ : dma_.wBeats, bursts);
  if (!isWritten)
    return;
  nextLine_ = writeLine_ + 1;
  if (!inside_)
    beats_ = dma_.wBeats;
  inside_ = !dma_.wLast;
}

void DmaSpread::reset() {
  for (Way &way : ways_) {
    way.room.reset();
    way.answers.reset();
  }
  order_.reset();
  burstRoom_.reset();
  bursts_.reset();
  left_ = 0;
  done_ = 0;
  outValid_ = inside_ = error_ = bValid_ = bError_ = false;
}

bool DmaSpread::busy() const {
  bool answers = false;
  for (const Way &way : ways_)
    answers |= way.answers.valid();
  return left_ != 0 || order_.valid() || answers || bursts_.valid() || outValid_ || bValid_;
}

}  // namespace weft::instant
