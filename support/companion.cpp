// SPDX-License-Identifier: Apache-2.0
#include "support/companion.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/spawn_settings.h"

// glibc's clone under the name that sanitizers leave alone: they take it for a fork, and have it set right what the new
// process shares with this one.
extern "C" int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);

namespace weft::support {
namespace {

struct Start {
  const SpawnSettings &settings;
  char *const *arguments, *const *environment;
  int error;
};

/// The process in between: what it starts is nobody's child once it has ended. It shares this process's memory and is
/// over before its maker goes on, as in vfork.
__attribute__((no_sanitize("address", "thread", "undefined"))) int startAndLeave(void *data) {
  auto &start = *static_cast<Start *>(data);
  pid_t pid;
  start.error = posix_spawn(&pid, start.arguments[0], &start.settings.actions, &start.settings.attributes,
                            start.arguments, start.environment);
  return 0;
}

int runInBetween(Start &start) {
  std::vector<std::max_align_t> stack((1 << 16) / sizeof(std::max_align_t));
  // No handler of the application's may run in there.
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  // Without a signal at its end it is no child that wait() looks for.
  const pid_t pid = ::__clone(startAndLeave, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK, &start);
  const int error = errno;
  int status;
  while (pid >= 0 && ::waitpid(pid, &status, __WCLONE) < 0 && errno == EINTR) {
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return pid < 0 ? error : start.error;
}

}  // namespace

PrivateSocket startCompanion(const std::vector<std::string> &arguments, const std::vector<std::string> &environment) {
  auto [own, other] = PrivateSocket::pair();
  SpawnSettings settings;
  settings.resetSignals(POSIX_SPAWN_SETSID);
  checkSpawn(posix_spawn_file_actions_adddup2(&settings.actions, other.get(), kCompanionSocket), "socket");
  checkSpawn(posix_spawn_file_actions_addopen(&settings.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0), "stdin");
  checkSpawn(posix_spawn_file_actions_addopen(&settings.actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0), "stdout");
  checkSpawn(posix_spawn_file_actions_addclosefrom_np(&settings.actions, kCompanionSocket + 1), "files");
  const std::vector<char *> argv = pointersTo(arguments), envp = pointersTo(environment);
  Start start{settings, argv.data(), envp.data(), 0};
  if (const int error = runInBetween(start))
    throw std::system_error(error, std::generic_category(), "cannot run " + arguments[0]);
  return std::move(own);
}

}  // namespace weft::support
