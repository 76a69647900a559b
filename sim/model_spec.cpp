// SPDX-License-Identifier: Apache-2.0
#include "sim/model_spec.h"

#include "board/small_shell/top_parameters.h"
#include "kernel/image.h"
#include "support/resources.h"

namespace weft::sim {
namespace {

// The library does not change while a process runs. Never destroyed: builds may go on while it exits.
const RtlLibrary &library() {
  static const RtlLibrary &library = *new RtlLibrary(support::resourceDirectory() / "rtl");
  return library;
}

/// A model that holds a kernel. `round`: what else mentions modules of the library.
ModelSpec withKernel(ModelSpec::Kind kind, const kernel::Image &image, const std::string &round,
                     const ModelOptions &options) {
  ModelSpec spec;
  spec.kind = kind;
  spec.name = "kernel " + image.interface.name;
  // Comments tell the kernel's name and its source lines: kernels that are the same without them share a model.
  std::string text = withoutLineComments(image.systemVerilog);
  spec.sources = library().closure(text + "\n" + round);
  spec.sources.push_back({"kernel_region.sv", std::move(text)});
  spec.fastFp = options.fastFp;
  spec.trace = options.trace;
  spec.names = options.names;
  spec.optimisation = options.optimised ? "-O1" : "-O0";
  if (spec.fastFp)
    spec.fastFpHeaders = headerClosure(support::resourceDirectory() / "rtl" / "fp" / "fp_fast.h");
  return spec;
}

}  // namespace

ModelSpec kernelSpec(const kernel::Image &image, const ModelOptions &options) {
  return withKernel(ModelSpec::Kind::Kernel, image, "", options);
}

ModelSpec boardSpec(const board::Description &board, const kernel::Image &image, uint32_t number,
                    const ModelOptions &options) {
  const std::string top = support::readFile(std::filesystem::path(board.directory) / "top.sv");
  ModelSpec spec = withKernel(ModelSpec::Kind::Board, image, top, options);
  spec.name += " on board " + board.name;
  spec.sources.push_back({"top.sv", top});
  for (const auto &[name, value] : board::topParameters(board, top, number))
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
    return "top";
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
  spec.parameters = {{"HostBits", board.hostLinkBits},
                     {"LineBits", board.portBits},
                     {"AddrBits", board.memoryAddressBits},
                     {"NumRegions", board.regions},
                     {"AtomicBits", board.atomicBits}};
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
