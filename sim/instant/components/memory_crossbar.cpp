// SPDX-License-Identifier: Apache-2.0
// rtl/mem/memory_crossbar.sv and rtl/mem/memory_spread.sv.
#include <algorithm>
#include <bit>
#include <deque>
#include <memory>

#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/axi_channels.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/row_hash.h"
#include "weft_abi.h"

namespace weft::instant {
namespace {

constexpr unsigned kRun = 16;                          // lines of a turn at a port
constexpr unsigned kAtomicBit = abi::AXI_ID_BITS - 1;  // of an R beat's ID: answers an atomic
constexpr Word kReturns = 1u << 5;                     // of an operation: the old value is asked for

struct Shape {
  unsigned units, ports, lineBytes, stripeLines, depth;

  unsigned lineWords() const { return lineBytes / 8; }
  unsigned portOf(Word address) const { return rowHash(address / (Word(lineBytes) * stripeLines), ports); }
};

struct Write {
  Word id = 0, op = 0, address = 0;
};

/// A FIFO whose ready says whether there is room.
template <class Entry> class RoomQueue {
public:
  explicit RoomQueue(unsigned depth) : room_(depth), queue_(depth) {}
  bool room() const { return room_.any(); }
  bool valid() const { return queue_.valid(); }
  const Entry &front() const { return queue_.front(); }
  bool empty() const { return queue_.empty(); }
  void tick(bool push, const Entry &entry, bool pop) {
    room_.tick(unsigned(pop), push);
    queue_.tick(push, entry, pop);
  }
  void reset() {
    room_.reset();
    queue_.reset();
  }

private:
  CreditCounter room_;
  Queue<Entry> queue_;
};

/// What a unit has of a port.
struct Way {
  explicit Way(const Shape &shape)
      : reads(shape.depth), writes(shape.depth), writeBytes(shape.depth, shape.lineWords() + 1),
        answerRoom(shape.depth), oldRoom(shape.depth), answers(shape.depth, shape.lineWords()), olds(shape.depth) {}

  RoomQueue<Word> reads;  // addresses
  RoomQueue<Write> writes;
  WordsQueue writeBytes;  // strobes, line
  CreditCounter answerRoom, oldRoom;
  WordsQueue answers;
  Queue<Word> olds;
  CreditCounter storesDone, atomicsDone;  // acknowledged by the port
  // For the trees; the readies are set by them.
  Word readValid = 0, readReady = 0, writeValid = 0, writeReady = 0;
  bool settled = false;  // a cycle without an event changes nothing
  // Events of the cycle at the port.
  bool readSent = false, writeSent = false;
  const Word *answer = nullptr, *old = nullptr;
  bool storeDone = false, atomicDone = false;

  bool hasEvent() const {
    return readSent | writeSent | (answer != nullptr) | (old != nullptr) | storeDone | atomicDone;
  }
  void forgetEvents() {
    answer = old = nullptr;
    readSent = writeSent = storeDone = atomicDone = false;
  }
  void reset() {
    reads.reset();
    writes.reset();
    writeBytes.reset();
    answerRoom.reset();
    oldRoom.reset();
    answers.reset();
    olds.reset();
    storesDone.reset();
    atomicsDone.reset();
    readValid = writeValid = 0;
    settled = false;
    forgetEvents();
  }
};

/// memory_spread.
class Spread {
public:
  Spread(Wiring &wiring, const Shape &shape, unsigned unit)
      : shape_(shape), orderRoom_(shape.ports * shape.depth), order_(shape.ports * shape.depth),
        stores_(shape.ports * shape.depth), atomics_(shape.ports * shape.depth) {
    const auto input = [&](const char *name) { return wiring.input(name, unit, shape.units); };
    const auto output = [&](const char *name) { return wiring.output(name, unit, shape.units); };
    readValid_ = input("unit_read_req_valid_i");
    readId_ = input("unit_read_req_id_i");
    readAddress_ = input("unit_read_req_addr_i");
    writeValid_ = input("unit_write_req_valid_i");
    writeId_ = input("unit_write_req_id_i");
    writeAddress_ = input("unit_write_req_addr_i");
    writeOp_ = input("unit_write_req_atop_i");
    writeData_ = input("unit_write_req_data_i");
    writeStrobes_ = input("unit_write_req_strb_i");
    readReady_ = output("unit_read_req_ready_o");
    writeReady_ = output("unit_write_req_ready_o");
    rspValid_ = output("unit_read_rsp_valid_o");
    rspAtomic_ = output("unit_read_rsp_atomic_o");
    rspId_ = output("unit_read_rsp_id_o");
    rspData_ = output("unit_read_rsp_data_o");
    ackValid_ = output("unit_write_ack_valid_o");
    ackId_ = output("unit_write_ack_id_o");
    for (unsigned p = 0; p < shape.ports; ++p)
      ways_.emplace_back(shape);
    line_.resize(shape.lineWords() + 1);
  }

