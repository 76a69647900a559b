// SPDX-License-Identifier: Apache-2.0
// Program binaries, as CL_PROGRAM_BINARIES gives and clCreateProgramWithBinary takes them: a zip archive with a
// manifest, LLVM IR and generated RTL (docs/program-binaries.md). The same program gives the same bytes.
#pragma once
#include <CL/cl.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "board/description.h"
#include "hls/compile.h"

namespace weft::core {

/// What other tools add to an executable: it is kept and checked, and of no meaning here.
struct Attachment {
  enum class Role { Bitstream, SimulationModel } role = Role::Bitstream;
  std::string name;  // of the member, below the folder of its role
  std::string bytes;
  bool operator==(const Attachment &) const = default;
};

struct ProgramBinary {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options;  // those it was compiled with
  std::string bitcode;  // LLVM IR
  /// Executables: the generated kernels. After reading null if another version of the compiler, or one for another
  /// description of the board, made them: then the IR is what is good.
  std::shared_ptr<const hls::Program> program;
  std::vector<Attachment> attachments;
};

/// `board`: the one that it was compiled for.
std::string packBinary(const ProgramBinary &binary, const board::Description &board);

/// Throws Error(CL_INVALID_BINARY): no such container, damaged, of a newer version, or for another board than `board`.
ProgramBinary unpackBinary(std::string_view bytes, const board::Description &board);

/// Replaces the hash at the end of a container by that of its bytes: for tests of what lies behind it.
void sealBinary(std::string &bytes);

}  // namespace weft::core
