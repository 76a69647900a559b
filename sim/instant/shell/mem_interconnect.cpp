// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/shell/mem_interconnect.h"

#include <algorithm>
#include <bit>

namespace weft::instant {
namespace {

// Loads use the lower half of the IDs.
constexpr unsigned kAtomicId = 1u << (abi::AXI_ID_BITS - 1);

/// A word of 64 bits in every lane.
void fillLine(uint8_t *line, uint64_t word, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i += sizeof word)
    std::memcpy(line + i, &word, sizeof word);
}

unsigned readyBits(const MemInterconnect::In &in, const InterconnectShape &shape, uint8_t sim::AxiMaster::*ready) {
  unsigned bits = 0;
  for (unsigned r = 0; r < shape.regions; ++r)
    bits |= unsigned(in.kernels[r]->axi[shape.index].*ready) << r;
  return bits;
}

}  // namespace

MemInterconnect::MemInterconnect(const InterconnectShape &shape)
    : shape_(shape), idBits_(unsigned(std::bit_width(shape.regions - 1)) + abi::AXI_ID_BITS),
      slotMask_(std::bit_ceil(shape.atomicSlots) - 1), requests_(shape.regions),
      atomics_(shape.atomicSlots, shape.atomicQueue, shape.lineBytes, shape.atomicBytes), turns_(shape.backlog) {
  atomicsIn_.read.line = atomicsLine_.data();
}

void MemInterconnect::take(const In &in) {
  rst_ = in.rst;
  atomicsClock_ = in.clockAtomics;
  bool requests = in.dma->arValid | in.dma->wValid;
  for (unsigned r = 0; r < shape_.regions; ++r) {
    const sim::AxiMaster &port = in.kernels[r]->axi[shape_.index];
    requests |= requests_.region(r).take(port, in.kernelReset >> r & 1, in.isolate >> r & 1, r << abi::AXI_ID_BITS,
                                         shape_.lineBytes);
  }
  answersMove_ = !answersRest_ || in.memory->rValid | in.memory->bValid;
  requestsMove_ = !requestsRest_ || requests;
  if (answersMove_)
    takeAnswers(*in.memory, readyBits(in, shape_, &sim::AxiMaster::rReady),
                readyBits(in, shape_, &sim::AxiMaster::bReady));
  else
    takeNoAnswers();
  // At rest nothing is offered nor taken, as in the cycle before: a request that is taken is held here for a cycle.
  if (requestsMove_)
    takeRequests(*in.memory, *in.dma);
  else
    dmaAnswers_.wReady = 0;  // it is DMA's turn no more
}

void MemInterconnect::takeNoAnswers() {
  answered_ = 0;
  readReturn_.leaveOut();
  writeReturn_.leaveOut();
  dmaAnswers_.rValid = dmaAnswers_.rError = dmaAnswers_.bValid = dmaAnswers_.bError = 0;
}

/// Of memory: to the kernels, the atomics and DMA.
void MemInterconnect::takeAnswers(const sim::AxiSlave &memory, unsigned readReady, unsigned responseReady) {
  const Origin reader = originOf(memory.rId), writer = originOf(memory.bId);
  readReturn_.take(memory.rValid && reader == Origin::Kernel, {memory.rId, memory.rResp}, atomics_.oldValueValid(),
                   oldValue(), readReady);
  writeReturn_.take(memory.bValid && writer == Origin::Kernel, {memory.bId, memory.bResp}, atomics_.responseValid(),
                    {atomics_.answerId(), atomics_.answerResponse()}, responseReady);
  if (readReturn_.fromMemory())
    copyLine(readLines_[readReturn_.freePlace()], memory.rData, shape_.lineBytes);
  else if (readReturn_.fromAtomic())
    fillLine(readLines_[readReturn_.freePlace()], atomics_.answerData(), shape_.lineBytes);

  const bool read = memory.rValid && readReturn_.memoryReady(), wrote = memory.bValid && writeReturn_.memoryReady();
  answered_ = unsigned(read && reader == Origin::Kernel) + unsigned(wrote && writer == Origin::Kernel);
  dmaAnswers_.rValid = read && reader == Origin::Dma;
  dmaAnswers_.rError = dmaAnswers_.rValid && memory.rResp != 0;
  dmaAnswers_.bValid = wrote && writer == Origin::Dma;
  dmaAnswers_.bError = dmaAnswers_.bValid && memory.bResp != 0;
  atomicsIn_.read.valid = read && reader == Origin::Atomics;
  atomicsIn_.write = {wrote && writer == Origin::Atomics, memory.bId & slotMask_, memory.bResp};
  if (atomicsIn_.read.valid) {
    atomicsIn_.read.slot = memory.rId & slotMask_;
    atomicsIn_.read.response = memory.rResp;
    copyLine(atomicsLine_.data(), memory.rData, shape_.lineBytes);
  }
}

