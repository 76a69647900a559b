// SPDX-License-Identifier: Apache-2.0
// Components that are a few gates: values and registers of the circuit, which become machine code with what is around
// them. A payload that goes through them is not copied: whoever takes it reads it where it lies.
#include <algorithm>
#include <bit>

#include "sim/instant/circuit_builder.h"
#include "sim/instant/unsupported.h"

namespace weft::instant {

using graph::Bits;
using graph::Opcode;

bool CircuitBuilder::isWired(const components::Component &component) {
  return component.name == "stream_branch" || component.name == "stream_join" || component.name == "stream_merge";
}

/// Share `share` of the `count` on an input port, as a value of the cycle.
SignalId CircuitBuilder::wiredInput(uint32_t component, std::string_view name, unsigned share, unsigned count) {
  const uint32_t port = flat_.components[component].instance->component->portIndex(name);
  const auto [it, isNew] = wiredInputs_.try_emplace({component, port, share}, kNone);
  if (!isNew)
    return it->second;
  std::optional<Position> leaves;
  SignalId value = inputSignal(component, port, share, count, leaves);
  if (leaves)
    value = signals_.storage(leave(value, *leaves, flat_.components[component].name + "." + std::string(name)));
  return wiredInputs_[{component, port, share}] = value;
}

SignalId CircuitBuilder::wiredOutput(const Driver &driver, unsigned width) {
  const FlatComponent &component = flat_.components[driver.component];
  const components::Port &port = component.instance->component->ports[driver.port];
  const std::string &name = component.instance->component->name;
  const auto share = [&](unsigned i) {
    return name == "stream_branch" ? branchOutput(driver.component, port.name, i)
           : name == "stream_join" ? joinOutput(driver.component)
                                   : mergeOutput(driver.component, port.name, i);
  };
  const bool isPayload = port.name == "out_data_o";
  if (isPayload)
    return signals_.slice(share(0), driver.lo, width);
  std::vector<SignalId> bits;
  for (unsigned i = driver.lo; i < driver.lo + width; ++i)
    bits.push_back(share(i));
  return signals_.concat(std::move(bits));
}

// ---- rtl/flow/stream_branch.sv

SignalId CircuitBuilder::branchOutput(uint32_t component, const std::string &port, unsigned share) {
  const auto count = unsigned(flat_.components[component].values.at("NumOutputs"));
  const SignalId select = wiredInput(component, "in_select_i", 0, 1);
  if (port == "out_valid_o")
    return signals_.conjunction(wiredInput(component, "in_valid_i", 0, 1), signals_.slice(select, share, 1));
  if (port == "out_data_o")
    return wiredInput(component, "in_data_i", 0, 1);
  SignalId ready = kNone;
  for (unsigned i = 0; i < count; ++i) {
    const SignalId taken =
        signals_.conjunction(signals_.slice(select, i, 1), wiredInput(component, "out_ready_i", i, count));
    ready = i == 0 ? taken : signals_.binary(Opcode::Or, ready, taken);
  }
  return ready;
}

// ---- rtl/flow/stream_join.sv

/// What its registers say is always this.
SignalId CircuitBuilder::joinOutput(uint32_t component) {
  return signals_.isZero(signals_.inverse(wiredInput(component, "valid_i", 0, 1)));
}

// ---- rtl/flow/stream_merge.sv

SignalId CircuitBuilder::mergeOutput(uint32_t component, const std::string &port, unsigned share) {
  const auto count = unsigned(flat_.components[component].values.at("NumInputs"));
  const auto input = [&](std::string_view name, unsigned i) { return wiredInput(component, name, i, count); };
  if (port == "in_ready_o") {
    const SignalId ready = wiredInput(component, "out_ready_i", 0, 1);
    return count == 1 ? ready : signals_.conjunction(ready, mergeOf(component).grants[share]);
  }
  const bool isValid = port == "out_valid_o";
  SignalId result = input(isValid ? "in_valid_i" : "in_data_i", 0);
  for (unsigned i = 1; i < count; ++i)
    result = isValid ? signals_.binary(Opcode::Or, result, mergeOf(component).valid[i])
                     : signals_.select(mergeOf(component).grants[i], input("in_data_i", i), result);
  return result;
}

/// Of several inputs: which of them is granted.
const CircuitBuilder::Merge &CircuitBuilder::mergeOf(uint32_t component) {
  const auto [it, isNew] = merges_.try_emplace(component);
  Merge &merge = it->second;
  if (!isNew)
    return merge;
  const FlatComponent &owner = flat_.components[component];
  const auto count = unsigned(owner.values.at("NumInputs"));
  for (unsigned i = 0; i < count; ++i)
    merge.valid.push_back(wiredInput(component, "in_valid_i", i, count));
  if (owner.values.at("RoundRobin") != 0)
    grantInTurn(merge, owner, merge.valid);
  else if (owner.values.at("OthersFirst") != 0)
    grantOthers(merge, owner);
  else
    grantFirst(merge, owner);
  return merge;
}

/// The first one behind those that had their turns. One that waits, or whose turn goes on, is that again.
void CircuitBuilder::grantInTurn(Merge &merge, const FlatComponent &owner, const std::vector<SignalId> &valid) {
  merge.longest = unsigned(owner.values.at("Run"));
  merge.served = newStorage(owner.name + ".served", unsigned(valid.size()));
  if (merge.longest > 1)
    merge.run = newStorage(owner.name + ".run", unsigned(std::bit_width(merge.longest - 1)));
  merge.grants = pickInTurn(merge.served, valid);
}

/// The one whose run goes on, else the first one.
void CircuitBuilder::grantFirst(Merge &merge, const FlatComponent &owner) {
  const auto longest = unsigned(owner.values.at("Run"));
  if (longest > 1)
    pauseOthers(merge, owner);
  const std::vector<SignalId> &valid = merge.valid;
  merge.granted = newStorage(owner.name + ".first", unsigned(valid.size()) - 1);
  merge.run = newStorage(owner.name + ".run", std::max(1u, unsigned(std::bit_width(longest - 1))));
  merge.longest = longest;
  const SignalId first = signals_.storage(merge.granted);
  std::vector<SignalId> kept = {signals_.constant(Bits(1))};
  for (unsigned i = 1; i < valid.size(); ++i)
    kept.push_back(signals_.conjunction(valid[i], signals_.slice(first, i - 1, 1)));
  merge.goesOn = signals_.inverse(signals_.isZero(signals_.concat(kept)));
  const std::vector<SignalId> pick = pickFirst(valid);
  for (unsigned i = 0; i < valid.size(); ++i)
    merge.grants.push_back(signals_.select(merge.goesOn, kept[i], pick[i]));
}

/// Another's that waits, else the first of the others, else the first one; the first input's if that waits.
void CircuitBuilder::grantOthers(Merge &merge, const FlatComponent &owner) {
  if (owner.values.at("Run") > 1)
    pauseOthers(merge, owner);
  const std::vector<SignalId> &valid = merge.valid;
  merge.othersFirst = newStorage(owner.name + ".first", unsigned(valid.size()) - 1);
  const SignalId first = signals_.storage(merge.othersFirst);
  std::vector<SignalId> before;
  for (unsigned i = 1; i < valid.size(); ++i)
    before.push_back(signals_.conjunction(valid[i], signals_.slice(first, i - 1, 1)));
  const SignalId any = signals_.inverse(signals_.isZero(signals_.concat(before)));
  const std::vector<SignalId> pick = pickFirst(valid), pickBefore = pickFirst(before);
  merge.grants.push_back(signals_.conjunction(valid[0], signals_.inverse(any)));
  for (unsigned i = 1; i < valid.size(); ++i)
    merge.grants.push_back(signals_.select(any, pickBefore[i - 1], pick[i]));
}

constexpr unsigned kPauseInRuns = 3;

void CircuitBuilder::pauseOthers(Merge &merge, const FlatComponent &owner) {
  const auto longest = unsigned(owner.values.at("Run"));
  merge.longest = longest;
  merge.pause = newStorage(owner.name + ".pause", unsigned(std::bit_width(kPauseInRuns * longest)));
  const SignalId ended = signals_.isZero(signals_.storage(merge.pause));
  merge.others = merge.valid[1];
  for (unsigned i = 1; i < merge.valid.size(); ++i) {
    if (i > 1)
      merge.others = signals_.binary(Opcode::Or, merge.others, merge.valid[i]);
    merge.valid[i] = signals_.conjunction(merge.valid[i], ended);
  }
}

std::vector<SignalId> CircuitBuilder::pickFirst(const std::vector<SignalId> &valid) {
  std::vector<SignalId> pick = {valid[0]};
  SignalId earlier = valid[0];
  for (size_t i = 1; i < valid.size(); ++i) {
    pick.push_back(signals_.conjunction(valid[i], signals_.inverse(earlier)));
    earlier = signals_.binary(Opcode::Or, earlier, valid[i]);
  }
  return pick;
}

/// The first of the inputs behind those that are set in `served`, else the first.
std::vector<SignalId> CircuitBuilder::pickInTurn(StorageId served, const std::vector<SignalId> &valid) {
  const SignalId all = signals_.concat(valid);
  const SignalId later = signals_.conjunction(all, signals_.inverse(signals_.storage(served)));
  const SignalId from = signals_.select(signals_.isZero(later), all, later);
  const SignalId zero = signals_.constant(Bits(unsigned(valid.size())));
  const SignalId lowest = signals_.conjunction(from, signals_.binary(Opcode::Sub, zero, from));
  std::vector<SignalId> pick;
  for (unsigned i = 0; i < valid.size(); ++i)
    pick.push_back(signals_.slice(lowest, i, 1));
  return pick;
}

void CircuitBuilder::mergeRegisters(uint32_t component) {
  const FlatComponent &owner = flat_.components[component];
  if (owner.instance->component->name != "stream_merge" || owner.values.at("NumInputs") == 1)
    return;
  const Merge &merge = mergeOf(component);
  const SignalId ready = wiredInput(component, "out_ready_i", 0, 1);
  if (merge.served != kNone)
    registersOfTurns(merge, mergeOutput(component, "out_valid_o", 0), ready);
  else if (merge.othersFirst != kNone)
    registerOfOthers(merge, mergeOutput(component, "out_valid_o", 0), ready);
  else
    registersOfRuns(merge, ready);
  if (merge.pause != kNone)
    registerOfPause(merge, ready);
}

void CircuitBuilder::registersOfTurns(const Merge &merge, SignalId valid, SignalId ready) {
  const SignalId taken = signals_.conjunction(valid, ready);
  SignalId ends = taken;  // the turn, with this token
  if (merge.longest > 1) {
    const SignalId run = signals_.storage(merge.run);
    const auto count = [&](unsigned tokens) { return signals_.constant(Bits(signals_.width(run), tokens)); };
    const SignalId isLast = signals_.isZero(signals_.binary(Opcode::Xor, run, count(merge.longest - 1)));
    const SignalId more = signals_.select(isLast, count(0), signals_.binary(Opcode::Add, run, count(1)));
    addRegister(merge.run, signals_.select(taken, more, run), true);
    ends = signals_.conjunction(taken, isLast);
  }
  // Those before the granted one, and, once its turn has ended, itself.
  const SignalId granted = signals_.concat(merge.grants);
  const SignalId before =
      signals_.binary(Opcode::Sub, granted, signals_.constant(Bits(unsigned(merge.grants.size()), 1)));
  const SignalId next = signals_.select(ends, signals_.binary(Opcode::Or, granted, before), before);
  addRegister(merge.served, signals_.select(valid, next, signals_.storage(merge.served)), true);
}

void CircuitBuilder::registersOfRuns(const Merge &merge, SignalId ready) {
  const SignalId run = signals_.storage(merge.run);
  const auto count = [&](unsigned tokens) { return signals_.constant(Bits(signals_.width(run), tokens)); };
  const SignalId less = signals_.binary(Opcode::Sub, run, count(1));
  addRegister(merge.run, signals_.select(merge.goesOn, signals_.select(ready, less, run), count(merge.longest - 1)),
              false);
  const SignalId isLast =
      merge.longest == 1 ? signals_.constant(Bits(1, 1)) : signals_.conjunction(merge.goesOn, signals_.isZero(less));
  const SignalId granted = signals_.concat({merge.grants.begin() + 1, merge.grants.end()});
  const SignalId none = signals_.constant(Bits(unsigned(merge.grants.size()) - 1));
  addRegister(merge.granted, signals_.select(signals_.conjunction(ready, isLast), none, granted), true);
}

void CircuitBuilder::registerOfOthers(const Merge &merge, SignalId valid, SignalId ready) {
  const SignalId granted = signals_.concat({merge.grants.begin() + 1, merge.grants.end()});
  const SignalId all = signals_.inverse(signals_.constant(Bits(unsigned(merge.grants.size()) - 1)));
  const SignalId waits = signals_.conjunction(valid, signals_.inverse(ready));
  addRegister(merge.othersFirst, signals_.select(waits, granted, all), true);
}

void CircuitBuilder::registerOfPause(const Merge &merge, SignalId ready) {
  const SignalId pause = signals_.storage(merge.pause);
  const auto cycles = [&](unsigned n) { return signals_.constant(Bits(signals_.width(pause), n)); };
  const SignalId waits = signals_.conjunction(merge.others, signals_.inverse(signals_.isZero(pause)));
  const SignalId less = signals_.binary(Opcode::Sub, pause, cycles(1));
  const SignalId begins =
      signals_.conjunction(signals_.conjunction(merge.grants[0], ready), signals_.inverse(merge.others));
  const SignalId longest = cycles(kPauseInRuns * merge.longest);
  addRegister(merge.pause, signals_.select(begins, longest, signals_.select(waits, less, pause)), true);
}

}  // namespace weft::instant
