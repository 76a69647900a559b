// SPDX-License-Identifier: Apache-2.0
// The door by which the program weft-compile-process enters this library.
#include "host/compiler/server.h"

extern "C" __attribute__((visibility("default"))) int weftCompileProcess(int argc, const char *const *argv);

int weftCompileProcess(int argc, const char *const *argv) { return weft::compiler::runServer(argc, argv); }
