// SPDX-License-Identifier: Apache-2.0
#include "flow/source_map.h"

#include <regex>
#include <sstream>

#include "kernel/interface.h"
#include "weft_abi.h"

namespace weft::flow {
namespace {

constexpr const char *kKernelInstance = "u_kernel";  // of a kernel that is alone, in all boards

/// What Yosys and nextpnr append to the name of a net or a register to name a cell.
std::string_view withoutSuffixes(std::string_view name) {
  for (const std::string_view suffix :
       {"_SB_", "_TRELLIS_", "_LUT4", "_CCU2C", "_PFUMX", "_L6MUX21", "_DP16KD", "_MULT", "["})
    name = name.substr(0, name.find(suffix));
  return name.substr(0, name.find('$'));
}

/// The next part of a hierarchical name.
std::string_view takePart(std::string_view &path) {
  const std::string_view part = path.substr(0, path.find('.'));
  path.remove_prefix(std::min(path.size(), part.size() + 1));
  return part;
}

}  // namespace

SourceMap::SourceMap(std::string_view systemVerilog) { add(kKernelInstance, systemVerilog); }

void SourceMap::add(const std::string &instanceName, std::string_view systemVerilog) {
  Kernel &kernel = kernels_[instanceName];
  // "// add, file.cl:3" or "// at file.cl:3" stands before what it is about; an empty line or a heading ends that.
  static const std::regex module(R"(^module (\w+))"), place(R"(^\s*// (?:.*, |at )(\S.*:\d+)$)"),
      heading(R"(^\s*(?://.*)?$)"), net(R"(^\s*logic (?:\[[^\]]*\] )?(\w+(?:, \w+)*);)"),
      instance(R"(^\s*(\w+) (?:#\(.*\) )?(u_\w+) \()");
  std::istringstream lines{std::string(systemVerilog)};
  std::string in, at;
  std::smatch found;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, found, module)) {
      in = found[1];
      at.clear();
    } else if (std::regex_search(line, found, place)) {
      at = found[1];
    } else if (std::regex_search(line, heading)) {
      at.clear();
    } else if (std::regex_search(line, found, instance)) {
      kernel.modules[in + "." + found[2].str()] = found[1];
      if (!at.empty())
        kernel.places[in + "." + found[2].str()] = at;
    } else if (!at.empty() && std::regex_search(line, found, net)) {
      const std::string names = found[1];
      static const std::regex word(R"(\w+)");
      for (std::sregex_iterator name(names.begin(), names.end(), word), end; name != end; ++name)
        kernel.places[in + "." + name->str()] = at;
    }
  }
}

std::pair<std::string, const SourceMap::Kernel *> SourceMap::findKernel(std::string_view &path) const {
  // Where the board's top has the kernel is the board's affair.
  while (!path.empty())
    if (const auto kernel = kernels_.find(takePart(path)); kernel != kernels_.end())
      return {kernel->first, &kernel->second};
  return {};
}

std::string SourceMap::locate(std::string_view path) const {
  const Kernel *kernel = findKernel(path).second;
  if (!kernel)
    return "";
  // From module to module, those without a place: compute units, nodes.
  std::string module = abi::kKernelRegionModule;
  while (!path.empty()) {
    const std::string_view part = takePart(path);
    const auto place = kernel->places.find(module + "." + std::string(withoutSuffixes(part)));
    if (place != kernel->places.end())
      return place->second;
    const auto next = kernel->modules.find(module + "." + std::string(part));
    if (next == kernel->modules.end())
      return "";
    module = next->second;
  }
  return "";
}

SourceMap::Part SourceMap::partOf(std::string_view path) const {
  const auto [name, kernel] = findKernel(path);
  if (!kernel)
    return {};
  std::string module = abi::kKernelRegionModule;
  for (;;) {
    const std::string part(takePart(path));
    const auto instance = kernel->modules.find(module + "." + part);
    if (instance == kernel->modules.end())
      return {name, module, module};
    if (instance->second != kernel::kComputeUnitModule)
      return {name, part, instance->second};
    module = instance->second;
  }
}

}  // namespace weft::flow
