// SPDX-License-Identifier: Apache-2.0
#include "sim/model_spec.h"

#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>

#include "board/small_shell/kernel_set.h"
#include "board/small_shell/top_parameters.h"
#include "kernel/image.h"
#include "sim/model/sdram_chip.h"
#include "support/resources.h"

namespace weft::sim {
namespace {

// The library does not change while a process runs. Never destroyed: builds may go on while it exits.
const RtlLibrary &library() {
  static const RtlLibrary &library = *new RtlLibrary(support::resourceDirectory() / "rtl", {"generic", "simulation"});
  return library;
}

using Files = std::vector<std::pair<std::string, std::string>>;

/// A model that holds kernels, in files by name. `round`: what else mentions modules of the library.
ModelSpec withKernels(ModelSpec::Kind kind, const Files &kernels, const std::string &round,
                      const ModelOptions &options) {
  ModelSpec spec;
  spec.kind = kind;
  // Comments tell the kernel's name and its source lines: kernels that are the same without them share a model.
  Files files = kernels;
  std::string mentions = round;
  for (auto &[name, text] : files) {
    text = withoutLineComments(text);
    mentions += "\n" + text;
  }
  spec.sources = library().closure(mentions);
  for (auto &[name, text] : files)
    if (!replaceSource(spec.sources, name, text))
      spec.sources.push_back({name, std::move(text)});
  spec.fastFp = options.fastFp;
  spec.trace = options.trace;
  spec.names = options.names;
  spec.optimisation = options.optimised ? "-O1" : "-O0";
  if (spec.fastFp)
    spec.fastFpHeaders = headerClosure(support::resourceDirectory() / "rtl" / "fp" / "fp_fast.h");
  return spec;
}

/// The controller of the board's SDRAM chip, and a model of the chip. Throws std::runtime_error.
void requireSdram(const board::Description &board) {
  if (!library().has(board.memoryController()))
    throw std::runtime_error(fmt::format(
        "board {}: its memory controller, module {}, is not there: LiteDRAM makes it when Weft is built; run "
        "scripts/setup where PyPI can be reached, then scripts/build",
        board.name, board.memoryController()));
  const board::Sdram &sdram = *board.sdram;
  if (sdram.banks != SdramChip::kBanks || sdram.rows != SdramChip::kRows || sdram.columns != SdramChip::kColumns ||
      sdram.dataBits != SdramChip::kDataBits)
    throw std::runtime_error(fmt::format(
        "board {}: an SDRAM chip of {} banks of {} x {} words of {} bits is not simulated, only one of {} banks of {} "
        "x {} words of {} bits (sim/model/sdram_chip.h)",
        board.name, sdram.banks, sdram.rows, sdram.columns, sdram.dataBits, SdramChip::kBanks, SdramChip::kRows,
        SdramChip::kColumns, SdramChip::kDataBits));
}

}  // namespace

ModelSpec kernelSpec(const kernel::Image &image, const ModelOptions &options) {
  ModelSpec spec = withKernels(ModelSpec::Kind::Kernel, {{"kernel_region.sv", image.systemVerilog}}, "", options);
  spec.name = "kernel " + image.interface.name;
  spec.addressBits = image.interface.addressBits;
  return spec;
}

ModelSpec boardSpec(const board::Description &board, std::span<const kernel::Image> images,
                    const ModelOptions &options) {
  const std::filesystem::path folder = board.directory;
  const std::string top = support::readFile(folder / "top.sv");
  if (board.sdram)
    requireSdram(board);
  ModelSpec spec = withKernels(ModelSpec::Kind::Board, board::kernelFiles(board, images), top, options);
  for (const kernel::Image &image : images)
    spec.name += (spec.name.empty() ? "kernel " : ", ") + image.interface.name;
  spec.name += " on board " + board.name;
  spec.sources.push_back({"top.sv", top});
  if (board.sdram) {
    spec.sources.push_back({"sim_top.sv", support::readFile(folder / "sim_top.sv")});
    spec.sdramClockKhz = unsigned(board.clockMhz * 1000);
  }
  for (const auto &[name, value] : board::topParameters(board, top, board::topKernelNumber(images)))
    spec.parameters.emplace_back(name, value);
  return spec;
}

const char *ModelSpec::topModule() const {
  switch (kind) {
  case Kind::Kernel:
    return abi::kKernelRegionModule;
  case Kind::Shell:
    return "weft_shell";
  case Kind::Board:
    return sdramClockKhz != 0 ? "sim_top" : "top";
  case Kind::ShellControl:
    break;
  }
  return "shell_control";
}

ModelSpec shellSpec(const board::Description &board, const ModelOptions &options) {
  ModelSpec spec;
  spec.kind = ModelSpec::Kind::Shell;
  spec.name = "shell of " + board.name;
  spec.sources = library().closure(spec.topModule());
  spec.parameters = {
      {"HostBits", board.hostLinkBits}, {"LineBits", board.portBits},       {"AddrBits", board.memoryAddressBits},
      {"NumRegions", board.regions},    {"AtomicSlots", board.atomicSlots}, {"AtomicBits", board.atomicBits},
      {"NumPorts", board.ports},        {"Backlog", board.backlog()}};
  if (board.ports > 1)
    spec.parameters.emplace_back("StripeLines", board.interleaveBytes / board.lineBytes());
  spec.fastFp = false;  // it has no floating point
  spec.trace = options.trace;
  spec.optimisation = "-O2";
  return spec;
}

ModelSpec shellControlSpec(const board::Description &board) {
  ModelSpec spec;
  spec.kind = ModelSpec::Kind::ShellControl;
  spec.name = "control of the shell of " + board.name;
  spec.sources = library().closure(spec.topModule());
  spec.parameters = {
      {"HostBits", board.hostLinkBits}, {"AddrBits", board.memoryAddressBits}, {"NumRegions", board.regions}};
  spec.fastFp = false;  // it has no floating point
  spec.optimisation = "-O2";
  return spec;
}

}  // namespace weft::sim
