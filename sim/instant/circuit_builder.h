// SPDX-License-Identifier: Apache-2.0
// Inside of circuit.cpp: nets and expressions as signals.
//
// A net of a segment holds a token's value, and is looked at as that by items of the segment. Whatever else looks at
// it, or at a net that such an item drives, sees a value of the cycle: the segment's event at the stage assigns it.
#pragma once
#include <map>
#include <optional>

#include "sim/instant/flatten.h"
#include "sim/instant/signals.h"

namespace weft::instant {

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
  class Recorder;

  StorageId newStorage(std::string name, unsigned width, bool uniform = false);

  // circuit.cpp
  void inputs();
  void requestPins();
  void connectPins();
  void segments();
  void events();
  void keepUniform();
  void outputs();
  StorageId inputPin(uint32_t component, uint32_t port, unsigned share, unsigned count);
  SignalId inputSignal(uint32_t component, uint32_t port, unsigned share, unsigned count,
                       std::optional<Position> &leaves);
  void registers();
  void addCaptureStages(uint32_t segment);

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
  std::map<uint32_t, StorageId> registers_;     // by Flat::registers
  std::map<uint32_t, bool> open_;               // registers whose next value is being looked at
  std::vector<std::vector<Request>> requests_;  // by component
  std::map<FlatNet, StorageId> inputs_;
  std::map<std::pair<uint32_t, uint32_t>, SignalId> ports_;           // by component and port: nets side by side
  std::vector<std::map<unsigned, std::vector<Assignment>>> leaving_;  // by segment and stage
};

}  // namespace weft::instant
