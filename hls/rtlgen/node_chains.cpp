// SPDX-License-Identifier: Apache-2.0
// Delays between the uses of a value: registers, or memories where a delay is long.
#include "hls/rtlgen/node_emitter.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

// From here on a block memory takes less of an FPGA than registers, and less of a simulation.
constexpr unsigned kMemoryCycles = 32;
constexpr unsigned kMemoryBits = 1024;
// Values that are delayed together share a memory of the width that block memories have, and no simulated signal gets
// wider than a machine word.
constexpr unsigned kMemoryWidth = 64;

}  // namespace

void NodeEmitter::finishChains() {
  struct Delay {
    std::string name;
    unsigned width = 1;
  };
  std::map<std::pair<unsigned, unsigned>, std::vector<Delay>> delays;  // by first and last cycle
  std::map<ValueId, std::set<unsigned>> declared;
  for (const auto &[v, chain] : chains_) {
    const std::set<unsigned> &used = usedCycles_[v];
    declared[v] = {chain.begin};
    unsigned from = chain.begin;
    for (auto it = used.upper_bound(from); it != used.end(); from = *it++) {
      declared[v].insert(*it);
      delays[{from, *it}].push_back({chain.name, chain.width});
    }
  }

  std::string memories;
  std::map<std::string, std::set<unsigned>> registered;  // by name: cycles between uses
  for (auto &[cycles, values] : delays) {
    const auto [from, to] = cycles;
    const unsigned latency = to - from;
    unsigned count = 0;
    for (size_t i = 0, next; i < values.size(); i = next) {
      unsigned bits = 0;
      std::string in, out;
      for (next = i; next < values.size() && (next == i || bits + values[next].width <= kMemoryWidth); ++next) {
        const Delay &value = values[next];
        bits += value.width;
        in += fmt::format("{}{}{}", next == i ? "" : ", ", value.name, from);
        out += fmt::format("{}{}{}", next == i ? "" : ", ", value.name, to);
      }
      if (latency >= kMemoryCycles && bits * latency >= kMemoryBits) {
        memories += fmt::format("  delay_memory #(.Width({}), .Latency({})) u_delay_s{}c{}c{}_{} (.clk_i, .rst_i,\n"
                                "    .data_i({{{}}}),\n    .data_o({{{}}}));\n",
                                bits, latency, segment_, from, to, count++, in, out);
        continue;
      }
      for (size_t k = i; k < next; ++k)
        for (unsigned c = from + 1; c <= to; ++c) {
          registers_ += fmt::format("    {0}{1} <= {0}{2};\n", values[k].name, c, c - 1);
          registered[values[k].name].insert(c);
        }
    }
  }
  body_ += memories;

  std::map<std::string, std::string> declarations;  // by mark
  for (const auto &[v, chain] : chains_) {
    std::set<unsigned> &cycles = declared[v];
    cycles.merge(registered[chain.name]);
    std::string names;
    for (const unsigned c : cycles)
      names += fmt::format("{}{}{}", names.empty() ? "" : ", ", chain.name, c);
    declarations[chainMark(v)] = fmt::format("  logic {}{};\n", range(chain.width), names);
  }
  // In one go over the segment's text, which is long.
  std::string text;
  size_t at = segmentBegin_;
  for (size_t mark; (mark = body_.find('\1', at)) != std::string::npos;) {
    const size_t end = body_.find('\1', mark + 1) + 1;
    text.append(body_, at, mark - at);
    text += declarations.at(body_.substr(mark, end - mark));
    at = end;
  }
  text.append(body_, at);
  body_.resize(segmentBegin_);
  body_ += text;
}

}  // namespace weft::rtlgen
