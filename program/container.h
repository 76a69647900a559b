// SPDX-License-Identifier: Apache-2.0
// Program containers: a zip archive with a manifest, LLVM IR and generated RTL (docs/program-binaries.md). The same
// program gives the same bytes.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "board/description.h"
#include "kernel/bitstream.h"
#include "kernel/image.h"

namespace weft::program {

/// Added to an executable by tools: kept and checked, but not interpreted.
struct Attachment {
  enum class Role { Bitstream, SimulationModel, Source } role = Role::Bitstream;
  std::string name;  // of the member, below the folder of its role
  std::string bytes;
  bool operator==(const Attachment &) const = default;
};

enum class Type { Object, Library, Executable };
const char *nameOf(Type type);

struct Container {
  Type type = Type::Object;
  std::string options;  // those it was compiled with
  std::string bitcode;  // LLVM IR
  /// Executables: the generated kernels. After reading null if another version of the compiler, or one for another
  /// description of the board, made them: then they must be generated again from the IR.
  std::shared_ptr<const kernel::Program> program;
  std::vector<Attachment> attachments;
  /// What the manifest says of attachments that are bitstreams; those that other tools added are not among them.
  std::vector<kernel::Bitstream> bitstreams;
};

/// `board`: the one that it was compiled for. `generator`: names the version of the compiler (hls::generatorIdentity).
std::string pack(const Container &container, const board::Description &board, std::string_view generator);

/// Not such a container, damaged, of a newer version, or for another board than expected.
class InvalidContainer : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Throws InvalidContainer unless each of the kernels has a name of its own and can have been generated for the board.
void requireFit(const kernel::Program &program, const board::Description &board);

/// Throws InvalidContainer.
Container unpack(std::string_view bytes, const board::Description &board, std::string_view generator);

struct Member {
  std::string name, role;
  uint64_t bytes = 0;  // unpacked
};

/// What a container says of itself to who has no board to load it for.
struct Contents {
  Type type = Type::Object;
  std::string generator, board, options;
  double clockMhz = 0;  // of the board that it was compiled for
  std::vector<Member> members;
  std::shared_ptr<const kernel::Program> program;  // null if another version of the compiler made it
  std::vector<Attachment> attachments;
  std::vector<kernel::Bitstream> bitstreams;
  std::string manifest;  // JSON
};

/// Throws InvalidContainer.
Contents inspect(std::string_view bytes, std::string_view generator);

/// Replaces the hash at the end of a container by that of its bytes: for tests of what lies behind it.
void seal(std::string &bytes);

}  // namespace weft::program
