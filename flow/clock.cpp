// SPDX-License-Identifier: Apache-2.0
#include "flow/clock.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <regex>

#include "flow/error.h"
#include "flow/family.h"
#include "support/publish.h"
#include "support/resources.h"
#include "support/subprocess.h"

namespace weft::flow {
namespace {

namespace fs = std::filesystem;

constexpr const char *kPllFile = "board_clock.v";
// PLLs make what their dividers allow: farther from what was asked for, it is another clock.
constexpr double kMostClockError = 0.05;

// rtl/system/ecp5_pll.sv: parameters of a top.sv that has it, and what the data sheet asks, in MHz.
constexpr const char *kInputDiv = "PllInputDiv", *kFeedbackDiv = "PllFeedbackDiv", *kOutputDiv = "PllOutputDiv";
constexpr double kLeastCompared = 3.125, kLeastOscillator = 400, kMostOscillator = 800;
constexpr unsigned kMostFeedback = 80, kMostOutputDiv = 128, kOutputDivStep = 4;
// SDRAM chips want every row refreshed in this time. Less often than that many cycles, or nothing else gets done.
constexpr double kRefreshNs = 64e6, kLeastRefreshCycles = 100;

bool topHas(const board::Description &board, const char *word) {
  const std::string top = support::readFile(fs::path(board.directory) / "top.sv");
  return std::regex_search(top, std::regex(fmt::format(R"(\b{}\b)", word)));
}

/// What a PLL makes at the nearest, as the hardware tells it, in whole kHz. Throws Error if that is too far away.
double requireNear(const board::Description &board, double wanted, double made) {
  made = std::round(made * 1000) / 1000;
  if (std::abs(made - wanted) > kMostClockError * wanted)
    throw Error(Error::Cause::Request,
                fmt::format("the PLL of board {} makes {} MHz at the nearest of its {} MHz, and {} MHz was asked for",
                            board.name, made, board.flow->oscillatorMhz, wanted),
                fmt::format("--clock {}", made));
  return made;
}

/// By how much the oscillator inside the PLL is divided for this clock: it runs in the middle of its range. 0: it
/// cannot make it.
unsigned outputDivFor(double mhz) {
  const double middle = (kLeastOscillator + kMostOscillator) / 2;
  unsigned best = 0;
  for (unsigned div = kOutputDivStep; div <= kMostOutputDiv; div += kOutputDivStep)
    if (mhz * div >= kLeastOscillator && mhz * div <= kMostOscillator &&
        (best == 0 || std::abs(mhz * div - middle) < std::abs(mhz * best - middle)))
      best = div;
  return best;
}

ClockPlan planEcp5Pll(const board::Description &board, double wanted) {
  const double from = board.flow->oscillatorMhz;
  ClockPlan best;
  for (unsigned input = 1; from / input >= kLeastCompared; ++input)
    for (unsigned feedback = 1; feedback <= kMostFeedback; ++feedback) {
      const double made = from * feedback / input;
      const unsigned output = outputDivFor(made);
      if (output == 0 || (best.mhz != 0 && std::abs(made - wanted) >= std::abs(best.mhz - wanted)))
        continue;
      best = {made, "", {{kInputDiv, input}, {kFeedbackDiv, feedback}, {kOutputDiv, output}}};
    }
  best.mhz = requireNear(board, wanted, best.mhz);
  return best;
}

/// The module that the tool has written, as the family wants it.
std::string pllModule(const Family &family, std::string text) {
  for (const PllWord &word : family.pllWords) {
    const size_t at = text.find(word.written);
    if (at == std::string::npos)
      throw Error(Error::Cause::Machine,
                  fmt::format("the PLL that {} has written has no {}:\n{}", family.pll.name, word.written, text));
    text.replace(at, std::string_view(word.written).size(), word.wanted);
  }
  return text;
}

ClockPlan runPll(const board::Description &board, double wanted) {
  const Family &family = familyOf(board);
  const fs::path program = require(family.pll);
  const support::WorkDirectory work(fs::temp_directory_path());
  std::vector<std::string> command = family.pllArguments(board.flow->oscillatorMhz, wanted, kPllFile);
  command.insert(command.begin(), program.string());
  support::ProcessOptions options;
  options.directory = work.path();
  const support::ProcessResult result = support::runProcess(command, options);
  std::smatch found;
  if (!result.ok() || !std::regex_search(result.output, found, std::regex(family.pllFrequency))) {
    const std::string said = result.output.substr(0, result.output.find_last_not_of(" \n") + 1);
    throw Error(Error::Cause::Request,
                fmt::format("{} cannot make {} MHz of the {} MHz of board {}: {}", family.pll.name, wanted,
                            board.flow->oscillatorMhz, board.name, said),
                "ask for another clock");
  }
  return {requireNear(board, wanted, std::stod(found[1])),
          pllModule(family, support::readFile(work.path() / kPllFile)),
          {}};
}

/// Refuses a clock of which the serial port's rate cannot be divided well.
void requireBaudRate(board::Description board, double mhz) {
  if (!board.uart)
    return;
  board.clockMhz = mhz;
  const unsigned baud = board.uart->baud, divisor = board.uartDivisor();
  if (divisor < 4)
    throw Error(
        Error::Cause::Request,
        fmt::format("at {} MHz the serial port of board {} cannot run at {} baud: a bit takes at least 4 cycles", mhz,
                    board.name, baud),
        fmt::format("ask for at least {} MHz", baud * 4e-6));
  const double made = mhz * 1e6 / divisor;
  if (board.baudError() > board::kMostBaudError)
    throw Error(
        Error::Cause::Request,
        fmt::format(
            "of {} MHz the serial port of board {} makes {:.0f} baud (a bit of {} cycles) instead of {}: {:.1f} % "
            "off, and at most {:.1f} % are safe",
            mhz, board.name, made, divisor, baud, 100 * board.baudError(), 100 * board::kMostBaudError),
        fmt::format("near it are {} MHz and {} MHz", baud * 1e-6 * divisor,
                    baud * 1e-6 * (made > baud ? divisor + 1 : divisor - 1)));
}

/// Refuses a clock that the SDRAM's controller, which was made for the board's own, does not serve.
void requireSdram(const board::Description &board, double mhz) {
  if (!board.sdram)
    return;
  if (mhz > board.clockMhz)
    throw Error(
        Error::Cause::Request,
        fmt::format("board {} runs at {} MHz at most, and {} MHz was asked for: the times of its SDRAM are whole "
                    "cycles of that clock in the controller, and whether the wires to the chip do for a faster "
                    "one is not known",
                    board.name, board.clockMhz, mhz),
        fmt::format("ask for at most {} MHz", board.clockMhz));
  const double interval = kRefreshNs / board.sdram->rows, cycles = interval * mhz / 1000;
  if (cycles < kLeastRefreshCycles)
    throw Error(
        Error::Cause::Request,
        fmt::format("at {} MHz the SDRAM of board {} has to be refreshed every {:.0f} cycles, and its controller "
                    "needs at least {:.0f} in between",
                    mhz, board.name, cycles, kLeastRefreshCycles),
        fmt::format("ask for at least {:.0f} MHz", std::ceil(kLeastRefreshCycles * 1000 / interval)));
}

}  // namespace

bool clockCanChange(const board::Description &board) {
  return topHas(board, "board_clock") || topHas(board, kFeedbackDiv);
}

ClockPlan planClock(const board::Description &board, std::optional<double> wantedMhz) {
  familyOf(board);
  const double wanted = wantedMhz.value_or(board.clockMhz);
  const bool hasPll = topHas(board, kFeedbackDiv);
  ClockPlan plan{wanted, "", {}};
  if (hasPll) {
    plan = planEcp5Pll(board, wanted);
  } else if (wanted != board.flow->oscillatorMhz) {
    if (!clockCanChange(board))
      throw Error(Error::Cause::Request,
                  fmt::format("board {} runs at {} MHz only: its top.sv has no place for a PLL (module board_clock, or "
                              "ecp5_pll with parameter {})",
                              board.name, board.clockMhz, kFeedbackDiv),
                  "leave out --clock");
    plan = runPll(board, wanted);
  }
  if (wantedMhz) {
    requireSdram(board, plan.mhz);
    requireBaudRate(board, plan.mhz);
  }
  return plan;
}

}  // namespace weft::flow