  Way &way(unsigned port) { return ways_[port]; }
  bool atRest() const { return atRest_; }

  void evaluateRead() {
    const Way &way = ways_[shape_.portOf(*readAddress_)];
    const bool blocked = *writeValid_ != 0 && returns();
    *readReady_ = *readValid_ != 0 && orderRoom_.any() && !blocked && way.reads.room() && way.answerRoom.any();
  }
  void evaluateWrite() {
    const Way &way = ways_[shape_.portOf(*writeAddress_)];
    const RoomQueue<Due> &acks = *writeOp_ != 0 ? atomics_ : stores_;
    *writeReady_ = *writeValid_ != 0 && (!returns() || (orderRoom_.any() && way.oldRoom.any())) && way.writes.room() &&
                   acks.room();
  }

  /// Behind the ports' ticks.
  void tick() {
    Cycle cycle;
    if (*readReady_ != 0)
      cycle.read = shape_.portOf(*readAddress_);
    if (*writeReady_ != 0)
      cycle.write = shape_.portOf(*writeAddress_);
    cycle.returns = cycle.write != kNone && returns();
    answer(cycle);
    acknowledge(cycle);
    const bool asked = cycle.read != kNone || cycle.returns, answered = cycle.answered != kNone;
    atRest_ = !asked && !answered && cycle.write == kNone && *ackValid_ == 0 && order_.empty() && stores_.empty() &&
              atomics_.empty();
    orderRoom_.tick(unsigned(answered), asked);
    order_.tick(asked, cycle.read != kNone ? Due{*readId_, cycle.read, false} : Due{*writeId_, cycle.write, true},
                answered);
    const Due written{*writeId_, cycle.write, *writeOp_ != 0};
    stores_.tick(cycle.write != kNone && !written.atomic, written, cycle.stored != kNone);
    atomics_.tick(cycle.write != kNone && written.atomic, written, cycle.atomicStored != kNone);
    for (unsigned p = 0; p < shape_.ports; ++p) {
      Way &way = ways_[p];
      const bool event = way.hasEvent() || cycle.concerns(p);
      if (event || !way.settled)
        tickWay(way, p, cycle);
      way.settled = true;
      atRest_ = atRest_ && !event;
    }
  }

  void reset() {
    for (Way &way : ways_)
      way.reset();
    orderRoom_.reset();
    order_.reset();
    stores_.reset();
    atomics_.reset();
    turns_.reset();
    *rspValid_ = *ackValid_ = 0;
    atRest_ = false;
  }
  void listState(StateList &list) const {
    list.add(*this);
    list.addAll(ways_);
  }

private:
  static constexpr unsigned kNone = ~0u;
  struct Due {
    Word id = 0;
    unsigned port = 0;
    bool atomic = false;
  };
  /// What happens in a cycle, by port.
  struct Cycle {
    unsigned read = kNone, write = kNone;           // requests that come
    bool returns = false;                           // the write, its old value
    unsigned answered = kNone;                      // an answer leaves
    bool old = false;                               // of an atomic
    unsigned stored = kNone, atomicStored = kNone;  // an acknowledgement does
    bool concerns(unsigned port) const {
      return read == port || write == port || answered == port || stored == port || atomicStored == port;
    }
  };

  bool returns() const { return (*writeOp_ & kReturns) != 0; }

