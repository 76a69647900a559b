// SPDX-License-Identifier: Apache-2.0
// Mutated kernel sources through clBuildProgram: it succeeds, or it fails with a log that tells the user why and where.
// Nothing ends the process, hangs, or takes memory without limit. What Clang's front end crashes on, or needs too much
// memory for, is told and no failure: it ends a process of its own.
#include <CL/cl.h>
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <dlfcn.h>
#include <regex>

#include "tests/fuzz/source/mutate.h"

namespace {

using namespace weft::fuzz;

std::string logOf(cl_program program, cl_device_id device) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log.c_str();
}

/// Whether the compiler came to no result.
bool endedEarly(const std::string &log) {
  static const std::regex words(
      "([^\n]*: )?error: the compiler( crashed \\(| needs more| gave up|'s process was|'s answer)");
  return std::regex_search(log, words, std::regex_constants::match_continuous);
}

/// Whether that is Clang's fault: it was in its front end, and in none of our checks.
bool isOfClang(const std::string &log) {
  const std::string line = log.substr(0, log.find('\n'));
  return line.find("in stage 'front end'") != line.npos && log.find("Weft's") == log.npos &&
         (line.find("compiler crashed") != line.npos || line.find("of memory") != line.npos);
}

/// A log that a user can do something with.
std::string faultOf(const std::string &log, cl_int error) {
  if (log.empty())
    return "the build failed without a log";
  if (log.find("internal error") != std::string::npos || endedEarly(log))
    return log;
  static const std::regex place("[^\\s:]+:[0-9]+(:[0-9]+)?: (fatal )?error: ");
  if (error != CL_INVALID_BUILD_OPTIONS && !std::regex_search(log, place))
    return "a refusal without file and line: " + log;
  return "";
}

Verdict build(const std::string &source, const std::string &options, bool small) {
  setenv("WEFT_DEVICE", small ? "null:soc" : "null:card", 1);
  setenv("WEFT_LOG", "off", 1);
  cl_platform_id platform;
  cl_device_id device;
  cl_int error = clGetPlatformIDs(1, &platform, nullptr);
  if (!error)
    error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = error ? nullptr : clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  if (!context)
    return {"none", "no device"};
  const char *text = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  if (!program)
    return {"none", "clCreateProgramWithSource: " + std::to_string(error)};
  error = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
  if (error == CL_SUCCESS)
    return {"built", ""};
  if (error != CL_BUILD_PROGRAM_FAILURE && error != CL_INVALID_BUILD_OPTIONS)
    return {"refused", "clBuildProgram: " + std::to_string(error)};
  const std::string log = logOf(program, device);
  if (endedEarly(log) && isOfClang(log))
    return {"Clang's fault", "", log};
  return {"refused", faultOf(log, error)};
}

}  // namespace

int main(int argc, char **argv) {
  // Mapped once here instead of in each child; nothing in it starts before the first call.
  dlopen(WEFT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  const std::vector<std::string> corpus = readCorpus(WEFT_SOURCE_DIR);
  CLI::App app("Mutated kernel sources");
  return campaign(app, argc, argv, [&](Random &random) {
    const std::string source = mutate(corpus, random), options = randomOptions(random);
    const bool small = random.below(2) == 0;
    Trial trial;
    trial.input = std::string("// ") + (small ? "sim:soc" : "sim:card") + " " + options + "\n" + source;
    trial.extension = "cl";
    trial.body = [=] { return build(source, options, small); };
    return trial;
  });
}
