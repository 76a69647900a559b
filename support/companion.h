// SPDX-License-Identifier: Apache-2.0
// A process that serves this one and that the application does not notice.
#pragma once
#include <string>
#include <vector>

#include "support/private_socket.h"

namespace weft::support {

/// The number under which a companion finds its end of the socket.
constexpr int kCompanionSocket = 3;

/// Starts `arguments[0]` (a path) with these variables as its environment and returns the other end of its socket. It
/// is no child of this process, so that the application's wait() neither finds it nor waits for it (unless this
/// process inherits orphans: process 1 of a container, PR_SET_CHILD_SUBREAPER), and in a session of its own, where no
/// terminal's signals reach it. It has no other file of this process's but stderr, for messages of the loader. It is
/// to end when its socket says that this process has. Throws std::system_error when it cannot be started.
PrivateSocket startCompanion(const std::vector<std::string> &arguments, const std::vector<std::string> &environment);

}  // namespace weft::support
