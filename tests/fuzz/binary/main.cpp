// SPDX-License-Identifier: Apache-2.0
// Program binaries with wrong contents and right hashes: each step that meets them gives an error or goes on; nothing
// ends the process or hangs.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "support/archive.h"
#include "support/resources.h"
#include "tests/fuzz/binary/mutate.h"
#include "tests/fuzz/binary/program.h"

namespace {

using namespace weft;
using namespace weft::fuzz;

/// Made by a child, as everything that calls the library: a process that has called it cannot fork any more.
std::vector<std::string> binariesOf(const std::string &board) {
  const auto file = std::filesystem::temp_directory_path() / ("weft-fuzz-" + std::to_string(std::random_device()()));
  const Verdict verdict = attempt(
      [&] {
        setenv("WEFT_DEVICE", ("null:" + board).c_str(), 1);
        support::Archive archive;
        for (const std::string &bytes : makeBinaries())
          archive.members.push_back({std::to_string(archive.members.size()), bytes});
        std::ofstream(file, std::ios::binary) << support::writeArchive(archive);
        return Verdict{"", ""};
      },
      {});
  std::vector<std::string> binaries;
  if (verdict.failure.empty())
    for (const support::ArchiveMember &member : support::readArchive(support::readFile(file)).members)
      binaries.push_back(member.bytes);
  else
    std::fprintf(stderr, "no binaries for %s: %s\n", board.c_str(), verdict.failure.c_str());
  std::filesystem::remove(file);
  return binaries;
}

}  // namespace

int main(int argc, char **argv) {
  setenv("WEFT_LOG", "off", 1);
  setenv("WEFT_CYCLE_LIMIT", "1000000", 0);  // hardware that was changed may never end
  const char *const boards[] = {"card", "soc"};
  const std::vector<std::string> binaries[] = {binariesOf(boards[0]), binariesOf(boards[1])};
  if (binaries[0].empty() || binaries[1].empty())
    return 1;
  CLI::App app("Program binaries with wrong contents");
  return campaign(app, argc, argv, [&](Random &random) {
    const size_t board = random.below(2);
    const Mutant mutant = mutateBinary(random.of(binaries[board]), random);
    // A model is seconds of Verilator and the C++ compiler: now and then only.
    const bool simulated = mutant.what == "RTL" && random.below(8) == 0;
    const std::string device = (simulated ? "sim:" : "null:") + std::string(boards[board]);
    Trial trial;
    trial.input = mutant.bytes;
    trial.extension = device.substr(device.find(':') + 1) + ".zip";
    trial.body = [=] {
      setenv("WEFT_DEVICE", device.c_str(), 1);
      Verdict verdict = useBinary(mutant.bytes);
      verdict.kind = mutant.what + (simulated ? " simulated " : " ") + verdict.kind;
      return verdict;
    };
    return trial;
  });
}
