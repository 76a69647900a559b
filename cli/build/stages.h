// SPDX-License-Identifier: Apache-2.0
// From a kernel file to a .weft file, stage by stage.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "board/description.h"
#include "cli/build/hardware.h"
#include "host/compiler/request.h"
#include "program/container.h"

namespace weft::cli {

/// What a .weft file calls the source of this path: its last part, with `_` for characters that members' names may not
/// have everywhere.
std::string sourceMemberName(const std::filesystem::path &path);

struct BuildInput {
  std::string file;     // the path of a source or of a .weft file, as messages show it
  std::string options;  // as clBuildProgram takes them
  board::Description board;
  bool keepSource = true;  // in the .weft file, for reports
  /// Makes bitstreams too, if the board has a flow for them.
  std::optional<HardwareOptions> hardware;
  std::optional<double> clockMhz;  // another clock than the board's own
};

/// What the stages have made so far.
struct Build {
  /// Throws Failure: no such file, or a clock that the board cannot have.
  explicit Build(BuildInput given);
  BuildInput input;  // the board's clock is the one that it will run at
  std::string source;
  bool packed = false;                 // the file is a .weft file, to which bitstreams are added, and no source
  program::Container container;        // the file's, if it is packed
  std::shared_ptr<Hardware> hardware;  // null: no bitstreams are made
  std::string bytes;                   // of the .weft file
};

/// A file that a stage leaves for people to look at.
struct Dump {
  std::string name, text;
};

struct BuildStage {
  const char *name;
  const char *summary;
  void (*run)(Build &build);  // throws Failure
  /// What it made, for --dump-dir.
  std::vector<Dump> (*dumps)(const Build &build);
  /// What it did, in a few words, for the line of progress.
  std::string (*outcome)(const Build &build);
  /// Null: it is part of every build.
  bool (*applies)(const Build &build) = nullptr;
};

/// In their order.
std::span<const BuildStage> buildStages();

struct BuildProgress {
  bool quiet = false;
  std::string stopAfter;                // name of the last stage; empty: all
  std::filesystem::path dumpDirectory;  // empty: none
};

/// Runs the stages. Compiler messages go to stderr, and so does a line for each stage unless `quiet`. Throws Failure.
void runStages(Build &build, const BuildProgress &progress);

}  // namespace weft::cli
