// SPDX-License-Identifier: Apache-2.0
#include "host/core/launch_fault.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace weft::core {
namespace {

std::string format(const kernel::SourceLocation &location) {
  return fmt::format("{}:{}:{}", location.file, location.line, location.column);
}

std::string describeAccess(unsigned bytes, const kernel::SourceLocation &location) {
  return fmt::format(" of {} bytes", bytes) + (location.line ? " at " + format(location) : "");
}

/// The loops and barriers in which the kernel has seen work-items.
std::string stallPointsOf(const FailedLaunch &launch) {
  std::string text;
  const std::vector<kernel::StallPoint> &points = launch.interface.stallPoints;
  for (size_t i = 0; i < points.size(); ++i) {
    if (!(launch.completion.faultAddress >> i & 1))
      continue;
    const kernel::StallPoint &point = points[i];
    text += fmt::format("{}the {}", text.empty() ? "" : ", ", nameOf(point.kind));
    text += point.location.line ? " at " + format(point.location) : fmt::format(" '{}'", point.name);
  }
  return text;
}

/// A buffer that the access may have meant. `far`: the address is in the half of the address space without memory.
std::string describeBuffer(const FailedLaunch &launch, uint32_t index, bool isNearest, bool far) {
  const kernel::Argument &argument = launch.interface.arguments[index];
  const uint64_t first = launch.words[argument.word], end = launch.words[argument.word + 1];
  std::string text = isNearest ? "; nearest is " : "; ";
  if (argument.implicit == kernel::Argument::Implicit::ProgramVariable)
    text += fmt::format("variable {}", launch.variables.list[argument.variable].name);
  else
    text += fmt::format("buffer argument {} ({})", index, argument.name);
  if (end == 0)
    return text + " is NULL";
  if (far)
    return text + fmt::format(" of {} bytes", end - first);
  return text + fmt::format(": offset {} of {} bytes", static_cast<int64_t>(launch.completion.faultAddress - first),
                            end - first);
}

/// An access on chip, of whose offset the hardware has 32 bits.
std::string describeStray(const FailedLaunch &launch, const kernel::Check &check) {
  std::string text = describeAccess(check.bytes, check.location);
  auto offsetIn = [&](uint64_t first, uint64_t bytes) {
    return fmt::format("offset {} (modulo 2^32) of {} bytes",
                       static_cast<int32_t>(launch.completion.faultAddress - first), bytes);
  };
  if (check.arguments.empty())
    text += fmt::format("; variable {}: {}", check.variable.empty() ? "without a name" : check.variable,
                        offsetIn(0, check.variableBytes));
  for (const uint32_t index : check.arguments) {
    const kernel::Argument &argument = launch.interface.arguments[index];
    text += fmt::format("; __local argument {} ({}): {}", index, argument.name,
                        offsetIn(launch.words[argument.word], launch.words[argument.word + 1]));
  }
  return text;
}

}  // namespace

std::string describeFault(const FailedLaunch &launch) {
  std::string text = fmt::format("kernel {}: ", launch.interface.name);
  if (launch.completion.fault == abi::Fault::DIVERGENT_BARRIER) {
    const std::string places = stallPointsOf(launch);
    return text + fmt::format("work-items wait at {} others of their group never reach",
                              places.empty() ? "a barrier that" : places + ", which");
  }
  const bool write = launch.completion.fault == abi::Fault::OUT_OF_BOUNDS_WRITE;
  if (!write && launch.completion.fault != abi::Fault::OUT_OF_BOUNDS_READ)
    return text + fmt::format("fault {}", unsigned(launch.completion.fault));
  text += write ? "out-of-bounds write" : "out-of-bounds read";
  const size_t sites = launch.interface.sites.size();
  if (launch.completion.faultSite >= sites && launch.completion.faultSite - sites < launch.interface.checks.size())
    return text + describeStray(launch, launch.interface.checks[launch.completion.faultSite - sites]);
  if (launch.completion.faultSite >= sites)
    return text + fmt::format(" at device address {:#x}, unknown access site {}", launch.completion.faultAddress,
                              launch.completion.faultSite);
  const kernel::Site &site = launch.interface.sites[launch.completion.faultSite];
  text += describeAccess(site.bytes, site.location);
  // Its unit saw an address in the half of the address space that holds no memory.
  const bool far = launch.completion.faultAddress >> (launch.interface.addressBits - 1) != 0;
  auto distance = [&](uint32_t index) {
    const kernel::Argument &argument = launch.interface.arguments[index];
    const uint64_t first = launch.words[argument.word], end = launch.words[argument.word + 1];
    if (far || end == 0)
      return UINT64_MAX;
    return launch.completion.faultAddress < first
               ? first - launch.completion.faultAddress
               : launch.completion.faultAddress - std::min(launch.completion.faultAddress, end);
  };
  std::vector<uint32_t> arguments = site.arguments;
  std::erase_if(arguments, [&](uint32_t index) {
    return launch.interface.arguments[index].implicit == kernel::Argument::Implicit::PrintBuffer;
  });
  std::sort(arguments.begin(), arguments.end(),
            [&](uint32_t a, uint32_t b) { return std::pair(distance(a), a) < std::pair(distance(b), b); });
  for (const uint32_t index : arguments)
    text += describeBuffer(launch, index,
                           index == arguments.front() && arguments.size() > 1 && distance(index) != UINT64_MAX, far);
  if (far)
    return text + fmt::format("; the address is negative or at least 2^{}", launch.interface.addressBits - 1);
  return text + fmt::format("; device address {:#x}", launch.completion.faultAddress);
}

std::string describeEnd(const FailedLaunch &launch) {
  std::string text = fmt::format("kernel {}: ended after {} cycles (WEFT_CYCLE_LIMIT is {})", launch.interface.name,
                                 launch.completion.runCycles, launch.cycleLimit);
  if (launch.completion.fault != abi::Fault::CIRCULATING)
    return launch.completion.fault == abi::Fault::NONE ? text : text + "; before that, " + describeFault(launch);
  const unsigned lanes = launch.interface.lanes;
  text += fmt::format(" with {} {} in flight", launch.completion.faultSite,
                      lanes == 1 ? "work-items" : fmt::format("packets of {} work-items", lanes));
  const std::string places = stallPointsOf(launch);
  return places.empty() ? text : text + "; they still go through " + places;
}

}  // namespace weft::core
