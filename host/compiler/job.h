// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

namespace weft::compiler {

/// In a process forked from the compile server (process `server`): serves one request and ends the process.
/// `directory`: the working directory, or -1 if the application cannot enter its own. `output`: for what the process
/// writes to stdout and stderr.
[[noreturn]] void runJob(pid_t server, int socket, int directory, int output);

}  // namespace weft::compiler
