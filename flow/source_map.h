// SPDX-License-Identifier: Apache-2.0
// From cells of a placed netlist back to lines of the kernel's source, by the comments that generated SystemVerilog
// has.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace weft::flow {

class SourceMap {
public:
  explicit SourceMap(std::string_view systemVerilog);

  /// The place (file:line) of the operation or access unit that a cell is part of: `path` is its name in the flattened
  /// netlist, for example u_kernel.u_n0.v5_s0c0_SB_LUT4_O_3. Empty if it is not known.
  std::string locate(std::string_view path) const;

  /// The instance in kernel_region that a cell is part of, and its module; of what is kernel_region's own, the name of
  /// that for both. Nothing for cells outside of the kernel.
  std::pair<std::string, std::string> instanceOf(std::string_view path) const;

private:
  std::map<std::string, std::string, std::less<>> modules_;  // instance in kernel_region → module
  std::map<std::string, std::string, std::less<>> places_;   // module.name of a net or an instance → place
};

}  // namespace weft::flow
