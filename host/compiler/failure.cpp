// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/failure.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <sys/wait.h>
#include <vector>

#include "host/compiler/channel.h"
#include "host/compiler/server.h"

namespace weft::compiler {
namespace {

constexpr size_t kEnoughOutput = 500;

struct Reason {
  std::string what;      // "the compiler …"
  bool crashed = false;  // whoever wrote it should know
};

Reason reasonOf(const End &end) {
  if (!end.invalid.empty())
    return {fmt::format("the compiler's answer cannot be taken ({})", end.invalid), true};
  if (!end.status || (WIFSIGNALED(*end.status) && WTERMSIG(*end.status) == SIGKILL))
    return {"the compiler's process was killed, by the system for want of memory or by somebody"};
  const int status = *end.status;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemoryStatus)
    return {fmt::format("the compiler needs more than {} GiB of memory, or than the application may use,",
                        kMemoryLimit >> 30)};
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    return {fmt::format("the compiler needs more than {} seconds of the processor, or than the application may use,",
                        kCpuSeconds)};
  if (WIFSIGNALED(status))
    return {fmt::format("the compiler crashed (signal {}, {})", WTERMSIG(status), strsignal(WTERMSIG(status))), true};
  return {fmt::format("the compiler gave up (exit code {})", WEXITSTATUS(status)), true};
}

/// The first "file:line:column: " in a line of LLVM's stack dump: "0.\t<source>:1:2: current parser token ';'".
std::string placeIn(std::string_view output) {
  const auto number = [](std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
  };
  for (size_t at = output.find('\n'); at != output.npos; at = output.find('\n', at + 1)) {
    const std::string_view line = output.substr(at + 1, output.find('\n', at + 1) - at - 1);
    const size_t tab = line.find(".\t");
    const size_t end = line.find(": ", tab == line.npos ? 0 : tab);
    if (tab == line.npos || end == line.npos || !number(line.substr(0, tab)))
      continue;
    const std::string_view place = line.substr(tab + 2, end - tab - 2);
    const size_t column = place.rfind(':'), row = column == place.npos ? place.npos : place.rfind(':', column - 1);
    if (row != place.npos && number(place.substr(column + 1)) && number(place.substr(row + 1, column - row - 1)))
      return std::string(place);
  }
  return "";
}

}  // namespace

Unavailable::Unavailable(const std::string &why) : std::runtime_error("the compiler's process cannot be had: " + why) {}

End parseEnd(const std::string &packed) {
  std::vector<std::string> texts = unpackTexts(packed);
  return {std::stoi(texts.at(0)), std::move(texts.at(1)), ""};
}

std::string describeFailure(const End &end, FailedInput input, const std::string &stage) {
  const Reason reason = reasonOf(end);
  const bool source = input == FailedInput::Source;
  const std::string place = source ? placeIn("\n" + end.output) : "";
  std::string log = place.empty() ? "" : place + ": ";
  log += fmt::format("error: {}{} while compiling {}", reason.what,
                     stage.empty() ? "" : fmt::format(" in stage '{}'", stage),
                     source ? "this program" : "LLVM IR of objects or of a program binary");
  if (!source)
    log += "; build it again from its source";
  if (reason.crashed)
    log += source ? "; this is a fault of Weft or Clang: please report it with the source"
                  : ", and if that fails in the same way please report it with the source";
  log += "\n";
  if (reason.crashed)
    log += end.output.substr(0, kEnoughOutput);
  return log;
}

}  // namespace weft::compiler
