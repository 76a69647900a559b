// SPDX-License-Identifier: Apache-2.0
// Inside of region.h. Nets of node n start with `n<n>_`, of its edge e with `n<n>_e<e>_`, of access site s with
// `s<s>_`, of memory m with `m<m>_`.
#pragma once
#include <fmt/format.h>

#include "hls/rtlgen/names.h"
#include "hls/rtlgen/region.h"

namespace weft::rtlgen {

class RegionEmitter {
public:
  RegionEmitter(const Plan &plan, const std::vector<NodeModule> &modules)
      : plan_(plan), kernel_(*plan.kernel), modules_(modules) {}
  std::string run();

private:
  // region.cpp
  void header();
  void configuration();
  void dispatcher();
  void nets();
  void channels();
  void barrier(graph::NodeId n);
  void faultCollector();
  void control();

  // region_memory.cpp
  void memory(uint32_t m);
  void localMemory(uint32_t m);
  void arbitratedMemory(uint32_t m);
  void atomicMemory(uint32_t m);
  void rom(uint32_t m);
  void sites();
  void site(uint32_t s);
  void memoryPort();

  /// "{m0_r1_addr, m0_r0_addr}": element 0 is the least significant.
  static std::string list(const std::string &format, size_t count, const std::string &ifNone = "");
  std::string word(uint32_t index, unsigned width, unsigned low = 0) const {
    return fmt::format("words[{} +: {}]", index * 64 + low, width);
  }
  template <typename... Args> void line(fmt::format_string<Args...> text, Args &&...args) {
    body_ += "  " + fmt::format(text, std::forward<Args>(args)...) + "\n";
  }
  void title(const std::string &text) { body_ += "\n  // ---- " + text + "\n"; }
  unsigned slots() const { return std::max(2u, kernel_.slots); }
  unsigned countSites(graph::Site::Kind kind) const;

  const Plan &plan_;
  const graph::Kernel &kernel_;
  const std::vector<NodeModule> &modules_;
  std::string body_;
};

}  // namespace weft::rtlgen
