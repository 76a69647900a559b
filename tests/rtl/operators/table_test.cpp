// SPDX-License-Identifier: Apache-2.0
// operators.def against opcodes.def: what the scheduler and the generator rely on.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>

#include "operator_table.h"

namespace {
std::map<std::string, bool> pureOpcodes() {
  std::map<std::string, bool> pure;
#define WEFT_OPCODE(name, mnemonic, operands, kind) pure[#name] = std::string_view(#kind) == "Pure";
#include "hls/graph/opcodes.def"
  return pure;
}
}  // namespace

TEST_CASE("every pure opcode has rows, and only those") {
  for (const auto &[opcode, pure] : pureOpcodes()) {
    INFO(opcode);
    bool found = false;
    for (const OperatorRow &row : operatorTable())
      found |= row.opcode == opcode;
    CHECK(found == pure);
  }
  for (const OperatorRow &row : operatorTable())
    CHECK(pureOpcodes().count(std::string(row.opcode)) == 1);
}

TEST_CASE("rows of an opcode cover its widths without gaps") {
  for (const auto &[opcode, pure] : pureOpcodes()) {
    if (!pure)
      continue;
    INFO(opcode);
    bool ieee = opcode[0] == 'F';
    for (unsigned width = 1; width <= 64; width++)
      if (!ieee || width == 16 || width == 32 || width == 64)
        CHECK(findOperator(opcode, width));
  }
}

TEST_CASE("rows are sane") {
  for (const OperatorRow &row : operatorTable()) {
    INFO(row.opcode << " " << row.minWidth << ".." << row.maxWidth);
    CHECK(row.minWidth <= row.maxWidth);
    CHECK(row.delayPs < 5000);  // fits a 200 MHz cycle
    if (row.module.empty())
      CHECK(row.latency == 0);  // only a module has registers
    if (!row.module.empty()) {
      std::string file = std::string(row.module) + ".sv";
      CHECK((std::filesystem::exists(std::filesystem::path(WEFT_RTL_DIR) / "int" / file) ||
             std::filesystem::exists(std::filesystem::path(WEFT_RTL_DIR) / "fp" / file)));
    }
  }
}

TEST_CASE("one divider can give quotient and remainder") {
  for (unsigned width = 1; width <= 64; width++) {
    CHECK(findOperator("UDiv", width)->latency == findOperator("URem", width)->latency);
    CHECK(findOperator("SDiv", width)->latency == findOperator("SRem", width)->latency);
  }
}
