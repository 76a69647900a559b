// SPDX-License-Identifier: Apache-2.0
// State of rtl/mem/bank_scatter.sv, and without scatters and halves of the local_write_arbiter in its place.
#pragma once
#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/bank_turn.h"
#include "sim/instant/components/credits.h"

namespace weft::instant {

class BankScatter {
public:
  explicit BankScatter(Wiring &wiring)
      : halves_(unsigned(wiring.parameter("Halves"))), addressBits_(unsigned(wiring.parameter("AW"))),
        writes_(unsigned(wiring.parameter("NumWrites"))), direct_(wiring.parameter("NumScatters") == 0),
        parts_(unsigned(wiring.parameter("Banks")), direct_),
        turns_(kTurns, Turn(unsigned(wiring.parameter("Banks")), halves_)) {
    const auto scatters = unsigned(wiring.parameter("NumScatters"));
    const AckCounter acks(unsigned(wiring.parameter("Depth")));
    const BankOperation operation(unsigned(wiring.parameter("Banks")), unsigned(wiring.parameter("WordBits") / 8),
                                  halves_);
    const auto add = [&](const char *const(&names)[7], unsigned i, unsigned n) {
      ports_.push_back({wiring.input(names[0], i, n), wiring.input(names[1], i, n), wiring.input(names[2], i, n),
                        wiring.input(names[3], i, n), wiring.input(names[4], i, n), wiring.output(names[5], i, n),
                        wiring.output(names[6], i, n), acks, std::vector(kSlots, operation)});
    };
    for (unsigned i = 0; i < writes_; ++i)
      add({"in_valid_i", "in_addr_i", "in_data_i", "in_strb_i", "ack_ready_i", "in_ready_o", "ack_valid_o"}, i,
          writes_);
    for (unsigned i = 0; i < scatters; ++i)
      add({"scatter_valid_i", "scatter_addr_i", "scatter_data_i", "scatter_strb_i", "done_ready_i", "scatter_ready_o",
           "done_valid_o"},
          i, scatters);
    none_ = unsigned(ports_.size());
    const std::vector<Word> after = halves_ == 2 ? wiring.vectorParameter("After") : std::vector<Word>();
    for (unsigned i = 0; i < none_ && halves_ == 2; ++i)
      ports_[i].leader = unsigned(bitsAt(after.data(), size_t(i) * 16, 16));
    for (Port &port : ports_)
      if (port.leader)
        ports_[port.leader - 1].followers = true;
  }

  /// With halves the readies are functions of registers; without, those of all ports are one choice.
  void evaluate() {
    if (halves_ == 2) {
      for (const Port &port : ports_)
        *port.ready = Word(port.isReady);
      return;
    }
    if (chosen_)  // saves time
      return;
    const unsigned granted = choice();
    for (unsigned i = 0; i < none_; ++i)
      *ports_[i].ready = ready() && ports_[i].acks.room() && (i == granted || none_ == 1);
  }

  void tick(OnChipMemory &memory) {
    if (halves_ == 1)
      tickOneTurn(memory);
    else
      tickTwoTurns(memory);
  }

  void reset() {
    for (Port &port : ports_) {
      port.acks.reset();
      port.accepted = port.begun = 0;
    }
    order_.reset();
    decided_ = fired_ = written_ = 0;
    round_ = writtenRound_ = rounds_ = 0;
    held_ = false;
    show();
  }

  /// A cycle without a request changes nothing, nor do the readies.
  bool atRest() const { return atRest_; }

  void listState(StateList &list) const { list.addAll(ports_); }

private:
  static constexpr unsigned kSlots = 8;  // in the registers before, between and behind the crossbar, and more
  static constexpr unsigned kTurns = 8;  // in the registers before and behind the crossbar, and more

  struct Port {
    const Word *valid, *addr, *data, *strb, *ackReady;
    Word *ready, *ackValid;
    AckCounter acks;
    std::vector<BankOperation> operations;  // by their numbers
    uint64_t accepted = 0, begun = 0;       // numbers of the next operations
    unsigned leader = 0;                    // one more than the port that this one comes after; 0: none
    bool followers = false;                 // others come after this one
    bool isReady = false;                   // with halves: in the next cycle

    BankOperation &operation(uint64_t number) { return operations[number % kSlots]; }
    bool waits() const { return begun != accepted; }
    const BankOperation &next() { return operation(begun); }
  };

  struct Turn {
    Turn(unsigned banks, unsigned halves) : writes(banks, halves) {}

    BankTurn writes;
    std::vector<unsigned> ports;  // of its operations
    unsigned rounds = 0;
  };

  Turn &turn(uint64_t number) { return turns_[number % kTurns]; }
  bool lastRound() { return round_ + 1 == turn(fired_ - 1).rounds; }
  bool ready() { return !held_ || lastRound(); }

  void tickOneTurn(OnChipMemory &memory) {
    const unsigned granted = choice();
    chosen_ = false;
    if (granted == none_ && atRest_)  // saves time
      return;
    const unsigned taken = ready() ? granted : none_;
    const Turn *done = write(memory);
    if (held_)
      leaveRound();
    if (taken != none_) {
      order_.serve(taken);
      accept(taken);
      next_ = {taken};
      decide();
      fire();
    } else if (granted != none_) {
      order_.keep(granted);
    }
    for (unsigned i = 0; i < none_; ++i)
      tickAcks(i, i == taken, done);
    show();
  }