  /// The oldest request's answer, if it is there.
  void answer(Cycle &cycle) {
    *rspValid_ = 0;
    if (!order_.valid())
      return;
    const Due &due = order_.front();
    const Way &way = ways_[due.port];
    if (!(due.atomic ? way.olds.valid() : way.answers.valid()))
      return;
    cycle.answered = due.port;
    cycle.old = due.atomic;
    *rspValid_ = 1;
    *rspAtomic_ = due.atomic;
    *rspId_ = due.id;
    if (due.atomic)
      std::fill_n(rspData_, shape_.lineWords(), way.olds.front());
    else
      copyWords(rspData_, way.answers.front(), shape_.lineWords());
  }

  /// Of the oldest store and of the oldest atomic, in turns, if its port has acknowledged it.
  void acknowledge(Cycle &cycle) {
    const RoomQueue<Due> *const orders[] = {&stores_, &atomics_};
    const unsigned chosen = turns_.choose(2, [&](unsigned i) {
      if (!orders[i]->valid())
        return false;
      const Way &way = ways_[orders[i]->front().port];
      return (i == 0 ? way.storesDone : way.atomicsDone).any();
    });
    *ackValid_ = chosen != 2;
    if (chosen == 2) {
      turns_.reset();
      return;
    }
    const Due &due = orders[chosen]->front();
    *ackId_ = due.id;
    turns_.serve(chosen);
    (due.atomic ? cycle.atomicStored : cycle.stored) = due.port;
  }

  void tickWay(Way &way, unsigned port, const Cycle &cycle) {
    const bool write = cycle.write == port, answered = cycle.answered == port;
    way.reads.tick(cycle.read == port, *readAddress_ & ~Word(shape_.lineBytes - 1), way.readSent);
    if (write) {
      line_[0] = *writeStrobes_;
      copyWords(&line_[1], writeData_, shape_.lineWords());
    }
    way.writes.tick(write, {*writeId_, *writeOp_, *writeAddress_}, way.writeSent);
    way.writeBytes.tick(write, line_.data(), way.writeSent);
    way.answerRoom.tick(unsigned(answered && !cycle.old), cycle.read == port);
    way.oldRoom.tick(unsigned(answered && cycle.old), write && cycle.returns);
    way.answers.tick(way.answer != nullptr, way.answer, answered && !cycle.old);
    way.olds.tick(way.old != nullptr, way.old != nullptr ? *way.old : 0, answered && cycle.old);
    way.storesDone.tick(unsigned(way.storeDone), cycle.stored == port);
    way.atomicsDone.tick(unsigned(way.atomicDone), cycle.atomicStored == port);
    way.readValid = way.reads.valid();
    way.writeValid = way.writes.valid();
    way.forgetEvents();
  }

  Shape shape_;
  std::vector<Way> ways_;
  CreditCounter orderRoom_;
  Queue<Due> order_;
  RoomQueue<Due> stores_, atomics_;  // not acknowledged
  Turns turns_;
  std::vector<Word> line_;  // strobes and data of a write
  bool atRest_ = false;
  const Word *readValid_, *readId_, *readAddress_;
  const Word *writeValid_, *writeId_, *writeAddress_, *writeOp_, *writeData_, *writeStrobes_;
  Word *readReady_, *writeReady_, *rspValid_, *rspAtomic_, *rspId_, *rspData_, *ackValid_, *ackId_;
};

/// A port of the memory: the units in turns.
class PortOfMemory {
public:
  PortOfMemory(Wiring &wiring, const Shape &shape, unsigned port, std::deque<Spread> &units)
      : shape_(shape), port_(port), unitBits_(unsigned(std::bit_width(std::max(shape.units, 2u) - 1))), units_(units),
        reads_(axiPort(wiring, shape, port), valids(&Way::readValid), readies(&Way::readReady), kRun),
        writes_(axiPort(wiring, shape, port), valids(&Way::writeValid), readies(&Way::writeReady), kRun,
                shape.lineBytes) {
    const auto input = [&](const char *name) { return wiring.input(name, port, shape.ports); };
    rValid_ = input("port_r_valid_i");
    rId_ = input("port_r_id_i");
    rData_ = input("port_r_data_i");
    bValid_ = input("port_b_valid_i");
    bId_ = input("port_b_id_i");
  }

  bool atRest() const { return reads_.atRest() && writes_.atRest(); }