/// What leaves in this cycle: of the kernels, the atomics and DMA.
void MemInterconnect::takeRequests(const sim::AxiSlave &memory, const sim::DmaRequests &dma) {
  writer_ = requests_.writer();
  reader_ = requests_.reader();
  const bool writes = writer_ != shape_.regions, atomic = writes && isAtomic(writer_);
  turns_.take(reader_ != shape_.regions, writes && !atomic);
  reads_.take(turns_.reads(), atomics_.reads(), dma.arValid, memory.arReady);
  writes_.take(turns_.writes(), atomics_.writes(), dma.wValid);
  arReady_ = memory.arReady;
  awReady_ = memory.awReady;
  wReady_ = memory.wReady;
  atomicsIn_.readReady = reads_.takes(Source::Atomics);
  atomicsIn_.writeReady = writes_.ready(Source::Atomics);
  atomicsIn_.oldValueReady = readReturn_.atomicReady();
  atomicsIn_.responseReady = writeReturn_.atomicReady();
  operationTaken_ = operation_.valid() && atomics_.ready();
  writeTaken_ = atomic ? operation_.ready() : writes_.takes(Source::Kernel);
  dmaAnswers_.arReady = reads_.takes(Source::Dma);
  dmaAnswers_.wReady = writes_.ready(Source::Dma);
  readTaken_ = reads_.takes(Source::Kernel);
  dma_ = dma;
  placeWrite();
}

/// The line that memory is written with comes to where it leaves from.
void MemInterconnect::placeWrite() {
  LineBytes &to = writes_.free();
  switch (writes_.taken()) {
  case Source::Kernel: {
    const LineBytes &line = requests_.region(writer_).line();
    to.copy(line.data, line.strobes, shape_.lineBytes);
    break;
  }
  case Source::Atomics: {
    const LineBytes &line = atomics_.write().bytes;
    to.copy(line.data, line.strobes, shape_.lineBytes);
    break;
  }
  case Source::Dma:
    to.copy(dma_.wData, dma_.wStrb, shape_.lineBytes);
    break;
  case Source::None:
    break;
  }
}

KernelAnswer MemInterconnect::oldValue() const {
  return {uint16_t(atomics_.answerId() | kAtomicId), atomics_.answerResponse()};
}

LinesRequest MemInterconnect::readRequest(Source source) const {
  if (source == Source::Kernel) {
    const ReadAddress &read = requests_.region(reader_).read();
    return {read.address, uint16_t(idOf(Origin::Kernel) | read.id), 0};
  }
  if (source == Source::Atomics) {
    const AtomicReads::Request &read = atomics_.read();
    return {read.line, uint16_t(idOf(Origin::Atomics) | read.slot), 0};
  }
  return {dma_.arLine * shape_.lineBytes, uint16_t(idOf(Origin::Dma)), uint8_t(dma_.arBeats - 1)};
}

LinesRequest MemInterconnect::writeRequest(Source source) const {
  if (source == Source::Kernel) {
    const WriteAddress &write = requests_.region(writer_).address();
    return {lineOf(write.address), uint16_t(idOf(Origin::Kernel) | write.id), 0};
  }
  if (source == Source::Atomics) {
    const AtomicWrites::Request &write = atomics_.write();
    return {write.line, uint16_t(idOf(Origin::Atomics) | write.slot), 0};
  }
  return {dma_.wLine * shape_.lineBytes, uint16_t(idOf(Origin::Dma)), uint8_t(dma_.wBeats - 1)};
}

/// The atomic that leaves the write path.
AtomicOperation MemInterconnect::operation() const {
  const WriteAddress &write = requests_.region(writer_).address();
  const LineBytes &line = requests_.region(writer_).line();
  const unsigned bytes = 2 * shape_.atomicBytes, start = unsigned(write.address) % shape_.lineBytes & ~(bytes - 1);
  AtomicOperation result = {.address = write.address, .id = write.id, .atop = write.atop};
  std::memcpy(&result.strobes, line.strobes + start / 8, bytes / 8);
  std::memcpy(result.data, line.data + start, bytes);
  return result;
}

