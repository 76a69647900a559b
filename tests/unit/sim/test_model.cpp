// SPDX-License-Identifier: Apache-2.0
// Compiled kernel models, without a shell.
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "fixture.h"
#include "sim/build_pool.h"
#include "sim/kernel_instance.h"
#include "sim/model_spec.h"

using namespace weft;
using namespace weft::sim;
using namespace weft::sim::test;

namespace {

std::shared_ptr<BuildPool> poolIn(const TemporaryDirectory &directory) {
  return std::make_shared<BuildPool>(std::make_shared<ModelCache>(directory.path() / "cache", uint64_t(1) << 30));
}

/// Gives inputs and lets a cycle pass.
void cycle(KernelInstance &kernel, const KernelIn &in) {
  kernel.take(in, 0);
  kernel.clock();
}

}  // namespace

TEST_CASE("a kernel model runs as its SystemVerilog says") {
  TemporaryDirectory directory;
  auto pool = poolIn(directory);
  auto build = pool->request(kernelSpec(copyKernel(), {}));
  auto library = build->wait();
  REQUIRE(build->ready());
  VerilatedKernel kernel(library, "copy_lines");
  REQUIRE(kernel.lineBits() == 512);
  REQUIRE(kernel.addressBits() == 40);

  KernelIn in;
  in.rst = 1;
  for (int i = 0; i < 4; ++i)
    cycle(kernel, in);
  in.rst = 0;
  in.cfgValid = 1;
  const std::pair<uint16_t, uint64_t> words[] = {{32, 0x1000}, {33, 0x1040}, {34, 0x2000}, {36, 5}, {37, 0}};
  for (auto [address, value] : words) {
    in.cfgAddr = address;
    in.cfgData = value;
    cycle(kernel, in);
  }
  in.cfgValid = 0;
  in.start = 1;
  cycle(kernel, in);
  in.start = 0;
  REQUIRE_FALSE(kernel.out.axi[0].arValid);
  cycle(kernel, in);
  REQUIRE(kernel.out.axi[0].arValid);
  REQUIRE(kernel.out.axi[0].arAddr == 0x1000);
  in.axi[0].arReady = 1;
  cycle(kernel, in);
  REQUIRE_FALSE(kernel.out.axi[0].arValid);

  std::vector<uint8_t> line(64);
  for (size_t i = 0; i < line.size(); ++i)
    line[i] = uint8_t(i + 1);
  in.axi[0].rValid = in.axi[0].rLast = 1;
  in.axi[0].rData = line.data();
  cycle(kernel, in);
  in.axi[0].rValid = 0;
  REQUIRE(kernel.out.axi[0].awValid);
  REQUIRE(kernel.out.axi[0].wValid);
  REQUIRE(kernel.out.axi[0].awAddr == 0x2000);
  const auto *data = static_cast<const uint8_t *>(kernel.out.axi[0].wData);
  std::vector<uint8_t> expected = line;
  expected[0] += 5;
  REQUIRE(std::vector<uint8_t>(data, data + 64) == expected);
  REQUIRE(*static_cast<const uint64_t *>(kernel.out.axi[0].wStrb) == ~uint64_t(0));
  in.axi[0].awReady = in.axi[0].wReady = 1;
  cycle(kernel, in);
  in.axi[0].bValid = 1;
  cycle(kernel, in);
  in.axi[0].bValid = 0;
  REQUIRE_FALSE(kernel.out.axi[0].awValid);
  cycle(kernel, in);
  REQUIRE_FALSE(kernel.out.done);
  cycle(kernel, in);
  REQUIRE(kernel.out.done);
  cycle(kernel, in);
  REQUIRE_FALSE(kernel.out.done);
}

TEST_CASE("two instances of one model are independent") {
  TemporaryDirectory directory;
  auto library = poolIn(directory)->request(kernelSpec(copyKernel(), {}))->wait();
  VerilatedKernel a(library, "a"), b(library, "b");
  KernelIn in;
  in.rst = 1;
  cycle(a, in);
  cycle(b, in);
  in = {};
  in.cfgValid = 1;
  in.cfgAddr = 32;
  in.cfgData = 0x40;  // the end is 0: not empty
  cycle(a, in);
  in = {};
  in.start = 1;
  cycle(a, in);
  in = {};
  cycle(a, in);
  cycle(b, in);
  REQUIRE(a.out.axi[0].arValid);
  REQUIRE_FALSE(b.out.axi[0].arValid);
}

