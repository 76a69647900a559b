// SPDX-License-Identifier: Apache-2.0
#include "support/subprocess.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/spawn_settings.h"

extern char **environ;

namespace weft::support {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<std::string> mergedEnvironment(const std::vector<std::string> &added) {
  std::vector<std::string> result = added;
  for (char **entry = environ; *entry; ++entry) {
    const std::string_view name(*entry, std::strcspn(*entry, "="));
    const bool replaced = std::any_of(added.begin(), added.end(), [&](const std::string &a) {
      return a.compare(0, name.size(), name) == 0 && a.size() > name.size() && a[name.size()] == '=';
    });
    if (!replaced)
      result.emplace_back(*entry);
  }
  return result;
}

/// `group`: the process group; 0: one of its own.
void setAttributes(SpawnSettings &settings, pid_t group) {
  checkSpawn(posix_spawnattr_setpgroup(&settings.attributes, group), "posix_spawnattr_setpgroup");
  settings.resetSignals(POSIX_SPAWN_SETPGROUP);
}

/// Of a script: what its first line asks for, which may be what is missing. Virtual environments of Python that were
/// moved have such scripts.
std::string interpreterOf(const std::string &program) {
  std::ifstream file(program);
  std::string line;
  const bool script = std::getline(file, line) && line.starts_with("#!");
  return script ? ", a script for " + line.substr(2) : "";
}

pid_t spawn(const std::vector<std::string> &arguments, const ProcessOptions &options, int output, pid_t group) {
  SpawnSettings settings;
  setAttributes(settings, group);
  checkSpawn(posix_spawn_file_actions_addopen(&settings.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0), "stdin");
  checkSpawn(posix_spawn_file_actions_adddup2(&settings.actions, output, STDOUT_FILENO), "stdout");
  checkSpawn(posix_spawn_file_actions_adddup2(&settings.actions, output, STDERR_FILENO), "stderr");
  if (!options.directory.empty())
    checkSpawn(posix_spawn_file_actions_addchdir_np(&settings.actions, options.directory.c_str()), "working directory");

  std::vector<char *> argv = pointersTo(arguments);
  const std::vector<std::string> environment = mergedEnvironment(options.environment);
  std::vector<char *> envp = pointersTo(environment);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, argv[0], &settings.actions, &settings.attributes, argv.data(), envp.data());
  if (error)
    throw std::system_error(error, std::generic_category(), "cannot run " + arguments[0] + interpreterOf(arguments[0]));
  return pid;
}

int waitFor(pid_t pid, int &status) {
  pid_t waited;
  while ((waited = ::waitpid(pid, &status, 0)) < 0 && errno == EINTR) {
  }
  return waited;
}

/// A process group that is killed when this is destroyed, or when this process dies: its first member waits for the end
/// of a pipe that only this process can write to. Signals to this process do not reach the group, and most ways to die
/// leave no chance to do anything. It is there before any other member, so that none can be left behind.
class GroupGuard {
public:
  GroupGuard() {
    if (::pipe2(ends_, O_CLOEXEC) != 0)
      return;
    try {
      SpawnSettings settings;
      setAttributes(settings, 0);
      checkSpawn(posix_spawn_file_actions_adddup2(&settings.actions, ends_[0], STDIN_FILENO), "stdin");
      checkSpawn(posix_spawn_file_actions_addopen(&settings.actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0),
                 "stdout");
      checkSpawn(posix_spawn_file_actions_adddup2(&settings.actions, STDOUT_FILENO, STDERR_FILENO), "stderr");
      const std::vector<std::string> arguments = {"sh", "-c", "read line; kill -KILL 0"};
      if (posix_spawn(&pid_, "/bin/sh", &settings.actions, &settings.attributes, pointersTo(arguments).data(), environ))
        pid_ = -1;
    } catch (const std::exception &) {
    }
    ::close(ends_[0]);
  }
  ~GroupGuard() {
    if (ends_[1] >= 0)
      ::close(ends_[1]);
    int status = 0;
    if (pid_ > 0)
      waitFor(pid_, status);
  }
  /// 0: there were no means for it; each program gets a group of its own, which is left alone.
  pid_t group() const { return std::max(pid_, 0); }
  GroupGuard(const GroupGuard &) = delete;
  GroupGuard &operator=(const GroupGuard &) = delete;

private:
  int ends_[2] = {-1, -1};
  pid_t pid_ = -1;
};

/// Whether the process goes on after what it has printed; `begin`: of the first line that nobody has seen yet.
bool goesOn(const ProcessOptions &options, const std::string &output, size_t &begin) {
  if (!options.goesOn)
    return true;
  for (size_t end; (end = output.find('\n', begin)) != output.npos; begin = end + 1)
    if (!options.goesOn(std::string_view(output).substr(begin, end - begin)))
      return false;
  return true;
}

/// Reads until the pipe closes. Returns false when the process must be killed.
bool collect(int input, const ProcessOptions &options, Clock::time_point deadline, ProcessResult &result) {
  char buffer[1 << 14];
  size_t seen = 0;
  for (;;) {
    if (options.cancel && options.cancel->load(std::memory_order_relaxed)) {
      result.cancelled = true;
      return false;
    }
    // A cancellation is noticed within 20 ms; without one there is nothing to wake up for before the deadline.
    int wait = options.cancel ? 20 : -1;
    if (options.timeout.count() > 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) {
        result.timedOut = true;
        return false;
      }
      wait = wait < 0 ? int(std::min<long>(left, 1 << 30)) : int(std::min<long>(left, wait));
    }
    pollfd descriptor{input, POLLIN, 0};
    if (::poll(&descriptor, 1, wait) <= 0)
      continue;
    const ssize_t count = ::read(input, buffer, sizeof buffer);
    if (count == 0)
      return true;
    if (count < 0 && errno != EINTR)
      return true;
    if (count > 0) {
      result.output.append(buffer, size_t(count));
      if (!goesOn(options, result.output, seen)) {
        result.givenUp = true;
        return false;
      }
    }
  }
}

}  // namespace

std::string ProcessResult::outcome() const {
  if (timedOut)
    return "stopped after its time limit";
  if (cancelled)
    return "cancelled";
  if (givenUp)
    return "given up";
  if (signal)
    return fmt::format("killed by signal {} ({})", signal, strsignal(signal));
  if (exitCode < 0)
    return "its exit status is unknown";
  return fmt::format("exit code {}", exitCode);
}

ProcessResult runProcess(const std::vector<std::string> &arguments, const ProcessOptions &options) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe2");
  const Clock::time_point deadline = Clock::now() + options.timeout;
  const GroupGuard guard;
  pid_t pid;
  try {
    pid = spawn(arguments, options, ends[1], guard.group());
  } catch (...) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw;
  }
  ::close(ends[1]);
  ProcessResult result;
  if (!collect(ends[0], options, deadline, result))
    ::kill(guard.group() ? -guard.group() : -pid, SIGKILL);
  ::close(ends[0]);

  int status = 0;
  const pid_t waited = waitFor(pid, status);
  // A host that ignores SIGCHLD reaps our child: then its status is unknown (exitCode stays -1).
  if (waited == pid) {
    if (WIFEXITED(status))
      result.exitCode = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
      result.signal = WTERMSIG(status);
  }
  return result;
}

}  // namespace weft::support
