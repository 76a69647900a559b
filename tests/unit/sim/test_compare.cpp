// SPDX-License-Identifier: Apache-2.0
// Both engines side by side: a fault that is planted in one of them is found, and its place is named.
#include <catch2/catch.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "board/driver.h"
#include "fixture.h"
#include "sim/sim_board.h"

using namespace weft;
using namespace weft::sim;
using namespace weft::sim::test;

namespace {

constexpr const char *kSource = R"(kernel void plus(global const uint *in, global uint *out) {
  uint i = get_global_id(0);
  uint sum = in[i] + 0x1234567;
  out[i] = sum;
}
)";
constexpr uint64_t kItems = 512, kFrom = 0x10000, kTo = 0x40000;

kernel::Image compiled() {
  const hls::CompileResult result = hls::build(kSource, "-weft-lanes=1", board::loadDescription("sim-card"));
  REQUIRE(result.outcome == hls::Outcome::Ok);
  return result.program->kernels.at(0);
}

/// What the instant engine runs; Verilator's model is made of the SystemVerilog.
void plant(kernel::Image &image, const std::string &text, const std::string &fault) {
  const size_t at = image.netlist.find(text);
  INFO(image.netlist);
  REQUIRE(at != std::string::npos);
  image.netlist.replace(at, text.size(), fault);
}

/// Results, or the message of the launch.
std::string run(const kernel::Image &image, support::SimEngine engine = support::SimEngine::Both) {
  SimSettings settings;
  settings.engine = engine;
  auto board = makeSimBoard(board::loadDescription("sim-card"), settings, BuildPool::standard());
  board::Driver driver(*board);
  std::vector<uint32_t> source(kItems), result(kItems);
  std::iota(source.begin(), source.end(), 3u);
  driver.copyToDevice(source.data(), kFrom, board::Region::linear(kItems * 4));
  namespace word = abi::word;
  std::vector<uint64_t> words(word::ARGS + 4);
  for (unsigned d = 0; d < 3; ++d) {
    words[word::LOCAL_SIZE_X + d] = words[word::GLOBAL_SIZE_X + d] = words[word::NUM_GROUPS_X + d] = 1;
  }
  words[word::WORK_DIM] = 1;
  words[word::GLOBAL_SIZE_X] = kItems;
  words[word::NUM_GROUPS_X] = kItems;  // the kernel does not look at groups
  words[word::GROUP_SIZE] = words[word::GROUPS_MAX] = 1;
  words[word::ARGS] = kFrom, words[word::ARGS + 1] = kFrom + kItems * 4;
  words[word::ARGS + 2] = kTo, words[word::ARGS + 3] = kTo + kItems * 4;
  try {
    driver.launch(0, board->prepare(image), words);
  } catch (const std::exception &error) {
    return error.what();
  }
  driver.copyToHost(kTo, result.data(), board::Region::linear(kItems * 4));
  for (uint64_t i = 0; i < kItems; ++i)
    REQUIRE(result[i] == source[i] + 0x1234567);
  return "";
}

}  // namespace

TEST_CASE("both engines agree on a kernel") { CHECK(run(compiled()).empty()); }

TEST_CASE("a wrong operation is found, and the component that gets its result named") {
  kernel::Image image = compiled();
  plant(image, "add:32(", "sub:32(");
  const std::string message = run(image);
  CAPTURE(message);
  CHECK_THAT(message, Catch::Contains("kernel plus, cycle ") && Catch::Contains(": m_axi_wdata_o is 0x") &&
                          Catch::Contains("which begins with") && !Catch::Contains("not found"));
  CHECK_THAT(message, Catch::Contains(": u_n0.u_s1_req.data_o is 0x") &&
                          Catch::Contains("(credit_fifo in node_0_entry, store, <source>:4)"));
}

TEST_CASE("a wrong component is found where it first acts differently") {
  kernel::Image image = compiled();
  const size_t token = image.netlist.find("instance u_token_s1 credit_fifo");
  REQUIRE(token != std::string::npos);
  const size_t depth = image.netlist.find("Depth=", token);
  image.netlist.replace(depth, image.netlist.find(' ', depth) - depth, "Depth=32'h8");
  const std::string message = run(image);
  CAPTURE(message);
  // A FIFO of few entries has one register less.
  CHECK_THAT(message, Catch::Contains("which begins with") && !Catch::Contains("not found") &&
                          Catch::Contains(": u_n0.u_token_s1.valid_o is 0x1 in the instant engine, 0x0 in Verilator's "
                                          "model (credit_fifo in node_0_entry)"));
}

TEST_CASE("a kernel that the instant engine cannot run is simulated by Verilator, but not compared") {
  kernel::Image image = compiled();
  image.netlist.clear();
  CHECK(run(image, support::SimEngine::Instant).empty());
  CHECK(run(image) == "kernel plus: WEFT_SIM=both has nothing to compare with Verilator's model, since the instant "
                      "engine cannot run it: its image has no netlist; use WEFT_SIM=verilator");
}
