// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/server.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "hls/compile.h"
#include "host/compiler/channel.h"
#include "host/compiler/job.h"
#include "support/companion.h"

namespace weft::compiler {
namespace {

using Type = Message::Type;
using support::kCompanionSocket;

/// A request under way. The client's end of `socket` closes when nobody waits for the result any more.
struct Job {
  pid_t process;
  int socket;
  int output;  // what it writes to stdout and stderr
  bool killed = false;
};

/// What a client sends for a request: descriptors, -1 without.
struct Call {
  int socket = -1;
  int directory = -1;
};

/// Nothing if the client is gone.
std::optional<Call> receiveCall() {
  char byte;
  iovec part{&byte, sizeof byte};
  alignas(cmsghdr) char control[CMSG_SPACE(2 * sizeof(int))];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t count = ::recvmsg(kCompanionSocket, &message, MSG_CMSG_CLOEXEC);
  if (count == 0 || (count < 0 && errno != EINTR))
    return std::nullopt;
  Call call;
  const cmsghdr *const header = CMSG_FIRSTHDR(&message);
  if (count > 0 && header && header->cmsg_type == SCM_RIGHTS) {
    int descriptors[2] = {-1, -1};
    std::memcpy(descriptors, CMSG_DATA(header), std::min(header->cmsg_len - CMSG_LEN(0), sizeof descriptors));
    call = {descriptors[0], descriptors[1]};
  }
  return call;
}

class Server {
public:
  explicit Server(bool rightVersion) : rightVersion_(rightVersion) {
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &ended, nullptr);
    signals_ = ::signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK);
  }

  void run() {
    for (;;) {
      std::vector<pollfd> polled = {{kCompanionSocket, POLLIN, 0}, {signals_, POLLIN, 0}};
      for (const Job &job : jobs_)
        polled.push_back({job.killed ? -1 : job.socket, 0, 0});
      if (::poll(polled.data(), nfds_t(polled.size()), -1) < 0)
        continue;
      for (size_t i = 0; i < jobs_.size(); ++i)
        if (polled[i + 2].revents) {
          ::kill(jobs_[i].process, SIGKILL);
          jobs_[i].killed = true;
        }
      if (polled[1].revents)
        reap();
      if (!polled[0].revents)
        continue;
      const std::optional<Call> call = receiveCall();
      if (!call)
        return;
      if (call->socket >= 0)
        begin(*call);
    }
  }

private:
  void begin(const Call &call) {
    if (!rightVersion_) {
      refuse(call, "it is of another version than the library that the application has loaded: Weft was replaced on "
                   "disk; start the application again");
      return;
    }
    const int output = ::memfd_create("weft-compile-output", MFD_CLOEXEC);
    const pid_t server = ::getpid(), process = ::fork();
    if (process == 0)
      runJob(server, call.socket, call.directory, output);
    if (process < 0) {
      refuse(call, std::string("fork: ") + std::strerror(errno));
      ::close(output);
      return;
    }
    if (call.directory >= 0)
      ::close(call.directory);
    jobs_.push_back({process, call.socket, output});
  }

  void refuse(const Call &call, const std::string &why) {
    sendMessage(call.socket, Type::Refused, why);
    ::close(call.socket);
    if (call.directory >= 0)
      ::close(call.directory);
  }

  void reap() {
    signalfd_siginfo ignored;
    while (::read(signals_, &ignored, sizeof ignored) > 0) {
    }
    int status;
    for (pid_t process; (process = ::waitpid(-1, &status, WNOHANG)) > 0;) {
      const auto job =
          std::find_if(jobs_.begin(), jobs_.end(), [&](const Job &other) { return other.process == process; });
      if (job == jobs_.end())
        continue;
      if (status != 0 && !job->killed)
        tellEnd(*job, status);
      ::close(job->socket);
      ::close(job->output);
      jobs_.erase(job);
    }
  }

  /// A client that does not read is not waited for.
  static void tellEnd(const Job &job, int status) {
    char output[4096];
    const ssize_t count = ::pread(job.output, output, sizeof output, 0);
    const std::string number = std::to_string(status);
    const std::string text = packTexts({number, {output, size_t(std::max<ssize_t>(count, 0))}});
    ::fcntl(job.socket, F_SETFL, O_NONBLOCK);
    sendMessage(job.socket, Type::Ended, text);
  }

  const bool rightVersion_;
  int signals_ = -1;
  std::vector<Job> jobs_;
};

/// Where memory is short, this process goes before the application.
void offerToBeKilled() {
  if (std::FILE *const file = std::fopen("/proc/self/oom_score_adj", "we")) {
    std::fputs("1000", file);
    std::fclose(file);
  }
}

}  // namespace

int runServer(int argc, const char *const *argv) {
  struct stat status{};
  if (argc != 2 || ::fstat(kCompanionSocket, &status) != 0 || !S_ISSOCK(status.st_mode)) {
    std::fprintf(stderr, "%s: libweft.so runs this program for itself\n", argc ? argv[0] : "");
    return 2;
  }
  if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0)
    ::dup2(nowhere, STDERR_FILENO);
  ::fcntl(kCompanionSocket, F_SETFD, FD_CLOEXEC);
  [[maybe_unused]] const int stays = ::chdir("/");
  offerToBeKilled();
  Server(std::strcmp(argv[1], hls::generatorIdentity()) == 0).run();
  ::_exit(0);  // its jobs end with it
}

}  // namespace weft::compiler
