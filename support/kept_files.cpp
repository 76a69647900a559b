// SPDX-License-Identifier: Apache-2.0
#include "support/kept_files.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <pwd.h>
#include <string>
#include <unistd.h>

#include "support/file_lock.h"
#include "support/options.h"

namespace weft::support {
namespace {

namespace fs = std::filesystem;

/// Whether a file in the folder of its kind is the cache's: <key><ending>, or what publishFile() makes of it meanwhile.
bool isEntry(const fs::path &path, const std::string &ending) {
  const std::string name = path.filename().string();
  const size_t digits = name.find_first_not_of("0123456789abcdef");
  return digits == 32 &&
         (name.substr(digits) == ending || (name.substr(digits).starts_with(ending + ".") && name.ends_with(".tmp")));
}

void addFiles(const fs::path &directory, const KeptKind &kind, std::vector<KeptFile> &files) {
  if (!fs::exists(directory / kind.folder))
    return;
  for (const fs::directory_entry &file : fs::directory_iterator(directory / kind.folder)) {
    if (!isEntry(file.path(), kind.ending))
      continue;  // WEFT_CACHE_DIR may name a folder that holds other things as well.
    std::error_code error;
    const uint64_t bytes = file.file_size(error);
    const fs::file_time_type used = file.last_write_time(error);
    if (!error)
      files.push_back({&kind, file.path(), bytes, used});
  }
}

}  // namespace

fs::path cacheDirectory() {
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

std::vector<KeptFile> keptFiles(const fs::path &directory) {
  std::vector<KeptFile> files;
  if (!directory.empty())
    for (const KeptKind *kind : kKeptKinds)
      addFiles(directory, *kind, files);
  std::sort(files.begin(), files.end(), [](const KeptFile &a, const KeptFile &b) { return a.used < b.used; });
  return files;
}

Trimmed trimFiles(const fs::path &directory, uint64_t limit, const fs::path &keep) {
  Trimmed trimmed;
  support::FileLock lock;
  if (!lock.tryAcquire(directory / "locks" / "evict.lock"))
    return {0, 0, true};
  const std::vector<KeptFile> files = keptFiles(directory);
  uint64_t total = 0;
  for (const KeptFile &file : files)
    total += file.bytes;
  for (const KeptFile &file : files) {
    // What a killed process left of publishFile(); live ones are renamed within moments.
    const bool abandoned =
        file.path.extension() == ".tmp" && fs::file_time_type::clock::now() - file.used > std::chrono::hours(1);
    std::error_code error;
    if (!(abandoned || (total > limit && file.path != keep)) || !fs::remove(file.path, error))
      continue;
    total -= file.bytes;
    trimmed.bytes += file.bytes;
    ++trimmed.files;
  }
  return trimmed;
}

}  // namespace weft::support
