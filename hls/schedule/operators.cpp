// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace weft::schedule {

using graph::Opcode;

namespace {

struct Row {
  std::string_view family;
  Opcode opcode;
  unsigned minWidth, maxWidth;
  const char *module;
  unsigned latency, interval;
  double mhz;
  unsigned inPs, outPs, blocks;
};

constexpr Row kRows[] = {
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, latency, interval, mhz, inPs, outPs, lut, ff, dsp)   \
  {#family, Opcode::opcode, minWidth, maxWidth, module, latency, interval, mhz, inPs, outPs, dsp},
#include "hls/operators.def"
};

struct Refusal {
  std::string_view family;
  Opcode opcode;
  unsigned minWidth, maxWidth;
  const char *reason;
};

constexpr Refusal kRefusals[] = {
    {"", Opcode::Const, 0, 0, ""},
#define WEFT_REFUSED(family, opcode, minWidth, maxWidth, reason) {#family, Opcode::opcode, minWidth, maxWidth, reason},
#include "hls/operators.def"
};

struct Family {
  std::string_view name, table;
  double slowness;   // than ECP5, for what no row says
  double timeScale;  // of the table's times
};

// Slowness goes by the measured addition of 32 bits. `generic` is the simulated card's and stands for a mid-range FPGA:
// no part of its own, but ECP5's rows with all times halved, so that its 200 MHz are the 100 MHz of speed
// grade 6.
constexpr Family kFamilies[] = {
    {"ecp5", "ecp5", 1, 1},
    {"ice40up", "ice40up", 4.2, 1},
    {"ice40hx", "ice40hx", 1.75, 1},
    {"generic", "ecp5", 0.5, 0.5},
};

const Family *findFamily(std::string_view name) {
  for (const Family &family : kFamilies)
    if (family.name == name)
      return &family;
  return nullptr;
}

// Multiplier blocks stand in few rows of an FPGA. Routed for 100 MHz, wires to 117 of them took up to 5.5 ns, of which
// the table has 1.3, and what comes from a FIFO in distributed memory comes 1.2 ns later than from a register.
constexpr double kCycleForWires = 0.55;

/// Whether operands may come from far in a cycle. Those of other operators pass logic before they come to blocks.
bool takesFarOperands(const Row &row, double targetMhz) {
  const bool intoBlocks =
      row.blocks > 0 && (row.opcode == Opcode::Mul || row.opcode == Opcode::UMulHi || row.opcode == Opcode::SMulHi);
  return !intoBlocks || row.inPs <= (1 - kCycleForWires) * 1e6 / targetMhz;
}

/// Of two rows that reach the clock alone, whether `row` is to be taken rather than `best`.
bool isBetter(const Row &row, const Row &best, double targetMhz) {
  const bool has = row.mhz * kAmongOthers >= targetMhz, bestHas = best.mhz * kAmongOthers >= targetMhz;
  if (has != bestHas)
    return has;
  if (!has)
    return row.mhz > best.mhz;
  const bool far = takesFarOperands(row, targetMhz), bestFar = takesFarOperands(best, targetMhz);
  return far != bestFar ? far : row.latency < best.latency;
}

}  // namespace

std::optional<double> slowness(std::string_view family) {
  const Family *found = findFamily(family);
  return found ? std::optional(found->slowness) : std::nullopt;
}

hls::Expected<Operator> findOperator(const Target &target, Opcode opcode, unsigned width) {
  const Family *family = findFamily(target.family);
  if (!family)
    return hls::userError({}, fmt::format("there are no operators for FPGA family \"{}\"", target.family));
  const Row *best = nullptr;
  double fastest = 0;
  for (const Row &row : kRows) {
    if (row.opcode != opcode || row.minWidth > width || width > row.maxWidth || row.family != family->table)
      continue;
    const double mhz = row.mhz / family->timeScale;
    fastest = std::max(fastest, mhz);
    if (mhz >= target.mhz && (!best || isBetter(row, *best, target.mhz * family->timeScale)))
      best = &row;
  }
  if (!best) {
    std::string why = fmt::format("{} of {} bits is not supported", inWords(opcode), width), hint;
    if (fastest > 0)
      why = fmt::format("{} of {} bits reaches {:.1f} MHz at most on {}, and the board's clock is {} MHz",
                        inWords(opcode), width, std::floor(fastest * 10) / 10, target.family, target.mhz);
    for (const Refusal &refusal : kRefusals)
      if (refusal.opcode == opcode && refusal.minWidth <= width && width <= refusal.maxWidth &&
          refusal.family == family->table) {
        why = fmt::format("{} of {} bits is not supported on {}: {}", inWords(opcode), width, target.family,
                          refusal.reason);
        hint = "use types of fewer bits, as float or int instead of double or long; or build for a larger board";
      }
    return hls::userError({}, why, hint);
  }
  auto scaled = [&](unsigned ps) { return unsigned(std::lround(ps * family->timeScale)); };
  return Operator{best->module, best->latency, best->interval, scaled(best->inPs), scaled(best->outPs)};
}

}  // namespace weft::schedule
