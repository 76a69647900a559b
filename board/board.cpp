// SPDX-License-Identifier: Apache-2.0
// The one list of board implementations. It stands apart from the abstract board so that only programs that open boards
// link them.
#include "board/board.h"

#include <fmt/format.h>
#include <stdexcept>

#include "board/null/null_board.h"
#include "sim/sim_board.h"

namespace weft::board {
namespace {

struct Transport {
  const char *name;
  const char *boardPrefix;  // of the names of its boards: "sim:card" opens board sim-card
  std::unique_ptr<Board> (*make)(const Description &);
};

constexpr Transport kTransports[] = {
    {"sim", "sim-", &sim::makeSimBoard}, {"null", "sim-", &makeNullBoard},  // stands in for simulated boards in tests
};

struct Choice {
  const Transport &transport;
  std::string board;
};

/// The transport and the board that a device string names. Throws std::runtime_error.
Choice choose(const std::string &device) {
  const size_t colon = device.find(':');
  const std::string transport = device.substr(0, colon);
  const std::string name = colon == std::string::npos ? "" : device.substr(colon + 1);
  std::string known;
  for (const Transport &candidate : kTransports) {
    // A path names a description of the user's own.
    if (transport == candidate.name && !name.empty())
      return {candidate, name.find('/') == std::string::npos ? candidate.boardPrefix + name : name};
    known += fmt::format("{}{}:<board>", known.empty() ? "" : ", ", candidate.name);
  }
  throw std::runtime_error(fmt::format("unknown device \"{}\": expected {}, for example sim:card", device, known));
}

}  // namespace

std::unique_ptr<Board> open(const std::string &device) {
  const Choice choice = choose(device);
  return choice.transport.make(loadDescription(choice.board));
}

Description describe(const std::string &device) { return loadDescription(choose(device).board); }

}  // namespace weft::board
