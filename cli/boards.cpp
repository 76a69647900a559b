// SPDX-License-Identifier: Apache-2.0
// weft boards
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/board_choice.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/table.h"

namespace weft::cli {
namespace {

struct Arguments {
  bool json = false, names = false;
};

std::string memoryOf(const board::Description &board) {
  const std::string ports = board.ports > 1 ? fmt::format("{} x ", board.ports) : "";
  return fmt::format("{}, {}{} bit{}", sizeText(board.memoryBytes), ports, board.portBits,
                     board.sharedMemory ? ", shared with the host" : "");
}

void printTable(const std::vector<BoardChoice> &boards) {
  Table table({"BOARD", "DEVICE", "FAMILY", "CLOCK", "MEMORY", "BITSTREAM", "DESCRIPTION"});
  for (const auto &[board, device] : boards)
    table.add({board.name, device, board.family, fmt::format("{} MHz", board.clockMhz), memoryOf(board),
               board.flow ? board.flow->device : "-", board.text});
  std::cout << table.text();
}

void printJson(const std::vector<BoardChoice> &boards) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto &[board, device] : boards) {
    nlohmann::ordered_json entry = {{"device", device}};
    entry.update(nlohmann::ordered_json::parse(board.json));
    list.push_back(std::move(entry));
  }
  std::cout << list.dump(2) << "\n";
}

int show(const Arguments &arguments) {
  const auto [boards, problems] = installedBoards();
  if (arguments.json)
    printJson(boards);
  else if (arguments.names)
    for (const BoardChoice &board : boards)
      std::cout << board.description.name << "\n";
  else
    printTable(boards);
  for (const std::string &problem : problems)
    std::cerr << "error: " << problem << "\n";
  return problems.empty() ? kDone : kInputFailed;
}

void declare(CLI::App &command, Action &action) {
  const auto arguments = std::make_shared<Arguments>();
  auto *json = command.add_flag("--json", arguments->json, "shows all that is in their descriptions, as JSON");
  command.add_flag("--names", arguments->names, "shows their names alone, one a line")->excludes(json);
  command.callback([&action, arguments] { action = [arguments] { return show(*arguments); }; });
}

}  // namespace

Command boardsCommand() {
  return {"boards",
          "shows the boards that kernels can be built for",
          {"BOARD is what weft build --board takes, DEVICE what WEFT_DEVICE takes for OpenCL programs, BITSTREAM the "
           "FPGA for which weft build makes bitstreams. A board of one's own is named by the path of its board.json in "
           "both (sim:/path/of/board.json)."},
          {{"all boards", "weft boards"}, {"for a script", "weft boards --json"}},
          declare};
}

}  // namespace weft::cli
