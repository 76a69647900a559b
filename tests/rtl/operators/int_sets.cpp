// SPDX-License-Identifier: Apache-2.0
#include "int_sets.h"

#include <stdexcept>

#include "operator_table.h"

namespace {

using Wide = __int128;

uint64_t maskOf(unsigned width) { return ~0ull >> (64 - width); }
Wide extended(uint64_t x, unsigned width) { return static_cast<int64_t>(x << (64 - width)) >> (64 - width); }
/// The operands as numbers: 128 bits hold every exact result.
Wide number(bool isSigned, uint64_t x, unsigned width) { return isSigned ? extended(x, width) : static_cast<Wide>(x); }

template <bool Signed> Wide product(uint64_t a, uint64_t b, unsigned width) {
  // Modulo 2^128 for unsigned operands of 64 bits, which no bit that is used feels.
  return static_cast<Wide>(static_cast<unsigned __int128>(number(Signed, a, width)) *
                           static_cast<unsigned __int128>(number(Signed, b, width)));
}
template <bool Signed> void high(uint64_t a, uint64_t b, uint64_t, unsigned width, uint64_t *out) {
  out[0] = static_cast<uint64_t>(static_cast<unsigned __int128>(product<Signed>(a, b, width)) >> width);
}
template <bool Signed> void wide(uint64_t a, uint64_t b, uint64_t, unsigned width, uint64_t *out) {
  out[0] = static_cast<uint64_t>(product<Signed>(a, b, width)) & maskOf(2 * width);
}
template <bool Signed> void divide(uint64_t a, uint64_t b, uint64_t, unsigned width, uint64_t *out) {
  const Wide x = number(Signed, a, width), y = number(Signed, b, width);
  // The one overflow gives the positive quotient, which wraps to the dividend.
  out[0] = static_cast<uint64_t>(y ? x / y : -1);
  out[1] = static_cast<uint64_t>(y ? x % y : x);
}
template <bool Signed, bool Subtract> void saturate(uint64_t a, uint64_t b, uint64_t, unsigned width, uint64_t *out) {
  const Wide x = number(Signed, a, width), y = number(Signed, b, width), exact = Subtract ? x - y : x + y;
  const Wide most = Signed ? maskOf(width) >> 1 : maskOf(width), least = Signed ? -most - 1 : 0;
  out[0] = static_cast<uint64_t>(exact > most ? most : exact < least ? least : exact);
}
template <unsigned Direction> void shift(uint64_t a, uint64_t b, uint64_t, unsigned width, uint64_t *out) {
  const bool powerOfTwo = (width & (width - 1)) == 0;
  const uint64_t by = powerOfTwo ? b % width : b;
  const Wide x = number(Direction == 2, a, width);
  if (by >= width)
    out[0] = Direction == 2 && x < 0 ? ~0ull : 0;
  else
    out[0] = static_cast<uint64_t>(Direction == 0 ? x << by : x >> by);
}
void ones(uint64_t a, uint64_t, uint64_t, unsigned width, uint64_t *out) {
  out[0] = 0;
  for (unsigned i = 0; i < width; i++)
    out[0] += a >> i & 1;
}
template <bool Leading> void zeros(uint64_t a, uint64_t, uint64_t, unsigned width, uint64_t *out) {
  out[0] = 0;
  while (out[0] < width && !(a >> (Leading ? width - 1 - out[0] : out[0]) & 1))
    out[0]++;
}

}  // namespace