  /// Of what ports have in their registers.
  void tickTwoTurns(OnChipMemory &memory) {
    if (atRest_ && std::none_of(ports_.begin(), ports_.end(), [](const Port &port) { return *port.valid != 0; }))
      return;  // saves time
    const Turn *done = write(memory);
    const bool fires = ready() && fired_ != decided_;
    if (held_)
      leaveRound();
    if (fires)
      fire();
    if (fired_ == decided_ && !next_.empty()) {
      if (first_ != none_)
        order_.serve(first_);
      decide();
    }
    for (unsigned i = 0; i < none_; ++i) {
      const bool taken = *ports_[i].valid != 0 && *ports_[i].ready != 0;
      if (taken)
        accept(i);
      tickAcks(i, taken, done);
    }
    show();
  }

  /// Once a cycle.
  unsigned choice() {
    if (!chosen_)
      choice_ = order_.choose(none_, [this](unsigned i) { return *ports_[i].valid && ports_[i].acks.room(); });
    chosen_ = true;  // saves time: again, it would be the same
    return choice_;
  }

  bool isBehind(unsigned i) const {
    return ports_[i].leader != 0 && ports_[ports_[i].leader - 1].begun != ports_[i].begun;
  }
  /// Whether a port that comes after this one would be left behind too far.
  bool isHeld(unsigned i) const {
    constexpr uint64_t kLead = 255;
    return ports_[i].followers && std::any_of(ports_.begin(), ports_.end(), [&](const Port &port) {
             return port.leader == i + 1 && ports_[i].begun - port.begun == kLead;
           });
  }

  /// The next turn, as in two_turns.sv.
  void chooseNext() {
    next_.clear();
    const auto may = [this](unsigned i) {
      return ports_[i].waits() && (ports_[i].leader == 0 || isBehind(i)) && !isHeld(i);
    };
    const auto writes = [this](unsigned i) { return parts_.any(ports_[i].next()); };
    const auto needing = [&](unsigned i) { return may(i) && writes(i); };
    first_ = order_.choose(none_, [&](unsigned i) { return isBehind(i) && needing(i); });
    if (first_ == none_)
      first_ = order_.choose(none_, needing);
    const unsigned second = first_ == none_ ? none_ : lowestRequest(0, none_, [&](unsigned i) {
      return i != first_ && (may(i) || (ports_[i].waits() && ports_[i].leader == first_ + 1 && !isHeld(i))) &&
             writes(i) && parts_.fit(ports_[i].next(), ports_[first_].next());
    });
    for (unsigned i = 0; i < none_; ++i)
      if (i == first_ || i == second || (may(i) && !writes(i)))
        next_.push_back(i);
    // What comes before is written first.
    if (first_ != none_ && second != none_ && ports_[std::min(first_, second)].leader == std::max(first_, second) + 1)
      std::reverse(next_.begin(), next_.end());
  }

  void accept(unsigned taken) {
    Port &port = ports_[taken];
    BankOperation &operation = port.operation(port.accepted++);
    if (taken < writes_)
      operation.setRow(port.addr, port.data, port.strb);
    else
      operation.setLanes(port.addr, addressBits_, port.data, port.strb);
  }

  /// Takes the next turn from its ports.
  void decide() {
    Turn &now = turn(decided_++);
    now.ports = next_;
    now.writes.start();
    for (unsigned i : next_) {
      Port &port = ports_[i];
      now.writes.add(port.operation(port.begun++), parts_);
    }
    now.rounds = now.writes.begin();
  }

  /// The turn goes into the rounds' registers.
  void fire() {
    ++fired_;
    held_ = true;
    round_ = 0;
    if (direct_)
      leaveRound();
  }

  void leaveRound() {
    held_ = !lastRound();
    rounds_ |= 1;
    ++round_;
  }

  /// Returns the turn that ends with what is written in this cycle.
  const Turn *write(OnChipMemory &memory) {
    const bool writes = (rounds_ & (direct_ ? 1 : 2)) != 0;
    rounds_ = rounds_ << 1 & 2;
    if (!writes)
      return nullptr;
    const Turn &now = turn(written_);
    now.writes.write(memory, writtenRound_);
    if (++writtenRound_ != now.rounds)
      return nullptr;
    ++written_;
    writtenRound_ = 0;
    return &now;
  }

  void tickAcks(unsigned i, bool taken, const Turn *done) {
    const bool ends = done && std::find(done->ports.begin(), done->ports.end(), i) != done->ports.end();
    ports_[i].acks.tick(taken, ends, *ports_[i].ackReady != 0);
  }

  void show() {
    atRest_ = !held_ && rounds_ == 0;
    for (const Port &port : ports_) {
      *port.ackValid = port.acks.ackValid();
      atRest_ &= port.acks.atRest() && *port.ready == Word(halves_ == 2 || none_ == 1);
    }
    if (halves_ == 1)
      return;
    chooseNext();
    for (Port &port : ports_)
      port.isReady = port.acks.room() && !port.waits();
    if (fired_ == decided_ || ready())
      for (unsigned i : next_)
        ports_[i].isReady = ports_[i].acks.room();
  }

  unsigned halves_, addressBits_, writes_;
  bool direct_;  // there are no scatters
  BankParts parts_;
  unsigned none_ = 0;        // no port
  std::vector<Port> ports_;  // row writes first
  Turns order_;
  unsigned choice_ = 0;  // of this cycle, if
  bool chosen_ = false;
  bool atRest_ = false;
  std::vector<Turn> turns_;
  std::vector<unsigned> next_;  // ports whose operations are the next turn
  unsigned first_ = 0;          // whose turn it is in the next one
  // Numbers of the next turns to be decided, to go into the rounds' registers, to be written.
  uint64_t decided_ = 0, fired_ = 0, written_ = 0;
  bool held_ = false;  // the last turn that went there has rounds to come, from
  unsigned round_ = 0;
  unsigned rounds_ = 0;  // that left in the last cycles
  unsigned writtenRound_ = 0;
};

}  // namespace weft::instant
