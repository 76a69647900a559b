// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/job.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

#include "hls/crash.h"
#include "host/compiler/channel.h"
#include "host/compiler/perform.h"
#include "host/compiler/server.h"
#include "support/stage.h"

namespace weft::compiler {
namespace {

using Type = Message::Type;

constexpr int kSocket = STDERR_FILENO + 1;
constexpr rlim_t kMaxOutput = 1 << 20;

/// The application shows them, where the user sees them.
class TellClient : public support::StageListener {
public:
  void begin(const char *name, const std::string &subject) override {
    sendMessage(kSocket, Type::StageBegin, packTexts({name, subject}));
  }
  void end() override { sendMessage(kSocket, Type::StageEnd, ""); }
};

/// A directory in which nothing is found, and whose name is not either.
void enterNowhere() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string path = ((error ? "/tmp" : parent) / "weft-nowhere-XXXXXX").string();
  if (!::mkdtemp(path.data()))
    return;
  [[maybe_unused]] const int entered = ::chdir(path.c_str());
  ::rmdir(path.c_str());
}

/// Leaves this process the socket, the output and the directory, and nothing else of the server's.
void arrangeFiles(int socket, int directory, int output) {
  if (directory < 0 || ::fchdir(directory) != 0)
    enterNowhere();
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::dup2(socket, kSocket);
  ::closefrom(kSocket + 1);
}

/// An application's own limit stays where it is lower.
void limit(int resource, rlim_t value) {
  rlimit limits{};
  ::getrlimit(__rlimit_resource(resource), &limits);
  limits.rlim_cur = limits.rlim_max = std::min({value, limits.rlim_cur, limits.rlim_max});
  ::setrlimit(__rlimit_resource(resource), &limits);
}

void limitOneself() {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, kCpuSeconds);
  limit(RLIMIT_FSIZE, kMaxOutput);
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  limit(RLIMIT_AS, kMemoryLimit);  // a sanitizer's shadow alone is larger
#endif
}

void leaveOutOfMemory() { ::_exit(kOutOfMemoryStatus); }

}  // namespace

void runJob(pid_t server, int socket, int directory, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != server)
    ::_exit(1);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  arrangeFiles(socket, directory, output);
  limitOneself();
  std::set_new_handler(leaveOutOfMemory);
  hls::prepareForCrash(leaveOutOfMemory);
  ::signal(SIGXFSZ, SIG_IGN);  // output beyond the limit is lost
  TellClient stages;
  support::tellStagesTo(stages);
  try {
    const std::optional<Message> request = receiveMessage(kSocket);
    if (request && request->type == Type::Request) {
      const auto [received, board] = unpackRequest(request->text);
      sendMessage(kSocket, Type::Result, packResult(perform(received, board)));
    }
    ::_exit(0);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    ::_exit(1);
  }
}

}  // namespace weft::compiler
