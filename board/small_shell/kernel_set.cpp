// SPDX-License-Identifier: Apache-2.0
#include "board/small_shell/kernel_set.h"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <set>
#include <stdexcept>

#include "board/small_shell/fpga.h"
#include "weft_abi.h"

namespace weft::board {
namespace {

// With more, their multiplexer is deeper than one look-up table, and a register stands behind it.
constexpr size_t kMostWithoutSlice = 2;

using Ports = std::vector<abi::Port>;

Ports portsOf(const Description &board) {
  const auto ports = abi::kernelRegionPorts(board.portBits, board.memoryAddressBits);
  return {ports.begin(), ports.end()};
}

bool isClockOrReset(const abi::Port &port) {
  return std::string_view(port.name) == "clk_i" || std::string_view(port.name) == "rst_i";
}

/// What makes a kernel do something. Wider inputs only count with one of these, and lead to all kernels.
bool isControl(const abi::Port &port) { return !port.output && port.width == 1 && !isClockOrReset(port); }

std::string range(unsigned width) { return width == 1 ? "" : fmt::format("[{}:0] ", width - 1); }

std::string withoutDirection(std::string_view port) { return std::string(port.substr(0, port.size() - 2)); }

/// The requests of the kernel that is selected, a channel of AXI: registered.
std::string slice(const Ports &ports, std::string_view channel) {
  const std::string prefix = fmt::format("m_axi_{}", channel);
  unsigned width = 0;
  std::string inputs, outputs;
  for (const abi::Port &port : ports) {
    const std::string name = port.name;
    if (!port.output || !name.starts_with(prefix) || name == prefix + "valid_o")
      continue;
    width += port.width;
    inputs += fmt::format("{}{}", inputs.empty() ? "" : ", ", withoutDirection(name));
    outputs += fmt::format("{}{}", outputs.empty() ? "" : ", ", name);
  }
  return fmt::format("  stream_slice #(.Width({1})) u_{2} (\n"
                     "    .clk_i, .rst_i, .in_valid_i({0}valid), .in_ready_o({0}ready), .in_data_i({{{3}}}),\n"
                     "    .out_valid_o({0}valid_o), .out_ready_i({0}ready_i), .out_data_o({{{4}}}));\n",
                     prefix, width, channel, inputs, outputs);
}

/// What lies between the kernels and the shell's ports: wires, or slices for requests.
std::string towardsShell(const Ports &ports, bool slices) {
  std::string text;
  for (const abi::Port &port : ports) {
    if (isClockOrReset(port) || (!port.output && !isControl(port)))
      continue;
    const std::string name = port.name, wire = withoutDirection(name);
    text += fmt::format("  logic {}{};\n", range(port.width), wire);
    const bool sliced =
        slices && (name.starts_with("m_axi_aw") || name.starts_with("m_axi_w") || name.starts_with("m_axi_ar"));
    if (!sliced)
      text +=
          port.output ? fmt::format("  assign {} = {};\n", name, wire) : fmt::format("  assign {} = {};\n", wire, name);
  }
  if (slices)
    for (const std::string_view channel : {"aw", "w", "ar"})
      text += slice(ports, channel);
  return text;
}

/// A kernel with its part of the vectors of kernel_select.
std::string instance(const Ports &ports, size_t index, size_t count, unsigned controls, unsigned results) {
  std::string text = fmt::format("  {}_k{} {} (\n    .clk_i, .rst_i(kernel_rst[{}])", abi::kKernelRegionModule, index,
                                 kernelInstance(index, count), index);
  size_t control = index * controls, result = index * results;
  for (const abi::Port &port : ports) {
    if (isClockOrReset(port))
      continue;
    if (port.output) {
      text += fmt::format(",\n    .{}(result[{}+:{}])", port.name, result, port.width);
      result += port.width;
    } else if (isControl(port)) {
      text += fmt::format(",\n    .{}(control[{}])", port.name, control++);
    } else {
      text += fmt::format(",\n    .{}", port.name);
    }
  }
  return text + ");\n";
}

/// A concatenation of wires, the first of them at the right.
std::string concatenation(const std::vector<std::string> &wires) {
  std::string text;
  for (auto wire = wires.rbegin(); wire != wires.rend(); ++wire)
    text += (text.empty() ? "" : ", ") + *wire;
  return "{" + text + "}";
}

std::string moduleHeader(const Description &board, const Ports &ports) {
  std::string text = fmt::format("module {} #(\n  parameter int unsigned LineBits = {},\n  parameter int unsigned "
                                 "AddrBits = {},\n  parameter logic [31:0] KernelId = 32'd0  // of none of them\n) (\n",
                                 kKernelSetModule, board.portBits, board.memoryAddressBits);
  for (const abi::Port &port : ports)
    text += fmt::format("  {} logic {}{},\n", port.output ? "output" : "input", range(port.width), port.name);
  return text + "  input logic [31:0] select_i,\n  output logic [31:0] selected_o\n);\n";
}

std::string kernelSet(const Description &board, std::span<const kernel::Image> kernels) {
  const Ports ports = portsOf(board);
  std::vector<std::string> controls, results;
  unsigned resultBits = 0;
  for (const abi::Port &port : ports)
    if (port.output) {
      results.push_back(withoutDirection(port.name));
      resultBits += port.width;
    } else if (isControl(port)) {
      controls.push_back(withoutDirection(port.name));
    }
  std::vector<std::string> numbers;
  numbers.reserve(kernels.size());
  for (const kernel::Image &kernel : kernels)
    numbers.push_back(fmt::format("32'h{:08x}", kernelNumber(kernel)));
  std::string text = "// The kernels of a bitstream, made by Weft: rtl/system/kernel_set.sv has one.\n" +
                     moduleHeader(board, ports) + towardsShell(ports, kernels.size() > kMostWithoutSlice);
  text += fmt::format("  logic [{}:0] kernel_rst;\n  logic [{}:0] control;\n  logic [{}:0] result;\n",
                      kernels.size() - 1, kernels.size() * controls.size() - 1, kernels.size() * resultBits - 1);
  text += fmt::format("  kernel_select #(.Kernels({}), .Numbers({}), .ControlW({}), .ResultW({})) u_select (\n"
                      "    .clk_i, .rst_i, .select_i, .selected_o, .control_i({}),\n"
                      "    .result_i(result), .result_o({}),\n    .rst_o(kernel_rst), .control_o(control));\n",
                      kernels.size(), concatenation(numbers), controls.size(), resultBits, concatenation(controls),
                      concatenation(results));
  for (size_t i = 0; i < kernels.size(); ++i)
    text += fmt::format("  // Kernel '{}'\n", kernels[i].interface.name) +
            instance(ports, i, kernels.size(), unsigned(controls.size()), resultBits);
  return text + "endmodule\n";
}

/// The text of a kernel whose modules have names that no other kernel of the bitstream has.
std::string withOwnModules(const std::string &text, size_t index) {
  static const std::regex module(R"((?:^|\n)module (\w+))"), word(R"(\w+)");
  std::set<std::string> names;
  for (std::sregex_iterator found(text.begin(), text.end(), module), end; found != end; ++found)
    names.insert((*found)[1]);
  std::string result;
  size_t at = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), word), end; found != end; ++found) {
    if (!names.contains(found->str()))
      continue;
    const size_t after = size_t(found->position() + found->length());
    result += text.substr(at, after - at) + fmt::format("_k{}", index);
    at = after;
  }
  return result + text.substr(at);
}

