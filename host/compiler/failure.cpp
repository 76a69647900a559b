// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/failure.h"

#include <charconv>
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
  if (end.output.find("pthread_create failed") != end.output.npos)  // LLVM's word for it, before it aborts
    return {
        "the compiler cannot have a thread, for want of memory or processes (ulimit -v, ulimit -u, or the container's "
        "limits),"};
  if (WIFSIGNALED(status))
    return {fmt::format("the compiler crashed (signal {}, {})", WTERMSIG(status), strsignal(WTERMSIG(status))), true};
  return {fmt::format("the compiler gave up (exit code {})", WEXITSTATUS(status)), true};
}

/// The first "file:line:column: " in a line of LLVM's stack dump: "0.\t<source>:1:2: current parser token ';'".
kernel::SourceLocation placeIn(std::string_view output) {
  const auto number = [](std::string_view text, unsigned &value) {
    const char *const end = text.data() + text.size();
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): its end is given
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
  };
  for (size_t at = output.find('\n'); at != output.npos; at = output.find('\n', at + 1)) {
    const std::string_view line = output.substr(at + 1, output.find('\n', at + 1) - at - 1);
    const size_t tab = line.find(".\t");
    const size_t end = line.find(": ", tab == line.npos ? 0 : tab);
    unsigned entry = 0;
    if (tab == line.npos || end == line.npos || !number(line.substr(0, tab), entry))
      continue;
    const std::string_view place = line.substr(tab + 2, end - tab - 2);
    const size_t column = place.rfind(':'), row = column == place.npos ? place.npos : place.rfind(':', column - 1);
    kernel::SourceLocation found;
    if (row != place.npos && number(place.substr(column + 1), found.column) &&
        number(place.substr(row + 1, column - row - 1), found.line)) {
      found.file = place.substr(0, row);
      return found;
    }
  }
  return {};
}

}  // namespace

Unavailable::Unavailable(const std::string &why) : std::runtime_error("the compiler's process cannot be had: " + why) {}

End parseEnd(const std::string &packed) {
  std::vector<std::string> texts = unpackTexts(packed);
  return {std::stoi(texts.at(0)), std::move(texts.at(1)), ""};
}

std::vector<hls::Diagnostic> describeFailure(const End &end, FailedInput input, const std::string &stage) {
  const Reason reason = reasonOf(end);
  const bool source = input == FailedInput::Source;
  hls::Diagnostic failure;
  failure.message =
      fmt::format("{}{} while compiling {}", reason.what, stage.empty() ? "" : fmt::format(" in stage '{}'", stage),
                  source ? "this program" : "LLVM IR of objects or of a program binary");
  if (source)
    failure.location = placeIn("\n" + end.output);
  else
    failure.hint = "build it again from its source";
  if (reason.crashed)
    failure.hint += source ? "this is a fault of Weft or Clang: please report it with the source"
                           : ", and if that fails in the same way please report it with the source";
  if (!reason.crashed || end.output.empty())
    return {failure};
  hls::Diagnostic output;
  output.severity = hls::Diagnostic::Severity::Note;
  output.rendered = end.output.substr(0, kEnoughOutput);
  while (output.rendered.ends_with('\n'))
    output.rendered.pop_back();
  return {failure, output};
}

}  // namespace weft::compiler
