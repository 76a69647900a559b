// SPDX-License-Identifier: Apache-2.0
#include "support/file_lock.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "support/stage.h"

namespace weft::support {

bool FileLock::tryAcquire(const std::filesystem::path &path) {
  release();
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (descriptor < 0)
      throw std::system_error(errno, std::generic_category(), "cannot open lock file " + path.string());
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int reason = errno;
      ::close(descriptor);
      if (reason == EWOULDBLOCK || reason == EINTR)
        return false;
      throw std::system_error(reason, std::generic_category(), "cannot lock " + path.string());
    }
    // The file may have been removed between open and lock by one who held it: then the lock is on nothing.
    struct stat locked, current;
    if (::fstat(descriptor, &locked) == 0 && ::stat(path.c_str(), &current) == 0 && locked.st_ino == current.st_ino &&
        locked.st_dev == current.st_dev) {
      descriptor_ = descriptor;
      return true;
    }
    ::close(descriptor);
  }
}

bool FileLock::acquire(const std::filesystem::path &path, const std::atomic<bool> *cancel, const char *stage,
                       const std::string &subject) {
  auto pause = std::chrono::milliseconds(2);
  std::optional<Stage> waiting;
  while (!tryAcquire(path)) {
    if (!waiting)
      waiting.emplace(stage, subject);
    if (cancel && *cancel)
      return false;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(50));
  }
  return true;
}

void FileLock::release() {
  if (descriptor_ >= 0)
    ::close(std::exchange(descriptor_, -1));
}

}  // namespace weft::support