TEST_CASE("a model has no threads of its own") {
  TemporaryDirectory directory;
  auto pool = poolIn(directory);
  auto library = pool->request(kernelSpec(copyKernel(), {}))->wait();
  const auto threads = [] {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
  };
  const auto before = threads();
  VerilatedKernel a(library, "a"), b(library, "b");
  CHECK(threads() == before);
}

TEST_CASE("an error in the SystemVerilog comes with the tool's message") {
  TemporaryDirectory directory;
  auto pool = poolIn(directory);
  auto image = copyKernel();
  image.systemVerilog.insert(image.systemVerilog.find("  typedef enum"), "  assign done_o = undeclared_thing +;\n");
  auto build = pool->request(kernelSpec(image, {}));
  REQUIRE_THROWS_WITH(build->wait(), Catch::Contains("kernel copy_lines") && Catch::Contains("Verilator") &&
                                         Catch::Contains("kernel_region.sv:") && Catch::Contains("syntax error"));
  // It is the same when asked again, and a good kernel still works.
  REQUIRE_THROWS_WITH(pool->request(kernelSpec(image, {}))->wait(), Catch::Contains("syntax error"));
  REQUIRE(pool->request(kernelSpec(idleKernel(), {}))->wait());
}

TEST_CASE("a module that the library lacks is named") {
  TemporaryDirectory directory;
  auto image = idleKernel();
  image.systemVerilog.insert(image.systemVerilog.find("endmodule"), "  no_such_module u_none (.clk_i);\n");
  REQUIRE_THROWS_WITH(poolIn(directory)->request(kernelSpec(image, {}))->wait(), Catch::Contains("no_such_module"));
}

TEST_CASE("a design that stops raises an error instead of ending the process") {
  TemporaryDirectory directory;
  auto image = idleKernel();
  const size_t end = image.systemVerilog.find("endmodule");
  image.systemVerilog.insert(end, "  always @(posedge clk_i) if (start_i) $stop;\n");
  auto library = poolIn(directory)->request(kernelSpec(image, {}))->wait();
  VerilatedKernel kernel(library, "stops");
  KernelIn in;
  cycle(kernel, in);
  in.start = 1;
  REQUIRE_THROWS_WITH(cycle(kernel, in), Catch::Contains("kernel_region.sv") && Catch::Contains("$stop"));
}

TEST_CASE("floating point: fast bodies and RTL give the same, equally late") {
  TemporaryDirectory directory;
  auto pool = poolIn(directory);
  auto image = idleKernel();
  // The operator's result shows as the fault address; operands are the halves of a configuration word.
  const std::string idle = "  assign fault_addr_o = '0;\n";
  image.systemVerilog.replace(image.systemVerilog.find(idle), idle.size(),
                              "  assign fault_addr_o[63:32] = '0;\n"
                              "  fp_add #(.ExpW(8), .SigW(24), .Latency(4)) u_add (.clk_i, .a_i(cfg_data_i[31:0]), "
                              ".b_i(cfg_data_i[63:32]), .result_o(fault_addr_o[31:0]));\n");
  const size_t valid = image.systemVerilog.find("fault_valid_o = '0");
  image.systemVerilog.replace(valid, 18, "fault_valid_o = 1");

  std::vector<uint64_t> results[2];
  for (const bool fast : {false, true}) {
    auto library = pool->request(kernelSpec(image, {.fastFp = fast}))->wait();
    VerilatedKernel kernel(library, "adds");
    KernelIn in;
    in.cfgValid = 1;
    uint32_t random = 1;
    for (int i = 0; i < 2000; ++i) {
      random = random * 1664525 + 1013904223;
      in.cfgData = uint64_t(random) << 32 | (random ^ 0x80200000 ^ (random >> 13));
      cycle(kernel, in);
      results[fast].push_back(kernel.out.faultAddr);
    }
  }
  REQUIRE(results[0] == results[1]);
  // The last four sums are still under way; the others differ from each other.
  REQUIRE(std::set<uint64_t>(results[0].begin(), results[0].end()).size() > 1500);
}
