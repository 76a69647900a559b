// SPDX-License-Identifier: Apache-2.0
// Inside of circuit.cpp: nets and expressions as signals.
//
// A net of a segment holds a token's value, and is looked at as that by items of the segment. Whatever else looks at
// it, or at a net that such an item drives, sees a value of the cycle: the segment's event at the stage assigns it.
#pragma once
#include <map>
#include <optional>
#include <set>

#include "sim/instant/flatten.h"
#include "sim/instant/signals.h"

namespace weft::instant {

struct FifoPorts;

class CircuitBuilder {
public:
  CircuitBuilder(const Flat &flat, Circuit &circuit) : flat_(flat), circuit_(circuit), signals_(circuit) {}

  void run();

private:
  /// A segment and a stage of it.
  struct Position {
    uint32_t segment;
    unsigned stage;
  };

  /// What a model's constructor asked for.
  struct Request {
    bool output;
    uint32_t port;
    unsigned share, count;
    unsigned width;             // of the share
    StorageId storage = kNone;  // output
  };
  struct Requests {
    std::vector<Request> pins;
    bool mayRest = false;         // it asked for a busy word, and named
    std::set<std::string> wakes;  // these ports
    std::optional<Fifo> fifo;     // if it is one: its state lies behind its outputs, as in all of its shape
  };
  class Recorder;

  /// A stream_merge of several inputs.
  struct Merge {
    StorageId granted = kNone;      // without turns: what goes on. A bit for each input but the first
    StorageId othersFirst = kNone;  // where the others go first: those that do, without the first input's bit
    StorageId served = kNone;       // with turns: the inputs before the one whose turn it is
    StorageId run = kNone;          // tokens that the run has left; with turns: those that the turn has had
    unsigned longest = 1;           // tokens of a run or turn
    StorageId pause = kNone;      // with runs, without turns: cycles that others than the first input have yet to wait
    SignalId others = kNone;      // with it: one of them is there
    SignalId goesOn = kNone;      // without turns: the run's next token is there
    std::vector<SignalId> valid;  // what counts as offered
    std::vector<SignalId> grants;
  };

  StorageId newStorage(std::string name, unsigned width, bool uniform = false);

  // circuit.cpp
  void inputs();
  void requestPins();
  static void recordFifo(Recorder &recorder, const FifoPorts &ports);
  Fifo fifo(const FlatComponent &component);
  void connectPins();
  void segments();
  void events();
  void keepUniform();
  void outputs();
  StorageId inputPin(uint32_t component, uint32_t port, unsigned share, unsigned count);
  SignalId inputSignal(uint32_t component, uint32_t port, unsigned share, unsigned count,
                       std::optional<Position> &leaves);
  void registers();
  void addRegister(StorageId current, SignalId next, bool reset);
  void addCaptureStages(uint32_t segment);

  // wired.cpp: components that are signals and registers of the circuit instead of models
  static bool isWired(const components::Component &component);
  SignalId wiredOutput(const Driver &driver, unsigned width);
  SignalId wiredInput(uint32_t component, std::string_view port, unsigned share, unsigned count);
  SignalId branchOutput(uint32_t component, const std::string &port, unsigned share);
  SignalId joinOutput(uint32_t component);
  SignalId mergeOutput(uint32_t component, const std::string &port, unsigned share);
  const Merge &mergeOf(uint32_t component);
  void grantInTurn(Merge &merge, const FlatComponent &owner, const std::vector<SignalId> &valid);
  void grantOthers(Merge &merge, const FlatComponent &owner);
  void grantFirst(Merge &merge, const FlatComponent &owner);
  void pauseOthers(Merge &merge, const FlatComponent &owner);
  std::vector<SignalId> pickFirst(const std::vector<SignalId> &valid);
  std::vector<SignalId> pickInTurn(StorageId served, const std::vector<SignalId> &valid);
  void mergeRegisters(uint32_t component);
  void registersOfTurns(const Merge &merge, SignalId valid, SignalId ready);
  void registerOfOthers(const Merge &merge, SignalId valid, SignalId ready);
  void registersOfRuns(const Merge &merge, SignalId ready);
  void registerOfPause(const Merge &merge, SignalId ready);

  // values.cpp
  bool isStaged(FlatNet net) const;
  /// Where the item stands that drives a net or reads an expression, if it looks at a token's values.
  std::optional<Position> positionOf(Place place);
  std::optional<Position> positionOf(FlatNet net);
  SignalId now(FlatNet net);
  SignalId now(Place place);
  SignalId token(FlatNet net);
  SignalId token(Place place, Position at);
  /// A value of the token that is about to enter, whether or not it does.
  SignalId arriving(Place place);
  SignalId arriving(FlatNet net);
  SignalId drivenNow(FlatNet net);
  SignalId output(const Driver &driver, unsigned width);
  SignalId registerValue(FlatNet net);
  SignalId operatorNow(const Driver &driver, unsigned width);
  SignalId operatorOf(const Driver &driver, FlatNet net);
  /// A storage that the segment's event assigns.
  StorageId leave(SignalId value, Position at, const std::string &name);

  const netlist::Expr &expr(Place place) const { return flat_.scopes[place.scope].module->exprs[place.expr]; }
  FlatNet netOf(Place place) const { return flat_.scopes[place.scope].firstNet + expr(place).net; }

  const Flat &flat_;
  Circuit &circuit_;
  Signals signals_;
  std::map<FlatNet, SignalId> now_, token_;
  std::map<FlatNet, std::optional<Position>> positions_;
  std::map<uint32_t, StorageId> registers_;  // by Flat::registers
  std::map<uint32_t, bool> open_;            // registers whose next value is being looked at
  std::vector<Requests> requests_;           // by component
  std::map<uint32_t, Merge> merges_;         // by component
  std::map<std::tuple<uint32_t, uint32_t, unsigned>, SignalId> wiredInputs_;  // by component, port and share
  std::map<FlatNet, StorageId> inputs_;
  std::map<std::pair<uint32_t, uint32_t>, SignalId> ports_;           // by component and port: nets side by side
  std::vector<std::map<unsigned, std::vector<Assignment>>> leaving_;  // by segment and stage
};

}  // namespace weft::instant
