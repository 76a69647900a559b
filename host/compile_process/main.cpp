// SPDX-License-Identifier: Apache-2.0
// The process of host/compiler/server.h: it is the library's own code, so the two are of one version.
extern "C" int weftCompileProcess(int argc, const char *const *argv);

int main(int argc, char **argv) { return weftCompileProcess(argc, argv); }
