// SPDX-License-Identifier: Apache-2.0
// Runs kernel files on the device and on PoCL and compares every word.
//
// A file holds `__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n)` and lines
//   // run: global=64,2 local=8,2 offset=3 in=64 out=4 n=7 options=-DX
// one for each run; `in` and `out` count words (`out` for each work-item). With overlap=32, `out` is a part of `in`, 32
// words behind its begin, and ends where it does. `device`: an option for the device alone.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "compare/compare.h"

namespace {

using weft::compare::Case;
using weft::compare::Device;

unsigned sizes(const std::string &text, size_t (&out)[3]) {
  std::stringstream stream(text);
  std::string part;
  unsigned count = 0;
  while (std::getline(stream, part, ',') && count < 3)
    out[count++] = std::stoul(part);
  return count;
}

std::vector<Case> casesOf(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  std::vector<Case> cases;
  std::string line;
  while (std::getline(text, line)) {
    const std::string key = "// run:";
    if (line.compare(0, key.size(), key) != 0)
      continue;
    Case test;
    test.seed = cases.size() + 1;
    std::stringstream words(line.substr(key.size()));
    std::string word;
    while (words >> word) {
      const size_t equals = word.find('=');
      const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
      if (name == "global")
        test.dimensions = sizes(value, test.global);
      else if (name == "local")
        sizes(value, test.local);
      else if (name == "offset")
        sizes(value, test.offset);
      else if (name == "in")
        test.inWords = std::stoul(value);
      else if (name == "out")
        test.outWordsPerItem = std::stoul(value);
      else if (name == "overlap")
        test.overlap = std::stoul(value);
      else if (name == "n")
        test.n = uint32_t(std::stoul(value));
      else if (name == "options")
        test.options += value + " ";
      else if (name == "device")
        test.deviceOptions += value + " ";
      else
        throw std::runtime_error(fmt::format("{}: unknown key \"{}\" in a run line", path, name));
    }
    cases.push_back(test);
  }
  if (cases.empty())
    throw std::runtime_error(path + ": no run line");
  for (Case &test : cases)
    test.source = text.str();
  return cases;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Compares kernels between a device and PoCL");
  std::vector<std::string> files;
  std::string name = "Weft", deviceOptions;
  app.add_option("files", files, "kernel files")->required()->check(CLI::ExistingFile);
  app.add_option("--platform", name, "platform under test, part of its name")->capture_default_str();
  app.add_option("--device-options", deviceOptions, "build options that only this platform is given");
  CLI11_PARSE(app, argc, argv);
  unsigned wrong = 0, equal = 0;
  try {
    const Device device(name), oracle(weft::compare::kOracle);
    for (const std::string &file : files)
      for (Case test : casesOf(file)) {
        test.deviceOptions += deviceOptions;
        cl_program tested = device.build(test), reference = oracle.build(forOracle(test));
        const auto expected = oracle.run(test, reference);
        const auto found = device.run(test, tested);
        clReleaseProgram(tested);
        clReleaseProgram(reference);
        if (found == expected) {
          ++equal;
        } else {
          ++wrong;
          weft::compare::describe(test, found, expected);
        }
      }
  } catch (const std::exception &error) {
    fmt::print("error: {}\n", error.what());
    return 1;
  }
  fmt::print("{} runs equal PoCL's, {} do not\n", equal, wrong);
  return wrong == 0 ? 0 : 1;
}
