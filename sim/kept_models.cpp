// SPDX-License-Identifier: Apache-2.0
#include "sim/kept_models.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <pwd.h>
#include <string>
#include <unistd.h>

#include "support/file_lock.h"
#include "support/options.h"

namespace weft::sim {
namespace {

namespace fs = std::filesystem;

/// Whether a file in the folder of models is the cache's: <key>.so, or what publishFile() makes of it meanwhile.
bool isEntry(const fs::path &path) {
  const std::string name = path.filename().string();
  const size_t digits = name.find_first_not_of("0123456789abcdef");
  return digits == 32 &&
         (name.substr(digits) == ".so" || (name.compare(digits, 4, ".so.") == 0 && name.ends_with(".tmp")));
}

}  // namespace

fs::path keptModelsDirectory() {
  const std::string &given = support::options().CACHE_DIR;
  if (!given.empty())
    return fs::absolute(given);
  if (const char *cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return fs::path(cache) / "weft";
  const char *home = std::getenv("HOME");
  if (!home || !*home) {
    const passwd *user = getpwuid(getuid());
    home = user ? user->pw_dir : nullptr;
  }
  // Without a home every process makes its own models.
  return home && *home ? fs::path(home) / ".cache" / "weft" : fs::path();
}

std::vector<KeptModel> keptModels(const fs::path &directory) {
  std::vector<KeptModel> models;
  if (directory.empty() || !fs::exists(directory / "models"))
    return models;
  for (const fs::directory_entry &file : fs::directory_iterator(directory / "models")) {
    if (!isEntry(file.path()))
      continue;  // WEFT_CACHE_DIR may name a folder that holds other things as well.
    std::error_code error;
    const uint64_t bytes = file.file_size(error);
    const fs::file_time_type used = file.last_write_time(error);
    if (!error)
      models.push_back({file.path(), bytes, used});
  }
  std::sort(models.begin(), models.end(), [](const KeptModel &a, const KeptModel &b) { return a.used < b.used; });
  return models;
}

Trimmed trimModels(const fs::path &directory, uint64_t limit, const fs::path &keep) {
  Trimmed trimmed;
  support::FileLock lock;
  if (!lock.tryAcquire(directory / "locks" / "evict.lock"))
    return {0, 0, true};
  const std::vector<KeptModel> models = keptModels(directory);
  uint64_t total = 0;
  for (const KeptModel &model : models)
    total += model.bytes;
  for (const KeptModel &model : models) {
    // What a killed process left of publishFile(); live ones are renamed within moments.
    const bool abandoned =
        model.path.extension() == ".tmp" && fs::file_time_type::clock::now() - model.used > std::chrono::hours(1);
    std::error_code error;
    if (!(abandoned || (total > limit && model.path != keep)) || !fs::remove(model.path, error))
      continue;
    total -= model.bytes;
    trimmed.bytes += model.bytes;
    ++trimmed.models;
  }
  return trimmed;
}

}  // namespace weft::sim
