// SPDX-License-Identifier: Apache-2.0
#include "fp_sets.h"

#include <set>
#include <stdexcept>

#include "operator_table.h"

namespace {

constexpr FpFormat kFormats[] = {kHalf, kBfloat, kFloat, kDouble};

/// The opcode of operators.def; none for what the compiler does not use as an operator of its own.
std::string_view opcodeOf(const FpOperation &operation) {
  switch (operation.code) {
  case FpCode::Add:
    return "FAdd";
  case FpCode::Sub:
    return "FSub";
  case FpCode::Mul:
    return "FMul";
  case FpCode::Div:
    return "FDiv";
  case FpCode::Fma:
    return "FFma";
  case FpCode::Sqrt:
    return "FSqrt";
  case FpCode::Min:
    return "FMin";
  case FpCode::Max:
    return "FMax";
  case FpCode::Compare:
    return "FCmp";
  case FpCode::Round:
    return "FRound";
  case FpCode::ToInt:
    return operation.isSigned ? "FToSI" : "FToUI";
  case FpCode::FromInt:
    return operation.isSigned ? "SIToF" : "UIToF";
  case FpCode::Convert:
    return "FConvert";
  default:
    return {};
  }
}

/// The width that the row goes by.
unsigned rowWidth(const FpOperation &operation) {
  return operation.code == FpCode::FromInt ? operation.intW : operation.format.width();
}

/// Of the row that the simulated card takes.
unsigned tableLatency(const FpOperation &operation) {
  const std::string_view opcode = opcodeOf(operation);
  if (opcode.empty())
    return 2;
  const auto row = findOperator(opcode, rowWidth(operation));
  if (!row || row->module.empty() || row->interval != 1)
    throw std::runtime_error("operators.def has no pipeline for " + nameOf(operation));
  return row->latency;
}

std::vector<FpOperation> tableSet(FpFormat format) {
  std::vector<FpOperation> all;
  for (FpCode code :
       {FpCode::Add, FpCode::Sub, FpCode::Mul, FpCode::Fma, FpCode::Div, FpCode::Sqrt, FpCode::Min, FpCode::Max})
    all.push_back({code, format});
  for (unsigned rounding = 0; rounding < 5; rounding++)
    all.push_back({FpCode::Round, format, rounding});
  for (unsigned predicate = 0; predicate < 14; predicate++)
    all.push_back({.code = FpCode::Compare, .format = format, .choice = predicate});
  for (unsigned operation = 0; operation < 3; operation++)
    all.push_back({.code = FpCode::Sign, .format = format, .choice = operation});
  for (FpCode code : {FpCode::Fraction, FpCode::Exponent, FpCode::Classify})
    all.push_back({code, format});
  for (unsigned intW : {8, 16, 32, 64})
    for (bool isSigned : {false, true}) {
      all.push_back({.code = FpCode::ToInt, .format = format, .rounding = 2, .intW = intW, .isSigned = isSigned});
      all.push_back({.code = FpCode::FromInt, .format = format, .intW = intW, .isSigned = isSigned});
    }
  for (const FpFormat &to : kFormats)
    all.push_back({.code = FpCode::Convert, .format = format, .to = to});
  return all;
}

/// What rounds to more than one value, in every mode but that of the table; scaling in all.
std::vector<FpOperation> modesSet(FpFormat format) {
  std::vector<FpOperation> all;
  for (unsigned rounding : {0, 2, 3, 4}) {
    for (bool subnormals : {true, false}) {
      all.push_back(
          {.code = FpCode::Scale, .format = format, .rounding = rounding, .subnormals = subnormals, .intW = 32});
      if (rounding == 0 && subnormals)
        continue;
      for (FpCode code : {FpCode::Add, FpCode::Sub, FpCode::Mul, FpCode::Fma, FpCode::Div, FpCode::Sqrt})
        all.push_back({code, format, rounding, subnormals});
      for (const FpFormat &to : kFormats)
        all.push_back(
            {.code = FpCode::Convert, .format = format, .rounding = rounding, .subnormals = subnormals, .to = to});
    }
    for (unsigned intW : {8, 32, 64})
      for (bool isSigned : {false, true}) {
        all.push_back(
            {.code = FpCode::ToInt, .format = format, .rounding = rounding, .intW = intW, .isSigned = isSigned});
        all.push_back(
            {.code = FpCode::FromInt, .format = format, .rounding = rounding, .intW = intW, .isSigned = isSigned});
      }
  }
  for (unsigned predicate = 0; predicate < 14; predicate++)
    all.push_back({.code = FpCode::Compare, .format = format, .subnormals = false, .choice = predicate});
  all.push_back({.code = FpCode::Scale, .format = format, .intW = 10});
  return all;
}

/// Modules in latencies from none to more than they have steps. Two of the modes, since the steps hardly differ.
std::vector<FpInstance> latencySet(FpFormat format) {
  std::vector<FpInstance> all;
  const FpFormat wider = format == kDouble ? kFloat : kDouble, narrower = format == kHalf ? kBfloat : kHalf;
  for (unsigned latency = 0; latency <= 10; latency++) {
    for (FpCode code :
         {FpCode::Add, FpCode::Mul, FpCode::Fma, FpCode::Max, FpCode::Fraction, FpCode::Exponent, FpCode::Classify})
      all.push_back({{code, format}, latency});
    all.push_back({{.code = FpCode::Add, .format = format, .rounding = 3, .subnormals = false}, latency});
    all.push_back({{.code = FpCode::Fma, .format = format, .rounding = 4, .subnormals = false}, latency});
    all.push_back({{.code = FpCode::Compare, .format = format, .choice = 4}, latency});
    all.push_back({{.code = FpCode::Sign, .format = format, .choice = latency % 3}, latency});
    all.push_back({{.code = FpCode::Round, .format = format, .rounding = latency % 5}, latency});
    all.push_back({{.code = FpCode::Scale, .format = format, .intW = 32}, latency});
    all.push_back({{.code = FpCode::ToInt, .format = format, .rounding = 2, .intW = 32, .isSigned = true}, latency});
    all.push_back({{.code = FpCode::ToInt, .format = format, .rounding = 3, .intW = 64}, latency});
    all.push_back({{.code = FpCode::FromInt, .format = format, .intW = 64, .isSigned = true}, latency});
    all.push_back({{.code = FpCode::FromInt, .format = format, .intW = 8}, latency});
    all.push_back({{.code = FpCode::Convert, .format = format, .to = wider}, latency});
    all.push_back({{.code = FpCode::Convert, .format = format, .to = narrower}, latency});
  }
  for (unsigned latency : {12u, 14u, 17u})
    all.push_back({{FpCode::Fma, format}, latency});
  // One register a digit is where a divider's stages end.
  for (unsigned latency :
       {0u, 1u, 2u, 3u, 4u, 5u, format.sigW / 2, format.sigW - 3, format.sigW + 3, format.sigW + 9}) {
    all.push_back({{FpCode::Div, format}, latency});
    all.push_back({{FpCode::Sqrt, format}, latency});
  }
  return all;
}

}  // namespace

std::vector<FpInstance> fpInstances(std::string_view set, FpFormat format) {
  std::vector<FpInstance> instances;
  if (set == "table") {
    std::set<std::pair<std::string_view, unsigned>> seen;
    for (const FpOperation &operation : tableSet(format)) {
      const unsigned latency = tableLatency(operation), width = rowWidth(operation);
      instances.push_back({operation, latency});
      // The rows of other families and clocks, once an opcode and width.
      const std::string_view opcode = opcodeOf(operation);
      if (!opcode.empty() && seen.emplace(opcode, width).second)
        for (unsigned other : latenciesOf(opcode, width))
          if (other != latency)
            instances.push_back({operation, other});
    }
  } else if (set == "modes") {
    for (const FpOperation &operation : modesSet(format))
      instances.push_back({operation, tableLatency(operation)});
  } else if (set == "latency") {
    instances = latencySet(format);
  } else {
    throw std::runtime_error("no set " + std::string(set));
  }
  return instances;
}
