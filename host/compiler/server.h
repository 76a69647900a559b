// SPDX-License-Identifier: Apache-2.0
// The process that compiles for an application: it waits for requests and forks itself for each, so that a request may
// crash, and pays for no start. It is libweft.so itself behind a main of one line: versions cannot differ.
#pragma once
#include <cstdint>

namespace weft::compiler {

/// What a request may use: far above what any kernel needs that a board has room for.
constexpr uint64_t kMemoryLimit = uint64_t(4) << 30;
constexpr unsigned kCpuSeconds = 600;  // of the processor

/// The exit status of a process whose request needs more memory.
constexpr int kOutOfMemoryStatus = 77;

/// The main function of that process. Its one argument is the version that its application has
/// (hls::generatorIdentity), its client the socket kCompanionSocket. Each message there brings one end of a socket for
/// one request (host/compiler/channel.h), and the working directory that relative paths in it are meant for.
/// Returns its exit status: when the client is gone.
int runServer(int argc, const char *const *argv);

}  // namespace weft::compiler