  void tick() {
    reads_.tick([this](unsigned unit) { return AxiRead{unit, way(unit).reads.front()}; },
                [this](unsigned unit) { way(unit).readSent = true; });
    writes_.tick(
        [this](unsigned unit) {
          const Write &write = way(unit).writes.front();
          return AxiWrite{Word(write.op != 0) << unitBits_ | unit, write.op, write.address};
        },
        [this](unsigned unit) {
          const Word *bytes = way(unit).writeBytes.front();
          return WriteBytes{bytes, bytes + 1};
        },
        [this](unsigned unit) { way(unit).writeSent = true; });
    const Word unitMask = (Word(1) << unitBits_) - 1;
    if (const Word unit = *rId_ & unitMask; *rValid_ != 0 && unit < shape_.units)
      ((*rId_ >> kAtomicBit & 1) != 0 ? way(unsigned(unit)).old : way(unsigned(unit)).answer) = rData_;
    if (const Word unit = *bId_ & unitMask; *bValid_ != 0 && unit < shape_.units)
      ((*bId_ >> unitBits_ & 1) != 0 ? way(unsigned(unit)).atomicDone : way(unsigned(unit)).storeDone) = true;
  }
  void reset() {
    reads_.reset();
    writes_.reset();
  }
  void listState(StateList &list) const {
    list.add(*this);
    reads_.listState(list);
    writes_.listState(list);
  }

private:
  static AxiPort axiPort(Wiring &wiring, const Shape &shape, unsigned port) {
    return {wiring, "port_", "_", port, shape.ports};
  }
  Way &way(unsigned unit) { return units_[unit].way(port_); }
  std::vector<const Word *> valids(Word Way::*valid) {
    std::vector<const Word *> words;
    for (unsigned u = 0; u < shape_.units; ++u)
      words.push_back(&(way(u).*valid));
    return words;
  }
  std::vector<Word *> readies(Word Way::*ready) {
    std::vector<Word *> words;
    for (unsigned u = 0; u < shape_.units; ++u)
      words.push_back(&(way(u).*ready));
    return words;
  }

  Shape shape_;
  unsigned port_, unitBits_;
  std::deque<Spread> &units_;
  ReadChannel reads_;
  WriteChannel writes_;
  const Word *rValid_, *rId_, *rData_, *bValid_, *bId_;
};

class MemoryCrossbar final : public Model {
public:
  MemoryCrossbar(Wiring &wiring, const Shape &shape) : rst_(wiring.input("rst_i")) {
    for (unsigned u = 0; u < shape.units; ++u)
      units_.emplace_back(wiring, shape, u);
    for (unsigned p = 0; p < shape.ports; ++p)
      ports_.emplace_back(wiring, shape, p, units_);
    busy_ = wiring.busy({"unit_read_req_valid_i", "unit_write_req_valid_i", "port_r_valid_i", "port_b_valid_i"});
  }

  /// The readies: of reads (0) and of writes (1).
  void evaluate(unsigned path) override {
    for (Spread &unit : units_)
      path == 0 ? unit.evaluateRead() : unit.evaluateWrite();
  }

  void tick() override {
    const bool rst = *rst_ != 0;
    bool busy = rst;
    for (PortOfMemory &port : ports_) {
      port.tick();
      if (rst)
        port.reset();
      busy |= !port.atRest();
    }
    for (Spread &unit : units_) {
      unit.tick();
      if (rst)
        unit.reset();
      busy |= !unit.atRest();
    }
    *busy_ = busy;
  }

  void listState(StateList &list) const override {
    list.add(*this);
    for (const Spread &unit : units_)
      unit.listState(list);
    for (const PortOfMemory &port : ports_)
      port.listState(list);
  }

private:
  std::deque<Spread> units_;
  std::deque<PortOfMemory> ports_;
  const Word *rst_;
  Word *busy_;
};

}  // namespace

std::unique_ptr<Model> makeMemoryCrossbar(Wiring &wiring) {
  const auto number = [&](const char *name) { return unsigned(wiring.parameter(name)); };
  return std::make_unique<MemoryCrossbar>(wiring, Shape{number("NumUnits"), number("NumPorts"), number("LineBits") / 8,
                                                        number("StripeLines"), number("QueueDepth")});
}

}  // namespace weft::instant
