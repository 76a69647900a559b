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
  SourceMap() = default;
  explicit SourceMap(std::string_view systemVerilog);
  /// A kernel whose instance has that name: several in one bitstream.
  void add(const std::string &instance, std::string_view systemVerilog);

  /// The place (file:line) of the operation or access unit that a cell is part of: `path` is its name in the flattened
  /// netlist, for example u_kernel.u_n0.v5_s0c0_SB_LUT4_O_3. Empty if it is not known.
  std::string locate(std::string_view path) const;

  /// A kernel by the name of its instance, an instance in its kernel_region or in any of its compute units, and the
  /// module of that. What is kernel_region's or a unit's own has the name of that for both.
  struct Part {
    std::string kernel, instance, module;
    auto operator<=>(const Part &) const = default;
  };
  /// What a cell is part of; all empty for cells outside of kernels.
  Part partOf(std::string_view path) const;

private:
  using Names = std::map<std::string, std::string, std::less<>>;
  struct Kernel {
    Names modules;  // module.instance → the instance's module
    Names places;   // module.name of a net or an instance → place
  };
  /// The kernel that a cell is in, by the name of its instance; `path` is what follows that name. Null: in none.
  std::pair<std::string, const Kernel *> findKernel(std::string_view &path) const;

  std::map<std::string, Kernel, std::less<>> kernels_;  // by the name of their instance
};

}  // namespace weft::flow
