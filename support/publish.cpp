// SPDX-License-Identifier: Apache-2.0
#include "support/publish.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace weft::support {
namespace {

namespace fs = std::filesystem;

/// Unique among processes, containers that share a directory included.
std::string uniqueName() {
  static std::atomic<unsigned> serial{0};
  static const unsigned seed = std::random_device{}();
  return fmt::format("{}-{:08x}-{}", ::getpid(), seed, serial++);
}

[[noreturn]] void fail(const std::string &what) { throw std::system_error(errno, std::generic_category(), what); }

/// `path`: by which messages call it.
void writeAll(int descriptor, std::string_view content, const fs::path &path) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0 && errno != EINTR)
      fail("cannot write " + path.string());
    if (count > 0)
      content.remove_prefix(size_t(count));
  }
}

}  // namespace

void publishFile(const fs::path &path, std::string_view content) {
  const fs::path temporary = path.string() + "." + uniqueName() + ".tmp";
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (descriptor < 0)
    fail("cannot write " + path.string());
  try {
    try {
      writeAll(descriptor, content, path);
    } catch (...) {
      ::close(descriptor);
      throw;
    }
    if (::close(descriptor) != 0)
      fail("cannot write " + path.string());
    if (::rename(temporary.c_str(), path.c_str()) != 0)
      fail("cannot rename to " + path.string());
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

bool publishDirectory(const fs::path &from, const fs::path &path) {
  if (::rename(from.c_str(), path.c_str()) == 0)
    return true;
  if (errno == ENOTEMPTY || errno == EEXIST)
    return false;
  fail("cannot rename to " + path.string());
}

WorkDirectory::WorkDirectory(const fs::path &parent) {
  fs::create_directories(parent);
  const std::string name = uniqueName();
  if (!lock_.tryAcquire(parent / (name + ".lock")))
    throw std::system_error(EAGAIN, std::generic_category(), "working directory is taken: " + (parent / name).string());
  path_ = parent / name;
  if (::mkdir(path_.c_str(), 0700) != 0) {
    const int reason = errno;
    ::unlink((path_.string() + ".lock").c_str());
    throw std::system_error(reason, std::generic_category(), "cannot create " + path_.string());
  }
}

WorkDirectory::~WorkDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  fs::remove(path_.string() + ".lock", ignored);
}

unsigned WorkDirectory::removeAbandoned(const fs::path &parent) noexcept {
  unsigned removed = 0;
  try {
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator(parent, error)) {
      if (entry.path().extension() != ".lock")
        continue;
      FileLock lock;
      if (!lock.tryAcquire(entry.path()))
        continue;  // Its owner lives.
      fs::path directory = entry.path();
      directory.replace_extension();
      fs::remove_all(directory, error);
      fs::remove(entry.path(), error);
      ++removed;
    }
  } catch (const std::exception &) {
    return removed;  // Leftovers cost only space; the next process tries again.
  }
  return removed;
}

}  // namespace weft::support
