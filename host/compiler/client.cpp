// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/client.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include "hls/compile.h"
#include "host/compiler/failure.h"
#include "support/companion.h"
#include "support/resources.h"

extern char **environ;

namespace weft::compiler {
namespace {

/// That of this process, with the options as they were when the devices were opened: the server needs only the
/// resources.
std::vector<std::string> environmentOfServer() {
  std::vector<std::string> result = {"WEFT_RESOURCE_DIR=" + support::resourceDirectory().string()};
  for (char **entry = environ; *entry; ++entry)
    if (std::strncmp(*entry, "WEFT_", 5) != 0)
      result.emplace_back(*entry);
  return result;
}

/// The working directory, also if it was removed; -1 if it cannot be entered.
class WorkingDirectory {
public:
  ~WorkingDirectory() {
    if (descriptor_ >= 0)
      ::close(descriptor_);
  }
  int get() const { return descriptor_; }

private:
  const int descriptor_ = ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
};

}  // namespace

Client &Client::instance() {
  static Client &client = *new Client;  // leaked: builds may go on while the process exits
  return client;
}

void Client::start() {
  std::lock_guard lock(mutex_);
  startLocked();
}

void Client::startLocked() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (control_ && user == user_ && group == group_)
    return;
  control_ = support::startCompanion(
      {(support::resourceDirectory() / "weft-compile-process").string(), hls::generatorIdentity()},
      environmentOfServer());
  user_ = user;
  group_ = group;
}

bool Client::hand(int socket, int directory) {
  char byte = 0;
  iovec part{&byte, sizeof byte};
  const int descriptors[] = {socket, directory};
  const size_t bytes = (directory < 0 ? 1 : 2) * sizeof(int);
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptors)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = CMSG_SPACE(bytes);
  cmsghdr *const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(bytes);
  std::memcpy(CMSG_DATA(header), descriptors, bytes);
  ssize_t sent;
  while ((sent = ::sendmsg(control_.get(), &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
  }
  return sent >= 0;
}

support::PrivateSocket Client::connect() {
  auto [own, other] = support::PrivateSocket::pair();
  const WorkingDirectory directory;
  std::lock_guard lock(mutex_);
  for (int attempt = 0; attempt < 2; ++attempt) {
    startLocked();
    if (hand(other.get(), directory.get()))
      return std::move(own);
    control_.close();  // the server has ended since
  }
  throw Unavailable("it ends as soon as it has begun");
}

}  // namespace weft::compiler
