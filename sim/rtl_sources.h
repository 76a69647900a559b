// SPDX-License-Identifier: Apache-2.0
// The RTL library in the resource directory, by module name, and the C++ headers that replace parts of it.
#pragma once
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace weft::sim {

struct SourceFile {
  std::string name;  // file name without folders
  std::string text;
};

/// Gives the file of that name another text. False if there is none.
bool replaceSource(std::vector<SourceFile> &sources, std::string_view name, std::string text);

/// The C++ header `path` and those beside it that it includes by their bare names, transitively: by name. Throws
/// std::runtime_error when one cannot be read.
std::vector<SourceFile> headerClosure(const std::filesystem::path &path);

/// Generated SystemVerilog without its line comments. Block comments stay: they can be directives to Verilator.
std::string withoutLineComments(std::string_view text);

class RtlLibrary {
public:
  /// Lists `directory`/<folder>/<module>.sv, and of the wrappers `directory`/tech/<technology>/<module>.sv, which have
  /// the same names: those of the last of `technologies` that has one. Throws std::runtime_error when there is nothing.
  explicit RtlLibrary(const std::filesystem::path &directory,
                      const std::vector<std::string_view> &technologies = {"generic"});

  /// The file of every library package and module that `text` mentions, transitively: packages in the order of their
  /// use, then modules by name. A module that the library lacks is left to the tool, which names it.
  std::vector<SourceFile> closure(std::string_view text) const;
  bool has(std::string_view module) const { return units_.contains(module); }

private:
  struct Unit {
    std::filesystem::path path;
    // Read and searched once, when first used: every build of a program asks for the same few.
    mutable std::once_flag read;
    mutable std::string text;
    mutable std::vector<std::string_view> mentions;
  };
  /// The names of units in a text, each once, in the order of their appearance.
  std::vector<std::string_view> mentioned(std::string_view text) const;
  const Unit &unit(std::string_view name) const;

  std::map<std::string, Unit, std::less<>> units_;  // by module or package name
};

}  // namespace weft::sim