bool MemInterconnect::clock() {
  const unsigned reads = readReturn_.taken(), responses = writeReturn_.taken();
  const unsigned errors = (readReturn_.response() != 0 ? reads : 0) | (writeReturn_.response() != 0 ? responses : 0);
  if (!rst_ && !answersMove_ && !requestsMove_ && errors == kernelErrors_)
    return false;
  kernelErrors_ = errors;
  if (rst_) {
    reset();
  } else {
    const unsigned accepted = requestsMove_ ? kernelLinesAccepted() : 0;
    if (requestsMove_)
      clockRequests();
    turns_.count(accepted, answered_);
    requests_.tick(writer_, writeTaken_, reader_, readTaken_, reads, responses);
    if (answersMove_) {
      readReturn_.tick();
      writeReturn_.tick();
    }
  }
  noteRest();
  return true;
}

/// By memory, in this cycle.
unsigned MemInterconnect::kernelLinesAccepted() const {
  const bool read = reads_.valid() && arReady_, write = writes_.addressValid() && awReady_;
  return unsigned(read && originOf(reads_.request().id) == Origin::Kernel) +
         unsigned(write && originOf(writes_.address().id) == Origin::Kernel);
}

/// All but the regions' ports.
void MemInterconnect::clockRequests() {
  turns_.tick(readTaken_, writes_.takes(Source::Kernel));
  writes_.tick([this](Source source) { return writeRequest(source); }, !writes_.takes(Source::Dma) || dma_.wLast,
               awReady_, wReady_);
  reads_.tick([this](Source source) { return readRequest(source); });
  if (atomicsClock_) {
    const bool idle = !atomics_.busy() && !operation_.valid();
    constexpr unsigned kIdle = 2;
    atomicsRest_ = idle && atomicsIdle_ == kIdle;
    atomicsIdle_ = idle ? std::min(atomicsIdle_ + 1, kIdle) : 0;
    atomics_.tick(operation_.valid() ? &operation_.data() : nullptr, atomicsIn_);
  }
  writes_.turn(atomics_.holdsWrite());
  operation_.tick(writeTaken_ && isAtomic(writer_), [this] { return operation(); }, operationTaken_);
}

void MemInterconnect::reset() {
  requests_.reset();
  operation_.reset();
  if (atomicsClock_) {
    atomics_.reset();
    atomicsRest_ = false;
    atomicsIdle_ = 0;
  }
  turns_.reset();
  reads_.reset();
  writes_.reset();
  readReturn_.reset();
  writeReturn_.reset();
}

void MemInterconnect::give(sim::AxiMaster &memory, sim::KernelIn *kernels) const {
  memory.rReady = readReturn_.memoryReady();
  memory.bReady = writeReturn_.memoryReady();
  memory.arValid = reads_.valid();
  memory.awValid = writes_.addressValid();
  memory.wValid = writes_.dataValid();
  if (memory.arValid) {
    memory.arId = reads_.request().id;
    memory.arAddr = reads_.request().address;
    memory.arLen = reads_.request().more;
  }
  if (memory.awValid) {
    memory.awId = writes_.address().id;
    memory.awAddr = writes_.address().address;
    memory.awLen = writes_.address().more;
  }
  memory.wLast = writes_.line().last;
  memory.wData = writes_.line().data;
  memory.wStrb = writes_.line().strobes;
  for (unsigned r = 0; r < shape_.regions; ++r) {
    requests_.region(r).giveReadies(kernels[r].axi[shape_.index]);
    giveAnswers(kernels[r].axi[shape_.index], r);
  }
}

void MemInterconnect::giveAnswers(sim::AxiSlave &out, unsigned region) const {
  out.rValid = readReturn_.valids() >> region & 1;
  out.bValid = writeReturn_.valids() >> region & 1;
  if (out.rValid) {
    out.rId = uint16_t(readReturn_.id());
    out.rResp = readReturn_.response();
    out.rLast = 1;
    out.rData = readLines_[readReturn_.place()];
  }
  if (out.bValid) {
    out.bId = uint16_t(writeReturn_.id());
    out.bResp = writeReturn_.response();
  }
}

unsigned MemInterconnect::axiIdle() const {
  unsigned bits = 0;
  for (unsigned r = 0; r < shape_.regions; ++r)
    bits |= unsigned(requests_.region(r).idle()) << r;
  return bits;
}

void MemInterconnect::noteRest() {
  const bool held = requests_.busy() || operation_.valid() || atomics_.busy() || writes_.busy() || reads_.valid();
  busy_ = held || ((readReturn_.valids() | writeReturn_.valids() | kernelErrors_) != 0);
  // What a reset leaves of its cycle goes in the next.
  answersRest_ = !rst_ && readReturn_.atRest() && writeReturn_.atRest() && !atomics_.busy();
  requestsRest_ = !rst_ && !held && requests_.turnsAtStart() && turns_.atStart() && reads_.turnsAtStart() &&
                  writes_.turnsAtStart() && atomicsRest_;
}

}  // namespace weft::instant
