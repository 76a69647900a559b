// SPDX-License-Identifier: Apache-2.0
#include "sim/model_cache.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>

#include "support/file_lock.h"
#include "support/kept_files.h"
#include "support/log.h"
#include "support/options.h"
#include "support/own_file.h"
#include "support/publish.h"
#include "support/resources.h"

namespace weft::sim {
namespace {

namespace fs = std::filesystem;
using support::Hash128;
using support::LogLevel;

/// Follows a shared object in its file; the loader does not look there.
struct Trailer {
  char magic[8] = {'w', 'e', 'f', 't', 's', 'i', 'm', '1'};
  uint64_t size = 0;  // of the shared object
  Hash128 hash;
};

/// Less free space than a compilation needs is what a failed one is put down to.
constexpr uint64_t kRoomBytes = 64 << 20;

/// No model is as large.
constexpr uint64_t kMaxBytes = uint64_t(1) << 30;

std::string withTrailer(std::string object) {
  Trailer trailer;
  trailer.size = object.size();
  trailer.hash = support::hashBytes(object);
  object.append(reinterpret_cast<const char *>(&trailer), sizeof trailer);
  return object;
}

/// Whether the file is a whole model. Only then it is read: its size is what its trailer says.
bool isSound(const support::Descriptor &file) {
  Trailer trailer;
  const Trailer expected;
  const uint64_t size = support::sizeOf(file);
  if (size < sizeof trailer || size > kMaxBytes)
    return false;
  const std::string end = support::readBytes(file, size - sizeof trailer, sizeof trailer);
  if (end.size() != sizeof trailer)
    return false;
  std::memcpy(&trailer, end.data(), sizeof trailer);
  return std::memcmp(trailer.magic, expected.magic, sizeof trailer.magic) == 0 &&
         trailer.size == size - sizeof trailer &&
         trailer.hash == support::hashBytes(support::readBytes(file, 0, trailer.size));
}

}  // namespace

ModelCache::ModelCache(fs::path directory, uint64_t limit, fs::path prebuilt)
    : directory_(std::move(directory)), limit_(limit), prebuilt_(std::move(prebuilt)) {}

std::shared_ptr<ModelCache> ModelCache::standard() {
  // Never destroyed: builds may go on while the process exits.
  static const auto &cache = *new std::shared_ptr<ModelCache>(std::make_shared<ModelCache>(
      support::cacheDirectory(), support::options().CACHE_SIZE, support::resourceDirectory() / "sim" / "prebuilt"));
  return cache;
}

fs::path ModelCache::pathOf(const Hash128 &key) const { return directory_ / "models" / (key.hex() + ".so"); }

void ModelCache::publishPrebuilt(const fs::path &directory, const Hash128 &key, const fs::path &product) {
  fs::create_directories(directory);
  support::publishFile(directory / (key.hex() + ".so"), withTrailer(support::readFile(product)));
}

std::shared_ptr<ModelLibrary> ModelCache::load(const support::Descriptor &file, ModelSpec::Kind kind) {
  return isSound(file) ? std::make_shared<ModelLibrary>(file, kind) : nullptr;
}

std::shared_ptr<ModelLibrary> ModelCache::findPrebuilt(const Hash128 &key, ModelSpec::Kind kind) {
  const fs::path path = prebuilt_ / (key.hex() + ".so");
  try {
    return prebuilt_.empty() ? nullptr : load(support::openRegularFile(path), kind);
  } catch (const std::runtime_error &error) {
    support::log(LogLevel::Debug, "prebuilt model {} cannot be used: {}", path.string(), error.what());
    return nullptr;
  }
}

std::shared_ptr<ModelLibrary> ModelCache::findKept(const support::Descriptor &models, const Hash128 &key,
                                                   ModelSpec::Kind kind) {
  const fs::path path = pathOf(key);
  try {
    const support::Descriptor file = support::openOwnFile(models, path);
    auto library = load(file, kind);
    ::futimens(file.get(), nullptr);  // Last use, for evict(); a read-only cache just keeps its times.
    return library;
  } catch (const support::UntrustedError &error) {
    support::log(LogLevel::Info, "cached model is not used: {}", error.what());
  } catch (const std::runtime_error &error) {
    // Not there, no file at all, or made for another machine: as good as absent.
    support::log(LogLevel::Debug, "cached model {} cannot be used: {}", path.string(), error.what());
  }
  return nullptr;
}

std::shared_ptr<ModelLibrary> ModelCache::find(const Hash128 &key, ModelSpec::Kind kind) {
  if (auto library = findPrebuilt(key, kind))
    return library;
  if (!keeps())
    return nullptr;
  try {
    const support::Descriptor top = support::openOwnDirectory(directory_);
    return findKept(support::openOwnDirectory(top, directory_ / "models"), key, kind);
  } catch (const support::UntrustedError &error) {
    distrust(error);
  } catch (const std::system_error &error) {
    // None yet, or unreadable, which findOrCompile meets again.
    support::log(LogLevel::Debug, "kernel cache: {}", error.what());
  }
  return nullptr;
}

void ModelCache::distrust(const support::UntrustedError &error) {
  std::call_once(distrusted_, [&] {
    support::log(
        LogLevel::Warning,
        "the kernel cache {} is not used, for others could put code into it that would be run here: {}, or set "
        "WEFT_CACHE_DIR to a folder of your own",
        directory_.string(), error.what());
  });
}

support::Descriptor ModelCache::prepareFolders() {
  support::makeOwnDirectories(directory_);
  const support::Descriptor top = support::openOwnDirectory(directory_);
  for (const char *folder : {"models", "locks", "work"}) {
    support::makeOwnDirectories(directory_ / folder);
    support::openOwnDirectory(top, directory_ / folder);
  }
  return support::openOwnDirectory(top, directory_ / "models");
}

std::shared_ptr<ModelLibrary> ModelCache::findOrCompile(const Hash128 &key, ModelSpec::Kind kind,
                                                        const Compile &compile, const std::atomic<bool> *cancel) {
  if (auto library = find(key, kind))
    return library;
  if (!keeps())
    return compilePrivate(kind, compile);
  try {
    return compileShared(key, kind, compile, cancel);
  } catch (const support::UntrustedError &error) {
    distrust(error);
  } catch (const std::system_error &error) {
    support::log(LogLevel::Warning,
                 "the kernel cache {} cannot be written: {}; this model is not kept; WEFT_CACHE_DIR chooses another "
                 "directory",
                 directory_.string(), error.what());
  } catch (const std::runtime_error &error) {
    if ((cancel && *cancel) || hasRoom())
      throw;
    // Tools report a full disk in many ways; what they make elsewhere shows whether that was it.
    const std::string_view what = error.what();
    support::log(
        LogLevel::Warning,
        "{} has no room for the kernel cache: make room there or set WEFT_CACHE_DIR to another directory; this "
        "model is not kept ({})",
        directory_.string(), what.substr(0, what.find('\n')));
  }
  return compilePrivate(kind, compile);
}

std::shared_ptr<ModelLibrary> ModelCache::compileShared(const Hash128 &key, ModelSpec::Kind kind,
                                                        const Compile &compile, const std::atomic<bool> *cancel) {
  const support::Descriptor models = prepareFolders();
  std::call_once(swept_, [&] { support::WorkDirectory::removeAbandoned(directory_ / "work"); });

  // One lock file for many keys bounds their number; sharing one only makes two compilations take turns.
  support::FileLock lock;
  const fs::path lockPath = directory_ / "locks" / (key.hex().substr(0, 2) + ".lock");
  if (!lock.acquire(lockPath, cancel, "waiting for another build, perhaps of the same model"))
    throw std::runtime_error("cancelled");
  if (auto library = findKept(models, key, kind))
    return library;

  support::WorkDirectory work(directory_ / "work");
  const fs::path product = compile(work.path());
  support::publishFile(pathOf(key), withTrailer(support::readFile(product)));
  // The working copy is loaded, not the published one: nobody can evict it under our feet.
  auto library = std::make_shared<ModelLibrary>(product, kind);
  evict(pathOf(key));
  return library;
}

std::shared_ptr<ModelLibrary> ModelCache::compilePrivate(ModelSpec::Kind kind, const Compile &compile) {
  std::error_code error;
  fs::path parent = fs::temp_directory_path(error);
  if (error)
    parent = "/tmp";
  // Under a name that nobody can have prepared: what lies there is loaded.
  std::string name = (parent / "weft-XXXXXX").string();
  if (!::mkdtemp(name.data()))
    throw std::system_error(errno, std::generic_category(), "cannot create a directory in " + parent.string());
  const std::shared_ptr<const fs::path> work(new fs::path(name), [](const fs::path *path) {
    std::error_code ignored;
    fs::remove_all(*path, ignored);
    delete path;
  });
  // A loaded object stays usable when its file is gone, so the directory lives only as long as the compilation.
  return std::make_shared<ModelLibrary>(compile(*work), kind);
}

bool ModelCache::hasRoom() const {
  struct statvfs space;
  if (::statvfs(directory_.c_str(), &space) != 0)
    return true;
  return uint64_t(space.f_bavail) * space.f_frsize >= kRoomBytes && (space.f_files == 0 || space.f_favail > 100);
}

void ModelCache::evict(const fs::path &keep) {
  try {
    support::trimFiles(directory_, limit_, keep);
  } catch (const std::exception &error) {
    support::log(LogLevel::Debug, "kernel cache: {}", error.what());
  }
}

}  // namespace weft::sim
