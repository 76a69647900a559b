// SPDX-License-Identifier: Apache-2.0
#include "flow/step_cache.h"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "support/kept_files.h"
#include "support/log.h"
#include "support/options.h"
#include "support/own_file.h"
#include "support/publish.h"
#include "support/resources.h"

namespace weft::flow {
namespace {

namespace fs = std::filesystem;
using support::LogLevel;

constexpr size_t kHashDigits = 32;  // behind the archive: the hash of its bytes
constexpr support::ArchiveLimits kLimits{.members = 64, .bytes = uint64_t(1) << 30};

}  // namespace

StepCache::Turn::Turn(fs::path path, const std::string &subject, const std::atomic<bool> &cancel)
    : path_(std::move(path)) {
  try {
    support::makeOwnDirectories(path_.parent_path());
    waited_ = !lock_.tryAcquire(path_);
    if (waited_)
      lock_.acquire(path_, &cancel, "waiting for another build, which is at the same step", subject);
  } catch (const std::exception &error) {
    support::log(LogLevel::Debug, "{}", error.what());
  }
}

StepCache::Turn::~Turn() {
  std::error_code error;
  if (lock_.held())
    fs::remove(path_, error);
}

StepCache::StepCache(fs::path directory, uint64_t limit) : directory_(std::move(directory)), limit_(limit) {}

StepCache &StepCache::standard() {
  static StepCache cache(support::cacheDirectory(), support::options().CACHE_SIZE);
  return cache;
}

fs::path StepCache::pathOf(const support::Hash128 &key) const {
  return directory_ / support::kSteps.folder / (key.hex() + support::kSteps.ending);
}

std::optional<support::Archive> StepCache::find(const support::Hash128 &key) const {
  std::error_code error;
  if (!keeps() || !fs::exists(pathOf(key), error))
    return std::nullopt;
  try {
    const support::Descriptor top = support::openOwnDirectory(directory_);
    const support::Descriptor folder = support::openOwnDirectory(top, directory_ / support::kSteps.folder);
    const support::Descriptor file = support::openOwnFile(folder, pathOf(key));
    const std::string bytes = support::readBytes(file, 0, support::sizeOf(file));
    ::futimens(file.get(), nullptr);  // its last use
    const std::string_view all = bytes;
    const size_t size = all.size() - std::min(kHashDigits, all.size());
    if (all.substr(size) == support::hashBytes(all.substr(0, size)).hex())
      return support::readArchive(all.substr(0, size), kLimits);
    support::log(LogLevel::Warning, "{} is damaged: the step is done again", pathOf(key).string());
  } catch (const std::exception &reason) {
    support::log(LogLevel::Warning, "{} is not used: {}", pathOf(key).string(), reason.what());
  }
  return std::nullopt;
}

StepCache::Turn StepCache::turn(const support::Hash128 &key, const std::string &subject,
                                const std::atomic<bool> &cancel) const {
  return keeps() ? Turn(directory_ / "locks" / (key.hex() + ".lock"), subject, cancel) : Turn();
}

void StepCache::keep(const support::Hash128 &key, const support::Archive &files) {
  if (!keeps())
    return;
  try {
    support::makeOwnDirectories(directory_ / support::kSteps.folder);
    support::makeOwnDirectories(directory_ / "locks");
    support::openOwnDirectory(directory_);
    std::string bytes = support::writeArchive(files);
    bytes += support::hashBytes(bytes).hex();
    support::publishFile(pathOf(key), bytes);
    support::trimFiles(directory_, limit_, pathOf(key));
  } catch (const std::exception &error) {
    support::log(LogLevel::Warning, "the result of a step is not kept: {}", error.what());
  }
}

double StepCache::expected(const std::string &kind, double size) const {
  try {
    return keeps() ? nlohmann::json::parse(support::readFile(durations())).value(kind, 0.0) * size : 0;
  } catch (const std::exception &) {  // none yet
    return 0;
  }
}

void StepCache::note(const std::string &kind, double size, double seconds) {
  if (!keeps() || size <= 0)
    return;
  try {
    nlohmann::json all = nlohmann::json::object();
    if (std::error_code error; fs::exists(durations(), error))
      all = nlohmann::json::parse(support::readFile(durations()), nullptr, false);
    if (!all.is_object())
      all = nlohmann::json::object();
    all[kind] = seconds / size;
    support::makeOwnDirectories(directory_ / support::kSteps.folder);
    support::publishFile(durations(), all.dump(1) + "\n");
  } catch (const std::exception &error) {  // an estimate less
    support::log(LogLevel::Debug, "durations of steps: {}", error.what());
  }
}

fs::path StepCache::workFolder() {
  if (keeps())
    try {
      support::makeOwnDirectories(directory_ / "work");
      std::call_once(swept_, [this] { support::WorkDirectory::removeAbandoned(directory_ / "work"); });
      return directory_ / "work";
    } catch (const std::exception &error) {
      support::log(LogLevel::Debug, "{}", error.what());
    }
  return fs::temp_directory_path();
}

}  // namespace weft::flow
