// SPDX-License-Identifier: Apache-2.0
#include "support/private_socket.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace weft::support {
namespace {

/// The open ones. A fork waits until none is being made, so that it knows all of them.
struct Registry {
  std::mutex mutex;
  std::vector<int> open;

  static Registry &instance() {
    static Registry &registry = *[] {
      ::pthread_atfork([] { instance().mutex.lock(); }, [] { instance().mutex.unlock(); },
                       [] {
                         for (const int descriptor : instance().open)
                           ::close(descriptor);
                         instance().open.clear();
                         instance().mutex.unlock();
                       });
      return new Registry;  // leaked: a build may go on while the process exits
    }();
    return registry;
  }
};

constexpr int kFirstFree = STDERR_FILENO + 1;

int aboveStandardStreams(int descriptor) {
  if (descriptor >= kFirstFree)
    return descriptor;
  const int above = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kFirstFree);
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return above;
}

}  // namespace

std::pair<PrivateSocket, PrivateSocket> PrivateSocket::pair() {
  Registry &registry = Registry::instance();
  std::lock_guard lock(registry.mutex);
  registry.open.reserve(registry.open.size() + 2);
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  for (int &end : ends)
    end = aboveStandardStreams(end);
  if (ends[0] < 0 || ends[1] < 0) {
    const int error = errno;
    for (const int end : ends)
      if (end >= 0)
        ::close(end);
    throw std::system_error(error, std::generic_category(), "socketpair");
  }
  registry.open.insert(registry.open.end(), {ends[0], ends[1]});
  return {PrivateSocket(ends[0]), PrivateSocket(ends[1])};
}

void PrivateSocket::close() noexcept {
  if (descriptor_ < 0)
    return;
  Registry &registry = Registry::instance();
  std::lock_guard lock(registry.mutex);
  // Not there in a forked process, where the number may be another file's by now.
  if (const auto at = std::find(registry.open.begin(), registry.open.end(), descriptor_); at != registry.open.end()) {
    registry.open.erase(at);
    ::close(descriptor_);
  }
  descriptor_ = -1;
}

}  // namespace weft::support
