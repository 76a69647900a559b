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

bool hasPlaceForPll(const board::Description &board) {
  const std::string top = support::readFile(fs::path(board.directory) / "top.sv");
  return std::regex_search(top, std::regex(R"(\bboard_clock\b)"));
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
  if (!result.ok() || !std::regex_search(result.output, found, std::regex(family.pllFrequency)))
    throw Error(Error::Cause::Request,
                fmt::format("{} cannot make {} MHz of the {} MHz of board {}: {}", family.pll.name, wanted,
                            board.flow->oscillatorMhz, board.name, result.output),
                "ask for another clock");
  const double made = std::round(std::stod(found[1]) * 1000) / 1000;  // as the hardware tells it, in kHz
  if (std::abs(made - wanted) > kMostClockError * wanted)
    throw Error(Error::Cause::Request,
                fmt::format("the PLL of board {} makes {} MHz at the nearest of its {} MHz, and {} MHz was asked for",
                            board.name, made, board.flow->oscillatorMhz, wanted),
                fmt::format("--clock {}", made));
  return {made, support::readFile(work.path() / kPllFile)};
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

}  // namespace

ClockPlan planClock(const board::Description &board, std::optional<double> wantedMhz) {
  familyOf(board);
  const double wanted = wantedMhz.value_or(board.clockMhz);
  ClockPlan plan{wanted, ""};
  if (wanted != board.flow->oscillatorMhz) {
    if (!hasPlaceForPll(board))
      throw Error(Error::Cause::Request,
                  fmt::format("board {} runs at {} MHz only: its top.sv has no place for a PLL (module board_clock)",
                              board.name, board.clockMhz),
                  "leave out --clock");
    plan = runPll(board, wanted);
  }
  if (wantedMhz)
    requireBaudRate(board, plan.mhz);
  return plan;
}

}  // namespace weft::flow