void requireDifferentNumbers(std::span<const kernel::Image> kernels) {
  for (size_t i = 0; i < kernels.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (kernelNumber(kernels[i]) == kernelNumber(kernels[j]))
        throw std::runtime_error(
            fmt::format("kernels {} and {} have the same number, {:#010x}: no host could tell them "
                        "apart in one bitstream",
                        kernels[j].interface.name, kernels[i].interface.name, kernelNumber(kernels[i])));
}

}  // namespace

std::string kernelInstance(size_t index, size_t count) {
  return count == 1 ? "u_kernel" : fmt::format("u_kernel_k{}", index);
}

std::vector<std::pair<std::string, std::string>> kernelFiles(const Description &board,
                                                             std::span<const kernel::Image> kernels) {
  if (kernels.size() == 1)
    return {{fmt::format("{}.sv", abi::kKernelRegionModule), kernels.front().systemVerilog}};
  requireDifferentNumbers(kernels);
  std::vector<std::pair<std::string, std::string>> files;
  for (size_t i = 0; i < kernels.size(); ++i)
    files.emplace_back(fmt::format("{}_k{}.sv", abi::kKernelRegionModule, i),
                       withOwnModules(kernels[i].systemVerilog, i));
  files.emplace_back(fmt::format("{}.sv", kKernelSetModule), kernelSet(board, kernels));
  return files;
}

uint32_t topKernelNumber(std::span<const kernel::Image> kernels) {
  return kernels.size() == 1 ? kernelNumber(kernels.front()) : 0;
}

}  // namespace weft::board
