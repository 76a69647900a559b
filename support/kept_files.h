// SPDX-License-Identifier: Apache-2.0
// What Weft keeps on disk between processes, as files: where, how much they take, and which go.
#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

namespace weft::support {

/// The cache's directory as the environment asks: WEFT_CACHE_DIR, else below $XDG_CACHE_HOME or the home. Empty: none.
std::filesystem::path cacheDirectory();

/// What is kept has a folder of the cache for itself, and its files are called <32 hexadecimal digits><ending>.
struct KeptKind {
  const char *name;  // of one of them, to people
  const char *folder, *ending;
};
inline constexpr KeptKind kModels = {"model", "models", ".so"};  // of kernels and shells (sim/model_cache.h)
inline constexpr KeptKind kSteps = {"step", "steps", ".step"};   // of builds of bitstreams (flow/step_cache.h)
// Programs whose bitstreams are built in the background, and what was said meanwhile (host/core/bitstream_build.h).
inline constexpr KeptKind kPrograms = {"program", "online", ".weft"}, kProgramLogs = {"log", "online-logs", ".log"};
inline constexpr const KeptKind *kKeptKinds[] = {&kModels, &kSteps, &kPrograms, &kProgramLogs};

struct KeptFile {
  const KeptKind *kind = nullptr;
  std::filesystem::path path;
  uint64_t bytes = 0;
  std::filesystem::file_time_type used;
};

/// Those of a cache's directory, the least recently used first; other files there are left out. None if there is no
/// such directory. Throws std::filesystem::filesystem_error if it cannot be read.
std::vector<KeptFile> keptFiles(const std::filesystem::path &directory);

struct Trimmed {
  uint64_t files = 0, bytes = 0;  // removed
  bool busy = false;              // another process is at it
};

/// Removes the least recently used until the others take at most `limit` bytes; `keep` stays. Throws
/// std::filesystem::filesystem_error and std::system_error.
Trimmed trimFiles(const std::filesystem::path &directory, uint64_t limit, const std::filesystem::path &keep = {});

}  // namespace weft::support
