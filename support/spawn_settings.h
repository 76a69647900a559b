// SPDX-License-Identifier: Apache-2.0
// What the starters of processes share.
#pragma once
#include <spawn.h>
#include <string>
#include <system_error>
#include <vector>

namespace weft::support {

inline void checkSpawn(int error, const char *what) {
  if (error)
    throw std::system_error(error, std::generic_category(), what);
}

class SpawnSettings {
public:
  SpawnSettings() {
    checkSpawn(posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init");
    checkSpawn(posix_spawnattr_init(&attributes), "posix_spawnattr_init");
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings &) = delete;
  SpawnSettings &operator=(const SpawnSettings &) = delete;

  /// A host program may ignore or block signals; what it starts gets the usual state. `flags`: more of POSIX_SPAWN_….
  void resetSignals(short flags) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    checkSpawn(posix_spawnattr_setsigmask(&attributes, &none), "posix_spawnattr_setsigmask");
    checkSpawn(posix_spawnattr_setsigdefault(&attributes, &all), "posix_spawnattr_setsigdefault");
    checkSpawn(posix_spawnattr_setflags(&attributes, short(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)),
               "posix_spawnattr_setflags");
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

/// For exec, as long as `strings` lives.
inline std::vector<char *> pointersTo(const std::vector<std::string> &strings) {
  std::vector<char *> result;
  result.reserve(strings.size() + 1);
  for (const std::string &s : strings)
    result.push_back(const_cast<char *>(s.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace weft::support
