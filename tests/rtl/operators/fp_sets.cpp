// SPDX-License-Identifier: Apache-2.0
#include "fp_sets.h"

#include <stdexcept>

#include "operator_table.h"

namespace {

constexpr FpFormat kFormats[] = {kHalf, kBfloat, kFloat, kDouble};

/// The row of operators.def: opcode and the width that it goes by.
unsigned tableLatency(const FpOperation &operation) {
  auto opcode = [&]() -> std::string_view {
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
      throw std::runtime_error(nameOf(operation) + " is no operator of operators.def");
    }
  };
  const unsigned width = operation.code == FpCode::FromInt ? operation.intW : operation.format.width();
  const auto row = findOperator(opcode(), width);
  if (!row || row->module.empty())
    throw std::runtime_error("operators.def has no module for " + nameOf(operation));
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
  for (unsigned intW : {8, 16, 32, 64})
    for (bool isSigned : {false, true}) {
      all.push_back({.code = FpCode::ToInt, .format = format, .rounding = 2, .intW = intW, .isSigned = isSigned});
      all.push_back({.code = FpCode::FromInt, .format = format, .intW = intW, .isSigned = isSigned});
    }
  for (const FpFormat &to : kFormats)
    if (to != kBfloat)
      all.push_back({.code = FpCode::Convert, .format = format, .to = to});
  return all;
}

}  // namespace

std::vector<FpPlace> fpPlaces(std::string_view set, FpFormat format) {
  std::vector<FpPlace> places;
  if (set == "table") {
    for (const FpOperation &operation : tableSet(format))
      places.push_back({operation, tableLatency(operation)});
  } else {
    throw std::runtime_error("no set " + std::string(set));
  }
  return places;
}