const std::vector<IntOperation> &intOperations() {
  static const std::vector<const char *> one = {"result_o"}, division = {"quotient_o", "remainder_o"};
  static const std::vector<IntOperation> operations = {
      {"Mul", "int_mul", "", 2, one, 1, 64, "Mul",
       [](uint64_t a, uint64_t b, uint64_t, unsigned, uint64_t *out) { out[0] = a * b; }},
      {"mad", "int_mad", "", 3, one, 1, 64, "Mul",
       [](uint64_t a, uint64_t b, uint64_t c, unsigned, uint64_t *out) { out[0] = a * b + c; }},
      {"UMulHi", "int_mul_hi", ", .Signed(1'b0)", 2, one, 1, 64, "UMulHi", high<false>},
      {"SMulHi", "int_mul_hi", ", .Signed(1'b1)", 2, one, 1, 64, "SMulHi", high<true>},
      {"UMulHi of both halves", "int_mul_hi", ", .Signed(1'b0), .ResultW(2 * WIDTH)", 2, one, 2, 32, "UMulHi",
       wide<false>},
      {"SMulHi of both halves", "int_mul_hi", ", .Signed(1'b1), .ResultW(2 * WIDTH)", 2, one, 2, 32, "SMulHi",
       wide<true>},
      {"UDiv", "int_div", ", .Signed(1'b0)", 2, division, 1, 64, "UDiv", divide<false>},
      {"SDiv", "int_div", ", .Signed(1'b1)", 2, division, 1, 64, "SDiv", divide<true>},
      {"shift left", "int_shift", ", .Direction(0)", 2, one, 1, 64, "Ctlz", shift<0>},
      {"shift right", "int_shift", ", .Direction(1)", 2, one, 1, 64, "Ctlz", shift<1>},
      {"arithmetic shift", "int_shift", ", .Direction(2)", 2, one, 1, 64, "Ctlz", shift<2>},
      {"UAddSat", "int_add_sat", ", .Signed(1'b0), .Subtract(1'b0)", 2, one, 1, 64, "UAddSat", saturate<false, false>},
      {"SAddSat", "int_add_sat", ", .Signed(1'b1), .Subtract(1'b0)", 2, one, 1, 64, "SAddSat", saturate<true, false>},
      {"USubSat", "int_add_sat", ", .Signed(1'b0), .Subtract(1'b1)", 2, one, 1, 64, "USubSat", saturate<false, true>},
      {"SSubSat", "int_add_sat", ", .Signed(1'b1), .Subtract(1'b1)", 2, one, 1, 64, "SSubSat", saturate<true, true>},
      {"Ctlz", "int_ctlz", "", 1, one, 1, 64, "Ctlz", zeros<true>},
      {"Cttz", "int_cttz", "", 1, one, 1, 64, "Cttz", zeros<false>},
      {"Ctpop", "int_ctpop", "", 1, one, 1, 64, "Ctpop", ones},
  };
  return operations;
}

std::vector<IntInstance> intInstances(std::string_view set) {
  std::vector<IntInstance> instances;
  for (const IntOperation &operation : intOperations()) {
    if (set == "table") {
      for (unsigned width : {1, 5, 8, 16, 19, 32, 37, 55, 64}) {
        if (width > operation.maxWidth)
          continue;
        auto row = findOperator(operation.opcode, width);
        if (!row || row->module.empty())
          throw std::runtime_error(std::string("no row of ") + operation.opcode + " for " + std::to_string(width) +
                                   " bits");
        instances.push_back({&operation, width, row->latency});
      }
    } else if (set == "latency") {
      // Divisions of many bits are large models.
      const bool division = operation.results.size() == 2;
      for (unsigned latency = 0; latency <= 7; latency++)
        for (unsigned width : {13u, division ? 24u : operation.maxWidth})
          instances.push_back({&operation, width, latency});
      if (division)
        for (auto [width, latency] :
             {std::pair(5, 8), {5, 12}, {8, 10}, {13, 14}, {13, 15}, {13, 16}, {24, 26}, {24, 30}})
          instances.push_back({&operation, static_cast<unsigned>(width), static_cast<unsigned>(latency)});
      else
        instances.push_back({&operation, 37 < operation.maxWidth ? 37u : 19u, 10});
    } else
      throw std::runtime_error("no set " + std::string(set));
  }
  return instances;
}
