// SPDX-License-Identifier: Apache-2.0
#include "support/detached.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/spawn_settings.h"

extern char **environ;

namespace weft::support {
namespace {

// The shell ends at once, so that what it starts is nobody's child who would have to wait for it.
constexpr const char *kStarter = R"(nice "$@" &)";

constexpr int kLock = STDERR_FILENO + 1;

}  // namespace

void startDetached(const std::vector<std::string> &arguments, const std::filesystem::path &output,
                   const FileLock &lock) {
  SpawnSettings settings;
  settings.resetSignals(POSIX_SPAWN_SETSID);
  checkSpawn(posix_spawn_file_actions_addopen(&settings.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0), "stdin");
  checkSpawn(posix_spawn_file_actions_addopen(&settings.actions, STDOUT_FILENO, output.c_str(),
                                              O_WRONLY | O_CREAT | O_TRUNC, 0600),
             "stdout");
  checkSpawn(posix_spawn_file_actions_adddup2(&settings.actions, STDOUT_FILENO, STDERR_FILENO), "stderr");
  // A copy, which unlike the original stays open. What else this process has open must not stay so longer than it
  // lives.
  checkSpawn(posix_spawn_file_actions_adddup2(&settings.actions, lock.descriptor(), kLock), "lock");
  checkSpawn(posix_spawn_file_actions_addclosefrom_np(&settings.actions, kLock + 1), "files");
  std::vector<std::string> words = {"sh", "-c", kStarter, "sh"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  pid_t pid = -1;
  checkSpawn(posix_spawn(&pid, "/bin/sh", &settings.actions, &settings.attributes, pointersTo(words).data(), environ),
             "cannot run /bin/sh");
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace weft::support
