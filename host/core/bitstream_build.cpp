// SPDX-License-Identifier: Apache-2.0
#include "host/core/bitstream_build.h"

#include <filesystem>
#include <fmt/format.h>
#include <sstream>

#include "hls/compile.h"
#include "program/container.h"
#include "support/detached.h"
#include "support/hash.h"
#include "support/kept_files.h"
#include "support/options.h"
#include "support/own_file.h"
#include "support/publish.h"
#include "support/resources.h"

namespace weft::core {
namespace {

namespace fs = std::filesystem;

constexpr const char *kErrorPrefix = "error: ";  // of `weft build`

struct Paths {
  fs::path program, log, lock;
};

Paths pathsOf(const fs::path &cache, const std::string &program) {
  const std::string key = support::hashBytes(program).hex();
  return {cache / support::kPrograms.folder / (key + support::kPrograms.ending),
          cache / support::kProgramLogs.folder / (key + support::kProgramLogs.ending),
          cache / "locks" / (key + ".online")};
}

/// The command line, beside the resources in build tree and installation alike.
fs::path commandLine() { return support::resourceDirectory().parent_path().parent_path() / "bin" / "weft"; }

bool hasBitstream(const fs::path &program) {
  return !program::inspect(support::readFile(program), hls::generatorIdentity()).bitstreams.empty();
}

/// What the last build ended with; empty: nothing was wrong with it, or it was killed.
std::string errorIn(const fs::path &log) {
  if (!fs::exists(log))
    return "";
  std::istringstream lines(support::readFile(log));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(kErrorPrefix))
      return line.substr(std::string_view(kErrorPrefix).size());
  return "";
}

void start(const std::string &program, const Paths &paths, const board::Description &board,
           const support::FileLock &lock) {
  support::publishFile(paths.program, program);
  const std::string description = (fs::path(board.directory) / "board.json").string();
  support::startDetached({commandLine().string(), "build", paths.program.string(), "--board", description}, paths.log,
                         lock);
}

std::string request(const std::string &program, const board::Description &board) {
  const fs::path cache = support::cacheDirectory();
  if (cache.empty() || support::options().CACHE_SIZE == 0)
    return "no bitstream is built, as there is no cache to keep it: set WEFT_CACHE_DIR and WEFT_CACHE_SIZE";
  if (!board.flow)
    return "no bitstream is built, as the board's description has no \"flow\"";
  if (!fs::exists(commandLine()))
    return fmt::format("no bitstream is built, as {} is missing", commandLine().string());
  const Paths paths = pathsOf(cache, program);
  for (const fs::path &file : {paths.program, paths.log, paths.lock})
    support::makeOwnDirectories(file.parent_path());
  support::openOwnDirectory(paths.program.parent_path());
  support::FileLock lock;
  if (!lock.tryAcquire(paths.lock))
    return fmt::format("its bitstream is being built; what is said meanwhile is in {}", paths.log.string());
  if (fs::exists(paths.program)) {
    if (hasBitstream(paths.program))
      return fmt::format("its bitstream is ready: weft program {}", paths.program.string());
    if (const std::string error = errorIn(paths.log); !error.empty())
      return fmt::format("no bitstream can be built: {} (all of it is in {}; weft cache --clear forgets that)", error,
                         paths.log.string());
  }
  start(program, paths, board, lock);
  return fmt::format("its bitstream is built in the background; what is said meanwhile is in {}", paths.log.string());
}

}  // namespace

std::string requestBitstream(const std::string &program, const board::Description &board) {
  try {
    return request(program, board);
  } catch (const std::exception &error) {
    return fmt::format("no bitstream is built: {}", error.what());
  }
}

}  // namespace weft::core
