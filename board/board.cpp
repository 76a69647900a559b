// SPDX-License-Identifier: Apache-2.0
// The one list of board implementations. It stands apart from the abstract board so that only programs that open boards
// link them.
#include "board/board.h"

#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>

#include "board/null/null_board.h"
#include "board/small_shell/small_board.h"
#include "sim/online_board.h"
#include "sim/sim_board.h"
#include "support/options.h"
#include "support/resources.h"

namespace weft::board {
namespace {

struct Transport {
  const char *name;
  const char *boardPrefix;  // of the names of boards that it has for itself: "sim:card" opens board sim-card
  /// `port`: what stands behind @ in the device string, or empty.
  std::unique_ptr<Board> (*make)(const Description &, const std::string &port);
};

constexpr Transport kTransports[] = {
    {"sim", "sim-", [](const Description &d, const std::string &) { return sim::makeSimBoard(d); }},
    // Stands in for simulated boards in tests.
    {"null", "sim-", [](const Description &d, const std::string &) { return makeNullBoard(d); }},
    {"uart", "",
     [](const Description &d, const std::string &port) {
       return support::options().ONLINE == support::Online::Build ? sim::makeOnlineBoard(d, port)
                                                                  : makeUartBoard(d, port);
     }},
};

struct Choice {
  const Transport &transport;
  std::string board, port;
};

/// What a transport calls a board: one of its own, otherwise a real one.
std::string boardName(const Transport &transport, const std::string &name) {
  if (name.find('/') != std::string::npos)  // a path names a description of the user's own
    return name;
  const std::string own = transport.boardPrefix + name;
  const std::filesystem::path boards = support::resourceDirectory() / "board";
  return !std::filesystem::exists(boards / own) && std::filesystem::exists(boards / name) ? name : own;
}

/// The transport, the board and the port that a device string names. Throws std::runtime_error.
Choice choose(const std::string &device) {
  const size_t colon = device.find(':');
  const std::string transport = device.substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : device.substr(colon + 1);
  const size_t at = rest.find('@');
  const std::string name = rest.substr(0, at), port = at == std::string::npos ? "" : rest.substr(at + 1);
  std::string known;
  for (const Transport &candidate : kTransports) {
    if (transport == candidate.name && !name.empty())
      return {candidate, boardName(candidate, name), port};
    known += fmt::format("{}{}:<board>", known.empty() ? "" : ", ", candidate.name);
  }
  throw std::runtime_error(fmt::format("unknown device \"{}\": expected {}, for example sim:card", device, known));
}

}  // namespace

std::unique_ptr<Board> open(const std::string &device) {
  const Choice choice = choose(device);
  return choice.transport.make(loadDescription(choice.board), choice.port);
}

Description describe(const std::string &device) { return loadDescription(choose(device).board); }

}  // namespace weft::board
