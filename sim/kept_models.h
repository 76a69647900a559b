// SPDX-License-Identifier: Apache-2.0
// The models that ModelCache keeps on disk (sim/model_cache.h), as files: how much they take, and which go.
#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

namespace weft::sim {

/// The cache's directory as the environment asks: WEFT_CACHE_DIR, else below $XDG_CACHE_HOME or the home. Empty: none.
std::filesystem::path keptModelsDirectory();

struct KeptModel {
  std::filesystem::path path;
  uint64_t bytes = 0;
  std::filesystem::file_time_type used;
};

/// Those of a cache's directory, the least recently used first; other files there are left out. None if there is no
/// such directory. Throws std::filesystem::filesystem_error if it cannot be read.
std::vector<KeptModel> keptModels(const std::filesystem::path &directory);

struct Trimmed {
  uint64_t models = 0, bytes = 0;  // removed
  bool busy = false;               // another process is at it
};

/// Removes the least recently used until the others take at most `limit` bytes; `keep` stays. Throws
/// std::filesystem::filesystem_error and std::system_error.
Trimmed trimModels(const std::filesystem::path &directory, uint64_t limit, const std::filesystem::path &keep = {});

}  // namespace weft::sim
