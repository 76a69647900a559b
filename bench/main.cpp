// SPDX-License-Identifier: Apache-2.0
// Runs kernels and checks their results. A line of JSON on stdout for each run: bench/run makes tables of them.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bound.h"
#include "cases/case.h"
#include "opencl.h"
#include "run_case.h"

namespace {

using example::check;
using weft::bench::Bound;
using weft::bench::Case;
using weft::bench::MemoryPorts;
using weft::bench::NamedCase;
using weft::bench::Outcome;

struct Options {
  std::string platform, programs;
  std::vector<std::string> only;
  weft::bench::Setting setting;
  unsigned placements = 0;
  bool list = false;
};

/// A file below share/weft, which lies beside the programs' folder.
std::string resource(const std::string &name) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe");
  const auto path = program.parent_path().parent_path() / "share/weft" / name;
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The program container, from which bench/run reads the compiler's report.
void writeProgram(const example::Device &device, const std::string &path) {
  size_t size = 0;
  check(clGetProgramInfo(device.program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), "clGetProgramInfo");
  std::vector<unsigned char> bytes(size);
  unsigned char *data = bytes.data();
  check(clGetProgramInfo(device.program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr), "clGetProgramInfo");
  std::ofstream file(path, std::ios::binary);
  if (!file.write(reinterpret_cast<const char *>(data), std::streamsize(size)))
    throw std::runtime_error(fmt::format("cannot write {}", path));
}

MemoryPorts portsOf(cl_device_id device) {
  cl_uint bytes = 64, ports = 1;  // the usual cache line, where the device does not say
  clGetDeviceInfo(device, CL_DEVICE_MEMORY_PORT_BYTES_WEFT, sizeof bytes, &bytes, nullptr);
  clGetDeviceInfo(device, CL_DEVICE_MEMORY_PORTS_WEFT, sizeof ports, &ports, nullptr);
  return {bytes / ports, ports};
}

nlohmann::ordered_json describe(const Case &test, const MemoryPorts &ports) {
  const Bound bound(test.work, ports);
  nlohmann::ordered_json json{{"kernel", test.name},
                              {"size", test.size},
                              {"bytes", test.work.bytes},
                              {"traffic", test.work.traffic},
                              {"operations", test.work.operations},
                              {"operation", test.work.operation},
                              {"line_bytes", ports.lineBytes},
                              {"ports", ports.count}};
  if (!test.work.isLatency)
    json["bound"] = {{"port", bound.port}, {"lanes", bound.lanes}, {"cycles", bound.cycles()}};
  return json;
}

/// Whether all results were right.
bool measure(const NamedCase &named, Options options) {
  const Case unbuilt = named.make(options.setting);
  example::Device device;
  example::openSource(device, options.platform, resource(unbuilt.source));
  const MemoryPorts ports = portsOf(device.device);
  options.setting.lineBytes = ports.lineBytes;
  const Case test = named.make(options.setting);
  if (!options.programs.empty())
    writeProgram(device, fmt::format("{}/{}.weft", options.programs, test.name));
  bool right = true;
  for (unsigned placement = 0; placement <= options.placements; ++placement) {
    const Outcome outcome = runCase(device, test, placement);
    auto line = describe(test, ports);
    line["placement"] = placement;
    line["cycles"] = outcome.cycles;
    line["simulated_khz"] = double(outcome.commandCycles) / outcome.wallSeconds / 1e3;
    line["build_seconds"] = device.buildSeconds;
    line["wrong"] = outcome.wrong;
    fmt::print("{}\n", line.dump());
    std::fflush(stdout);
    right = right && outcome.wrong.empty();
  }
  return right;
}

int run(const Options &options) {
  const auto chosen = [&options](const NamedCase &test) {
    return options.only.empty() || std::find(options.only.begin(), options.only.end(), test.name) != options.only.end();
  };
  bool right = true;
  for (const NamedCase &test : weft::bench::allCases()) {
    if (options.list)
      fmt::print("{}\n", test.name);
    else if (chosen(test))
      right = measure(test, options) && right;
  }
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Runs kernels and checks their results; a line of JSON for each run. bench/run makes tables of them");
  Options options;
  app.add_option("--platform", options.platform, "OpenCL platform, part of its name; default: the first");
  app.add_option("--only", options.only, "kernels to run; default: all");
  app.add_flag("--quick", options.setting.quick, "small sizes");
  app.add_option("--placements", options.placements, "further runs, with buffers at random places");
  app.add_option("--programs", options.programs, "folder to write the built programs to");
  app.add_flag("--list", options.list, "print the kernels' names only");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::exception &error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
