// SPDX-License-Identifier: Apache-2.0
#include "flow/source_map.h"

#include <regex>
#include <sstream>

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
      if (in == abi::kKernelRegionModule)
        kernel.modules[found[2]] = found[1];
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
  const std::string region = abi::kKernelRegionModule;
  const Kernel *kernel = findKernel(path).second;
  if (!kernel)
    return "";
  const auto &[modules, places] = *kernel;
  const std::string_view first = takePart(path);
  const auto lookUp = [&places = places](const std::string &module, std::string_view name) -> std::string {
    const auto place = places.find(module + "." + std::string(withoutSuffixes(name)));
    return place == places.end() ? "" : place->second;
  };
  if (std::string place = lookUp(region, first); !place.empty())
    return place;
  const auto module = modules.find(first);
  return module == modules.end() ? "" : lookUp(module->second, takePart(path));
}

SourceMap::Part SourceMap::partOf(std::string_view path) const {
  const auto [name, kernel] = findKernel(path);
  if (!kernel)
    return {};
  const std::string first(takePart(path));
  const auto module = kernel->modules.find(first);
  if (module == kernel->modules.end())
    return {name, abi::kKernelRegionModule, abi::kKernelRegionModule};
  return {name, first, module->second};
}

}  // namespace weft::flow
