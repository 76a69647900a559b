// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/shell/axi_atomics.h"

#include <bit>
#include <cstring>

#include "sim/instant/components/atomic_alu.h"
#include "sim/instant/components/words.h"
#include "sim/model/ports.h"
#include "weft_abi.h"

namespace weft::instant {
namespace {

constexpr uint64_t kWordMask = ~uint64_t(3);

bool isCompare(const AtomicOperation &operation) { return operation.atop == unsigned(abi::Atop::COMPARE); }

/// Loads and stores are little endian.
bool isKnown(const AtomicOperation &operation) {
  const unsigned atop = operation.atop;
  return isCompare(operation) || atop == unsigned(abi::Atop::SWAP) || (((atop >> 5 ^ atop >> 4) & 1) && !(atop & 8));
}

}  // namespace

AxiAtomics::AxiAtomics(unsigned slots, unsigned queueDepth, unsigned lineBytes, unsigned operandBytes)
    : queueDepth_(queueDepth), lineBytes_(lineBytes), operandBytes_(operandBytes), slots_(slots), all_(maskOf(slots)),
      reads_(slots, lineBytes), writes_(slots, lineBytes), operations_(queueDepth), answers_(queueDepth) {}

bool AxiAtomics::readSoon() const {
  return comparedValid_ && nearBefore_ && !repeats_ && inFlight_ != queueDepth_ && free_.valid;
}

bool AxiAtomics::reads() const { return reads_.valid(readSoon()); }

/// Whether the strobes say that the operand has 8 bytes.
bool AxiAtomics::isWide(const AtomicOperation &operation) const {
  if (operandBytes_ == 4)
    return false;
  const unsigned own = unsigned(operation.address & 8), all = isCompare(operation) ? 0xffff : 0xff << own;
  return (operation.strobes & all) == all;
}

/// The slot of the operation that was compared with all of them.
AxiAtomics::Choice AxiAtomics::choose() const {
  const uint64_t address = compared_.address;
  const bool wide = compared_.wide;
  bool overlaps = false;
  for (uint64_t rest = used_; rest != 0; rest &= rest - 1) {
    const unsigned slot = unsigned(std::countr_zero(rest));
    const uint64_t apart = slots_[slot].address ^ address;
    if (apart == 0 && slots_[slot].wide == wide)
      return {.slot = slot, .hit = true};
    overlaps |= apart == 0 || (apart == 4 && (slots_[slot].wide || wide));
  }
  return {.slot = free_.slot, .apart = !overlaps};
}

/// The operation that was compared gets its slot in this cycle.
bool AxiAtomics::joins(const Choice &choice) const {
  return comparedValid_ && inFlight_ != queueDepth_ && free_.valid && reads_.ready() && (choice.hit || choice.apart);
}

/// rtl/axi/slot_picker.sv.
void AxiAtomics::Offer::tick(uint64_t candidates, bool taken, bool anew) {
  if (valid && !taken && !anew)
    return;
  const uint64_t rest = candidates & ~(valid && !anew ? uint64_t(1) << slot : 0);
  valid = rest != 0;
  slot = valid ? unsigned(std::countr_zero(rest)) : 0;
}

uint8_t AxiAtomics::answerResponse() const { return oldest_.good ? slots_[oldest_.slot].response : sim::kRespSlvErr; }

/// The next answer is looked at when the oldest one is released; behind tickMemory().
void AxiAtomics::tickOldest(bool released) {
  if (!oldestValid_ || released) {
    oldestValid_ = nextValid_;
    oldest_ = next_;
    nextValid_ = false;
  }
  if (!nextValid_) {
    nextValid_ = answers_.valid();
    if (nextValid_)
      next_ = answers_.front();
  }
  covered_ = oldestValid_ && int(slots_[oldest_.slot].acknowledged - oldest_.needs) >= 0;
}

bool AxiAtomics::releases(const In &in) const {
  return covered_ && (oldValueDone_ || !oldest_.reads || in.oldValueReady) && (responseDone_ || in.responseReady);
}

/// What memory answers.
void AxiAtomics::tickMemory(const MemoryAnswer &read, const MemoryAnswer &write) {
  if (read.valid) {
    Slot &slot = slots_[read.slot];
    fetched_ |= uint64_t(1) << read.slot;
    slot.failed = read.response != 0;
    slot.fetched = 0;
    std::memcpy(&slot.fetched, static_cast<const uint8_t *>(read.line) + (slot.address & (lineBytes_ - 1)),
                slot.wide ? 8 : 4);
    if (slot.failed)
      slot.response = read.response;
  }
  if (write.valid) {
    Slot &slot = slots_[write.slot];
    writing_ &= ~(uint64_t(1) << write.slot);
    ++slot.acknowledged;
    if (write.response != 0)
      slot.response = write.response;
  }
}

void AxiAtomics::accept(const Operation &operation, const Choice &choice, bool released) {
  Slot &slot = slots_[choice.slot];
  if (choice.hit) {
    slot.unanswered += unsigned(!released);
    return;
  }
  const uint64_t bit = uint64_t(1) << choice.slot;
  slot = {};
  slot.address = operation.address;
  slot.wide = operation.wide;
  slot.unanswered = 1;
  used_ |= bit;
  fetched_ &= ~bit;
}

/// The oldest operation is answered. `taken`: the slot of one that comes in the same cycle, or null.
void AxiAtomics::release(const Choice *taken) {
  const unsigned index = oldest_.slot;
  if (taken && taken->slot == index)
    return;
  if (--slots_[index].unanswered == 0)
    used_ &= ~(uint64_t(1) << index);
}

void AxiAtomics::tickAnswers(const In &in, bool releases) {
  if (!covered_)
    return;
  oldValueDone_ = !releases && (oldValueDone_ || (oldest_.reads && in.oldValueReady));
  responseDone_ = !releases && (responseDone_ || in.responseReady);
}

/// Any slot that changed, or does in this cycle, and has no write on its way, if there is room for its request.
void AxiAtomics::writeBack(const In &in) {
  const Offer offered = writable_;
  const bool taken = offered.valid && writes_.ready();
  const uint64_t changes = uint64_t(execution_.valid && execution_.apply) << execution_.operation.slot;
  writable_.tick((dirty_ | changes) & ~writing_, taken);
  const unsigned index = offered.slot;
  Slot &slot = slots_[index];
  const AtomicWrites::Operand operand = {index, slot.address, slot.wide, slot.current * (slot.wide ? 1 : kTwice)};
  writes_.tick(offered.valid ? &operand : nullptr, in.writeReady, in.write);
  if (!taken)
    return;
  ++slot.written;
  writing_ |= uint64_t(1) << index;
  dirty_ &= ~(uint64_t(1) << index);
}

/// The answer of the operation that is executed, if one is. Behind writeBack(): a write sent in this very cycle does
/// not contain it yet.
AxiAtomics::Answer AxiAtomics::answer() const {
  const Operation &operation = execution_.operation;
  return {operation.slot,   slots_[operation.slot].written + unsigned(execution_.apply),
          execution_.value, operation.id,
          operation.good,   (operation.atop >> 5 & 1) != 0};
}

/// Stage 1 reads the slot's value (or takes the one being made), stage 2 computes and writes it back.
void AxiAtomics::execute() {
  const Execution done = execution_;
  const Operation &last = done.operation;
  const bool applies = done.valid && done.apply;
  const uint64_t result = applies ? atomicResult(last.wide, last.atop, done.value, last.data, last.compare) : 0;
  execution_.valid = headFetched_;
  if (headFetched_) {
    const Operation &next = head_;
    const Slot &slot = slots_[next.slot];
    execution_.operation = next;
    execution_.apply = next.good && !slot.failed;
    execution_.value = applies && last.slot == next.slot ? result : slot.changed ? slot.current : slot.fetched;
  }
  if (applies) {
    slots_[last.slot].current = result;
    slots_[last.slot].changed = true;
    dirty_ |= uint64_t(1) << last.slot;
  }
}

/// The oldest operation, and whether its slot was read; behind tickMemory().
void AxiAtomics::tickHead() {
  if (!headValid_ || headFetched_) {
    headValid_ = operations_.valid();
    if (headValid_)
      head_ = operations_.front();
  }
  headFetched_ = headValid_ && (fetched_ >> head_.slot & 1);
}

/// The operand's own lane holds the data; of AtomicCompare the compare value, beside the data.
AxiAtomics::Operation AxiAtomics::operationOf(const AtomicOperation &operation) const {
  Operation result;
  result.wide = isWide(operation);
  result.id = operation.id;
  result.atop = operation.atop;
  const bool compares = isCompare(operation);
  const unsigned bytes = result.wide ? 8 : 4, offset = unsigned(operation.address) & (2 * operandBytes_ - 1);
  const unsigned own = offset & ~(bytes - 1), beside = own ^ bytes;
  // An operand of 8 bytes that begins in the middle of them is none, but holds a slot all the same.
  result.address = operation.address & (result.wide ? ~uint64_t(7) : kWordMask);
  const unsigned ownStrobes = unsigned(maskOf(bytes)) << own, strobes = unsigned(maskOf(bytes)) << beside;
  result.good = isKnown(operation) && (operation.address & (bytes - 1)) == 0 &&
                operation.strobes == (compares ? ownStrobes | strobes : ownStrobes);
  const auto *data = reinterpret_cast<const uint8_t *>(operation.data);
  std::memcpy(&result.data, data + (compares ? beside : own), bytes);
  std::memcpy(&result.compare, data + (compares ? own : beside), bytes);
  return result;
}

void AxiAtomics::tick(const AtomicOperation *operation, const In &in) {
  // What depends on the state before the edge.
  const Choice choice = choose();
  const bool joined = joins(choice), comes = operation && (!comparedValid_ || joined);
  Operation next = compared_;
  next.slot = choice.slot;
  const bool released = releases(in), executes = execution_.valid;
  const bool take = operations_.valid() && (!headValid_ || headFetched_);

  const bool opens = joined && !choice.hit, same = nearBefore_ && lineRead_, offers = reads();
  const MemoryAnswer read = reads_.answer(in.read), write = writes_.answer(in.write);

  free_.tick(~used_ & all_, opens, used_ == 0 && !comparedValid_);
  writeBack(in);
  const Answer executed = answer();
  execute();
  tickAnswers(in, released);
  tickMemory(read, write);
  tickHead();
  if (released)
    release(joined ? &choice : nullptr);
  reads_.tick(opens, same, {choice.slot, lineOf(compared_.address)}, offers, in.readReady, in.read);
  if (joined)
    accept(next, choice, released && choice.slot == oldest_.slot);
  comparedValid_ = comes || (comparedValid_ && !joined);
  if (joined)
    lineRead_ = opens || same;
  if (comes) {
    const Operation last = compared_;
    compared_ = operationOf(*operation);
    nearBefore_ = lineOf(last.address) == lineOf(compared_.address);
    repeats_ = last.address == compared_.address && last.wide == compared_.wide;
  }
  inFlight_ += unsigned(joined) - unsigned(released);
  operations_.tick(joined, next, take);
  const bool moves = answers_.valid() && (!nextValid_ || !oldestValid_ || released);
  tickOldest(released);
  answers_.tick(executes, executed, moves);
}

void AxiAtomics::reset() {
  used_ = fetched_ = writing_ = dirty_ = 0;
  reads_.reset();
  writes_.reset();
  execution_.valid = comparedValid_ = lineRead_ = headValid_ = headFetched_ = false;
  free_ = writable_ = {};
  inFlight_ = 0;
  operations_.reset();
  answers_.reset();
  nextValid_ = oldestValid_ = covered_ = oldValueDone_ = responseDone_ = false;
}

}  // namespace weft::instant
