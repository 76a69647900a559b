// SPDX-License-Identifier: Apache-2.0
// weft program
#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>
#include <iostream>
#include <memory>

#include "cli/board_choice.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/program_file.h"
#include "flow/error.h"
#include "flow/tools.h"
#include "support/publish.h"
#include "support/stage.h"
#include "support/subprocess.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string file, kernel, board;
  bool flash = false, dryRun = false;
};

const kernel::Bitstream &chooseBitstream(const program::Contents &contents, const Arguments &arguments) {
  if (contents.bitstreams.empty())
    throw Failure(kInputFailed, fmt::format("{} has no bitstream", arguments.file),
                  "weft build makes one for boards with a flow (weft boards), unless --no-bitstream is given");
  std::vector<std::string> kernels;
  for (const kernel::Bitstream &bitstream : contents.bitstreams) {
    if (bitstream.has(arguments.kernel) || (arguments.kernel.empty() && contents.bitstreams.size() == 1))
      return bitstream;
    for (const kernel::Resident &kernel : bitstream.kernels)
      kernels.push_back(kernel.name);
  }
  const std::string hint = fmt::format("--kernel NAME: there are {}", fmt::join(kernels, ", "));
  if (arguments.kernel.empty())
    throw Failure(kWrongUsage, fmt::format("{} has several bitstreams, and which one is not told", arguments.file),
                  hint);
  throw Failure(kWrongUsage, fmt::format("{} has no bitstream of a kernel {}", arguments.file, arguments.kernel), hint);
}

/// What openFPGALoader calls the board that the file is for.
std::string programmerOf(const program::Contents &contents, const Arguments &arguments) {
  const board::Description board = chooseBoard(arguments.board.empty() ? contents.board : arguments.board).description;
  if (board.name != contents.board)
    throw Failure(kWrongUsage,
                  fmt::format("{} is for board {}, not for {}", arguments.file, contents.board, board.name),
                  "leave out --board, or build the file for that board");
  if (!board.flow || board.flow->programmer.empty())
    throw Failure(kInputFailed, fmt::format("how board {} is programmed is not in its description", board.name),
                  "flow.programmer: what openFPGALoader --list-boards calls it");
  return board.flow->programmer;
}

std::vector<std::string> commandFor(const Arguments &arguments, const std::string &board, const std::string &file) {
  std::string loader = flow::kOpenFpgaLoader.name;
  if (!arguments.dryRun)
    try {
      loader = flow::require(flow::kOpenFpgaLoader).string();
    } catch (const flow::Error &error) {
      throw Failure(kMachineFailed, error.what(), error.hint());
    }
  std::vector<std::string> command = {loader, "-b", board};
  if (arguments.flash)
    command.emplace_back("--write-flash");
  command.push_back(file);
  return command;
}

void load(const std::vector<std::string> &command, const fs::path &folder, const std::string &board) {
  support::ProcessOptions options;
  options.directory = folder;
  const support::ProcessResult result = [&] {
    const support::Stage shown("program", board);
    return support::runProcess(command, options);
  }();
  std::cerr << result.output;
  if (!result.ok())
    throw Failure(kMachineFailed,
                  fmt::format("{} did not program board {}: {}", flow::kOpenFpgaLoader.name, board, result.outcome()),
                  "is the board plugged in and switched on, and may you use it (udev rules of openFPGALoader)? "
                  "openFPGALoader --scan-usb shows what is there");
}

int programBoard(const Arguments &arguments) {
  const program::Contents contents = inspectFile(arguments.file, readInput(arguments.file));
  const kernel::Bitstream &bitstream = chooseBitstream(contents, arguments);
  const std::string programmer = programmerOf(contents, arguments);
  const std::vector<std::string> command = commandFor(arguments, programmer, bitstream.file);
  if (arguments.dryRun) {
    std::cout << fmt::format("{}\n", fmt::join(command, " "));
    return kDone;
  }
  const auto bytes = std::find_if(
      contents.attachments.begin(), contents.attachments.end(), [&](const program::Attachment &attachment) {
        return attachment.role == program::Attachment::Role::Bitstream && attachment.name == bitstream.file;
      });
  const support::WorkDirectory folder(fs::temp_directory_path());
  support::publishFile(folder.path() / bitstream.file, bytes->bytes);
  load(command, folder.path(), contents.board);
  std::cerr << fmt::format("{:>10}  {} with {} at {} MHz\n", "programmed", contents.board, bitstream.subject(),
                           bitstream.clockMhz);
  return kDone;
}

void declare(CLI::App &command, Action &action) {
  const auto arguments = std::make_shared<Arguments>();
  command.add_option("FILE", arguments->file, "a .weft file with bitstreams")->required();
  command.add_option("-k,--kernel", arguments->kernel, "which kernel's bitstream, if there are several")
      ->type_name("NAME");
  command.add_option("--board", arguments->board, "the description of the board, if it is not an installed one")
      ->type_name("BOARD");
  command.add_flag("--flash", arguments->flash,
                   "writes it into the board's flash memory, from where it is loaded at power-on");
  command.add_flag("-n,--dry-run", arguments->dryRun, "only shows the command");
  command.callback([&action, arguments] { action = [arguments] { return programBoard(*arguments); }; });
}

}  // namespace

Command programCommand() {
  return {
      "program",
      "writes the bitstream of a .weft file to a board",
      {"openFPGALoader does it. A bitstream has the kernels that weft info shows; for others the board is programmed "
       "anew. Without --flash the FPGA "
       "forgets it when it is switched off, if the board can be programmed so. Then WEFT_DEVICE=uart:BOARD@PORT is "
       "the device, and weft run --board uart:BOARD@PORT runs the kernel there."},
      {{"what would be done, for a kernel of an HX8K board",
        "weft build vecadd.cl --board hx8k-evn -o board.weft && weft program board.weft --dry-run"}},
      declare};
}

}  // namespace weft::cli
