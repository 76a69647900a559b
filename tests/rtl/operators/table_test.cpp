// SPDX-License-Identifier: Apache-2.0
// operators.def against opcodes.def and the modules: what the scheduler and the generator rely on.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "board/description.h"
#include "operator_table.h"

namespace {

/// Pure opcodes with rows, and their order. Any, Pick and Spread have none: they depend on lanes, and the schedule
/// times them as trees of the rows of Or and Select, and as a row of Add.
const std::map<std::string_view, unsigned> &pureOpcodes() {
  static const std::map<std::string_view, unsigned> pure = [] {
    std::map<std::string_view, unsigned> result;
    unsigned index = 0;
#define WEFT_OPCODE(name, mnemonic, operands, kind, words)                                                             \
  if (++index; std::string_view(#kind) == "Pure")                                                                      \
    result[#name] = index;
#include "hls/graph/opcodes.def"
    result.erase("Any");
    result.erase("Pick");
    result.erase("Spread");
    return result;
  }();
  return pure;
}

/// Families in the order of their rows.
std::vector<std::string_view> families() {
  std::vector<std::string_view> result;
  for (const OperatorRow &row : operatorTable())
    if (std::find(result.begin(), result.end(), row.family) == result.end())
      result.push_back(row.family);
  return result;
}

bool isKnown(std::string_view family) {
  return family != "generic" && std::find(std::begin(weft::board::kFamilies), std::end(weft::board::kFamilies),
                                          family) != std::end(weft::board::kFamilies);
}

bool hasWidth(std::string_view opcode, unsigned width) {
  if (opcode.ends_with("Flush"))
    return width == 32;
  return opcode[0] != 'F' || width == 16 || width == 32 || width == 64;
}

}  // namespace

TEST_CASE("every pure opcode has rows or is refused by name, at every width and on every family") {
  REQUIRE(families().front() == "ecp5");
  for (std::string_view family : families()) {
    CHECK(isKnown(family));
    for (const auto &[opcode, index] : pureOpcodes())
      for (unsigned width = 1; width <= 64; width++) {
        if (!hasWidth(opcode, width))
          continue;
        bool refused = false;
        for (const RefusedRow &row : refusedTable())
          refused |= row.family == family && row.opcode == opcode && row.minWidth <= width && width <= row.maxWidth;
        INFO(family << " " << opcode << " of " << width << " bits");
        CHECK(findOperator(family, 0, opcode, width).has_value() != refused);
      }
  }
  for (const OperatorRow &row : operatorTable())
    CHECK(pureOpcodes().count(row.opcode) == 1);
}

TEST_CASE("the simulated card has every operation at its clock") {
  for (const auto &[opcode, index] : pureOpcodes())
    for (unsigned width = 1; width <= 64; width++) {
      INFO(opcode << " of " << width << " bits");
      CHECK((!hasWidth(opcode, width) || findOperator(opcode, width)));
    }
}

TEST_CASE("rows are sorted, their bands do not overlap, and a latency comes once in a band") {
  const OperatorRow *before = nullptr;
  std::vector<std::string_view> order = families();
  for (const OperatorRow &row : operatorTable()) {
    INFO(row.family << " " << row.opcode << " " << row.minWidth << ".." << row.maxWidth << " latency " << row.latency);
    auto key = [&](const OperatorRow &r) {
      return std::tuple(std::find(order.begin(), order.end(), r.family) - order.begin(), pureOpcodes().at(r.opcode),
                        r.minWidth, r.latency);
    };
    if (before) {
      CHECK(key(*before) < key(row));
      if (before->family == row.family && before->opcode == row.opcode)
        CHECK((before->minWidth == row.minWidth ? before->maxWidth == row.maxWidth : before->maxWidth < row.minWidth));
    }
    before = &row;
  }
}

TEST_CASE("rows are sane") {
  auto check = [](const OperatorRow &row) {
    INFO(row.family << " " << row.opcode << " " << row.maxWidth << " " << row.parameters << " latency " << row.latency);
    CHECK(row.minWidth <= row.maxWidth);
    CHECK(row.mhz > 0);
    // Both lie inside a period.
    CHECK(row.inPs < 1e6 / row.mhz);
    CHECK(row.outPs < 1e6 / row.mhz);
    CHECK(row.interval >= 1);
    if (row.module.empty()) {
      CHECK(row.latency == 0);  // only a module has registers
      CHECK(row.ff == 0);
      return;
    }
    std::string file = std::string(row.module) + ".sv";
    CHECK((std::filesystem::exists(std::filesystem::path(WEFT_RTL_DIR) / "int" / file) ||
           std::filesystem::exists(std::filesystem::path(WEFT_RTL_DIR) / "fp" / file)));
  };
  for (const OperatorRow &row : operatorTable()) {
    check(row);
    CHECK(row.interval == 1);  // what the scheduler takes starts an operation a cycle
    if (row.family == "ice40hx")
      CHECK(row.dsp == 0);
  }
  for (const OperatorRow &row : measuredTable())
    check(row);
}

TEST_CASE("one divider can give quotient and remainder") {
  for (std::string_view family : families())
    for (unsigned width = 1; width <= 64; width++)
      for (double mhz = 5; mhz < 400; mhz += 5)
        for (auto [quotient, remainder] : {std::pair("UDiv", "URem"), std::pair("SDiv", "SRem")}) {
          auto a = findOperator(family, mhz, quotient, width), b = findOperator(family, mhz, remainder, width);
          INFO(family << " " << quotient << " of " << width << " bits at " << mhz << " MHz");
          CHECK(a.has_value() == b.has_value());
          if (a && b)
            CHECK((a->latency == b->latency && a->module == b->module));
        }
}
