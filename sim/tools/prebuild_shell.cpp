// SPDX-License-Identifier: Apache-2.0
// Part of Weft's build: compiles the shell models of the simulated boards into the resource directory, the way the
// library would do it when such a board is opened, and finds them there. prebuild_shell DIRECTORY BOARD…
#include <cstdio>
#include <exception>

#include "sim/model_cache.h"
#include "sim/model_compiler.h"
#include "sim/model_spec.h"
#include "support/publish.h"

int main(int argc, char **argv) try {
  using namespace weft;
  if (argc < 3) {
    std::fprintf(stderr, "usage: prebuild_shell DIRECTORY BOARD...\n");
    return 2;
  }
  const std::filesystem::path directory = argv[1];
  // Models of earlier sources would never be found again.
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  for (int i = 2; i < argc; ++i) {
    const board::Description board = board::loadDescription(argv[i]);
    for (const sim::ModelSpec &spec : {sim::shellSpec(board, {}), sim::shellControlSpec(board)}) {
      support::WorkDirectory work(directory.string() + ".work");
      sim::ModelCache::publishPrebuilt(directory, sim::modelKey(spec), sim::compileModel(spec, work.path()));
    }
  }
  std::filesystem::remove(directory.string() + ".work");
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "prebuild_shell: %s\n", error.what());
  return 1;
}
