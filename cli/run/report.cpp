// SPDX-License-Identifier: Apache-2.0
#include "cli/run/report.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/run/types.h"

namespace weft::cli {
namespace {

constexpr uint64_t kMostShown = 1000, kEdge = 3;  // numbers, as NumPy has them

/// Bytes of the buffers that the kernel's sites can load from, and store to: what moves if each byte moves once.
struct Traffic {
  uint64_t read = 0, written = 0;
};

Traffic trafficOf(const RunResult &result) {
  std::vector<bool> loads(result.arguments.size()), stores(result.arguments.size());
  for (const kernel::Site &site : result.kernel->sites)
    for (const uint32_t argument : site.arguments)
      if (argument < result.arguments.size())  // the others are implicit
        (site.kind == kernel::Site::Kind::Load ? loads : stores)[argument] = true;
  Traffic traffic;
  for (size_t i = 0; i < result.arguments.size(); ++i) {
    traffic.read += loads[i] ? result.arguments[i].array.bytes.size() : 0;
    traffic.written += stores[i] ? result.arguments[i].array.bytes.size() : 0;
  }
  return traffic;
}

std::pair<uint64_t, uint64_t> leastAndMostCycles(const RunResult &result) {
  const auto [least, most] = std::minmax_element(result.times.begin(), result.times.end(),
                                                 [](auto &a, auto &b) { return a.cycles < b.cycles; });
  return {least->cycles, most->cycles};
}

double bytesPerCycle(const RunResult &result) {
  const Traffic traffic = trafficOf(result);
  const uint64_t cycles = leastAndMostCycles(result).first;
  return cycles ? double(traffic.read + traffic.written) / double(cycles) : 0;
}

double microseconds(const RunResult &result, uint64_t cycles) { return double(cycles) / result.board->clockMhz; }

std::string describeTime(double microseconds) {
  return microseconds < 1e3   ? fmt::format("{:.2f} us", microseconds)
         : microseconds < 1e6 ? fmt::format("{:.2f} ms", microseconds / 1e3)
                              : fmt::format("{:.2f} s", microseconds / 1e6);
}

std::string numpyType(const NpyArray &array) {
  if (array.kind == 'V')
    return fmt::format("records of {} bytes", array.itemBytes);
  const Scalar *scalar = scalarOf(array.kind, array.itemBytes);
  return scalar ? scalar->numpy : array.kind == 'c' ? fmt::format("complex{}", 8 * array.itemBytes) : "bool";
}

}  // namespace

std::string describeRun(const RunResult &result) {
  const auto [least, most] = leastAndMostCycles(result);
  const Traffic traffic = trafficOf(result);
  std::string text = fmt::format("kernel:   {} on {}, {} work-items", result.kernel->name, result.board->name,
                                 fmt::join(result.range.global, " x "));
  if (!result.range.local.empty())
    text += fmt::format(" in groups of {}", fmt::join(result.range.local, " x "));
  text += fmt::format("\ncycles:   {}", least);
  if (most != least)
    text += fmt::format(" to {}", most);
  text += fmt::format(", {} at {} MHz", describeTime(microseconds(result, least)), result.board->clockMhz);
  if (result.times.size() > 1)
    text += fmt::format(" ({} runs)", result.times.size());
  text += "\n";
  if (traffic.read + traffic.written > 0)
    text += fmt::format("buffers:  {} bytes read, {} written; moved once each: {:.2f} bytes per cycle, {:.1f} % of the "
                        "port's peak of {}\n",
                        traffic.read, traffic.written, bytesPerCycle(result),
                        100 * bytesPerCycle(result) / result.portBytes, result.portBytes);
  for (const ArgumentValue &value : result.arguments)
    if (!value.saveTo.empty())
      text += fmt::format("saved:    {} in {}, {} {}\n", value.argument->name, value.saveTo, numpyType(value.array),
                          textOfShape(value.array.shape));
  return text;
}

std::string runAsJson(const RunResult &result) {
  const Traffic traffic = trafficOf(result);
  nlohmann::ordered_json json = {{"kernel", result.kernel->name},
                                 {"board", result.board->name},
                                 {"global", result.range.global},
                                 {"local", result.range.local},
                                 {"clock_mhz", result.board->clockMhz},
                                 {"cycles", nlohmann::ordered_json::array()},
                                 {"seconds", microseconds(result, leastAndMostCycles(result).first) * 1e-6},
                                 {"bytes_read", traffic.read},
                                 {"bytes_written", traffic.written},
                                 {"bytes_per_cycle", bytesPerCycle(result)},
                                 {"port_bytes_per_cycle", result.portBytes},
                                 {"saved", nlohmann::ordered_json::object()}};
  for (const LaunchTime &time : result.times)
    json["cycles"].push_back(time.cycles);
  for (const ArgumentValue &value : result.arguments)
    if (!value.saveTo.empty())
      json["saved"][value.argument->name] = value.saveTo;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

namespace {

std::string textOfField(const NpyArray::Field &field, const char *item) {
  return textOfNumber(*scalarOf(field.kind == 'b' ? 'u' : field.kind, field.bytes), item + field.offset);
}

/// A record, or a complex number, is its numbers in brackets.
std::string textOfItem(const NpyArray &array, const char *item) {
  if (array.kind != 'V' && array.kind != 'c')
    return textOfField({0, array.kind, array.itemBytes}, item);
  std::string text;
  for (const NpyArray::Field &field : array.fields)
    text += (text.empty() ? "" : ", ") + textOfField(field, item);
  return "(" + text + ")";
}

}  // namespace

std::string textOfArray(const NpyArray &array) {
  const uint64_t items = array.items();
  std::string text = "[";
  for (uint64_t i = 0; i < items; ++i) {
    if (items > kMostShown && i == kEdge) {
      text += ", ...";
      i = items - kEdge;
    }
    text += (i ? ", " : "") + textOfItem(array, array.bytes.data() + i * array.itemBytes);
  }
  return text + "]";
}

}  // namespace weft::cli
