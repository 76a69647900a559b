// SPDX-License-Identifier: Apache-2.0
#include "oracle.h"

#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <unistd.h>

#include "generator.h"

namespace weft::random_kernels {
namespace {

using compare::Result;

/// What comes before a result's words, or before a message.
struct Header {
  uint32_t isMessage, outWords, sharedWordsOrBytes;
};

Case reducible(const Case &test) {
  Case result = compare::forOracle(test);
  result.options += " -D REDUCIBLE";  // no irreducible graphs, of which PoCL dies
  return result;
}

void write(std::FILE *file, const Result &result) {
  const Header header{0, uint32_t(result.out.size()), uint32_t(result.shared.size())};
  std::fwrite(&header, sizeof header, 1, file);
  std::fwrite(result.out.data(), 4, result.out.size(), file);
  std::fwrite(result.shared.data(), 4, result.shared.size(), file);
}

void write(std::FILE *file, const std::string &message) {
  const Header header{1, 0, uint32_t(message.size())};
  std::fwrite(&header, sizeof header, 1, file);
  std::fwrite(message.data(), 1, message.size(), file);
}

template <class Elements> bool read(std::FILE *file, size_t count, Elements &elements) {
  elements.resize(count);
  return std::fread(elements.data(), sizeof elements[0], count, file) == count;
}

}  // namespace

Oracle::Oracle(uint64_t first, unsigned count, GroupMethod method)
    : next_(first), end_(first + count), method_(method) {
  start();
}

void Oracle::start() {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const char *method = method_ == GroupMethod::Copies ? "POCL_WORK_GROUP_METHOD=workitemrepl " : "";
  const std::string command =
      fmt::format("{}'{}' --oracle --first {} --count {} {}>&1 1>&2", method, self, next_, end_ - next_, kOracleOutput);
  pipe_.reset(::popen(command.c_str(), "r"));
  if (!pipe_)
    throw std::runtime_error("the oracle's process does not start");
}

std::optional<Result> Oracle::next() {
  ++next_;
  Header header;
  Result result;
  std::string message;
  bool isWhole = std::fread(&header, sizeof header, 1, pipe_.get()) == 1;
  if (isWhole && header.isMessage) {
    isWhole = read(pipe_.get(), header.sharedWordsOrBytes, message);
    if (isWhole)
      throw std::runtime_error(message);
  }
  isWhole = isWhole && read(pipe_.get(), header.outWords, result.out) &&
            read(pipe_.get(), header.sharedWordsOrBytes, result.shared);
  if (isWhole)
    return result;
  start();
  return std::nullopt;
}

int serveOracle(uint64_t first, unsigned count) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> output(::fdopen(kOracleOutput, "w"), &std::fclose);
  if (!output)
    return 1;
  const compare::Device device(compare::kOracle);
  for (unsigned i = 0; i < count; ++i) {
    ::alarm(kSecondsPerKernel);
    const Case test = reducible(generate(first + i));
    try {
      cl_program program = device.build(test);
      write(output.get(), device.run(test, program));
      clReleaseProgram(program);
    } catch (const std::exception &error) {
      write(output.get(), error.what());
    }
    if (std::fflush(output.get()) != 0)
      return 1;
  }
  return 0;
}

}  // namespace weft::random_kernels
