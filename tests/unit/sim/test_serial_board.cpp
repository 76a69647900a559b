// SPDX-License-Identifier: Apache-2.0
// Boards at a serial line: a reset in the middle, the wrong kernel, and the way to a real board over a simulated one's
// terminal.
#include <atomic>
#include <catch2/catch.hpp>
#include <future>

#include "board/driver.h"
#include "board/small_shell/small_board.h"
#include "fixture.h"
#include "kernel/image.h"
#include "sim/online_board.h"
#include "sim/serial_fpga.h"

using namespace weft;
using namespace weft::sim::test;
using board::Driver;
using board::Region;

namespace {

/// A kernel of the board's widths that is never done.
kernel::Image endlessKernel(const board::Description &board, const std::string &variant = "") {
  return forBoard(idleKernel(variant), board);
}

/// A board with block RAM, and one with SDRAM if its controller could be made.
std::vector<std::string> boards() {
  std::vector<std::string> names = {"hx8k-evn"};
  if (*WEFT_TEST_SDRAM_BOARDS)
    names.emplace_back("ulx3s-85f");
  return names;
}

/// An FPGA that a test looks into, and that may be programmed with another kernel than the one that is wanted.
struct WatchedFpga : board::Fpga {
  explicit WatchedFpga(const std::string &board, std::string variant = "")
      : description(board::loadDescription(board)), variant(std::move(variant)) {}
  std::shared_ptr<board::PreparedKernel> prepare(const kernel::Image &image) override {
    return fpga.prepare(variant.empty() ? image : endlessKernel(description, variant));
  }
  std::unique_ptr<board::ByteStream> load(const std::shared_ptr<board::PreparedKernel> &kernel) override {
    auto stream = fpga.load(kernel);
    loads++;
    return stream;
  }
  board::Link::Settings linkSettings() const override { return fpga.linkSettings(); }
  const board::Description description;
  const std::string variant;
  sim::SerialFpga fpga{description, {.optimised = false}, 0, sim::BuildPool::standard()};
  std::atomic<unsigned> loads{0};
};

struct Board {
  explicit Board(const std::string &name, const std::string &variant = "") : fpga(new WatchedFpga(name, variant)) {}
  kernel::Image endless(const std::string &kind = "") const { return endlessKernel(fpga->description, kind); }
  WatchedFpga *fpga;
  std::unique_ptr<board::Board> board = board::makeSmallBoard(fpga->description, std::unique_ptr<board::Fpga>(fpga));
  Driver driver{*board};
  const std::vector<uint64_t> words = std::vector<uint64_t>(33);
};

}  // namespace

TEST_CASE("a board that is reset while a kernel runs says so, and never hangs") {
  Board b(GENERATE(from_range(boards())));
  const auto kernel = b.board->prepare(b.endless());
  std::atomic<bool> started{false};
  auto launch = std::async(std::launch::async, [&] { b.driver.launch(0, kernel, b.words, [&] { started = true; }); });
  while (!started)
    std::this_thread::yield();
  std::vector<uint8_t> bytes(2000, 0x55);
  // Copies go on beside the launch.
  CHECK(b.driver.copyToDevice(bytes.data(), 100, Region::linear(bytes.size())).status == abi::Status::OK);
  b.fpga->fpga.line().reset();
  CHECK_THROWS_WITH(launch.get(), Catch::Contains("was reset"));
  CHECK_THROWS_WITH(b.driver.copyToDevice(bytes.data(), 100, Region::linear(16)), Catch::Contains("was reset"));
}

TEST_CASE("a launch without end is ended from outside, and memory keeps what it had over a change of kernels") {
  Board b(GENERATE(from_range(boards())));
  std::vector<uint8_t> bytes(1024), back(1024);
  b.board->memoryAllocated(0, bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = uint8_t(i * 7 + i / 256);
  b.driver.copyToDevice(bytes.data(), 0, Region::linear(bytes.size()));
  CHECK(b.fpga->loads == 0);  // no kernel, no hardware
  uint64_t last = 0;
  for (const char *variant : {"", "two"}) {
    const auto ended = b.driver.launch(0, b.board->prepare(b.endless(variant)), b.words, nullptr, 10000);
    CHECK(ended.status == abi::Status::ABORTED);
    CHECK(ended.fault == abi::Fault::CIRCULATING);
    CHECK(ended.runCycles >= 10000);
    CHECK(ended.start >= last);
    CHECK(ended.end >= ended.start + ended.runCycles);
    last = ended.end;
  }
  CHECK(b.fpga->loads == 2);
  b.driver.copyToHost(0, back.data(), Region::linear(back.size()));
  CHECK(back == bytes);
}

TEST_CASE("a board with another kernel than the one that is wanted is not used") {
  Board b("hx8k-evn", "another");
  const auto kernel = b.board->prepare(b.endless());
  CHECK_THROWS_WITH(b.driver.launch(0, kernel, b.words),
                    Catch::Contains("another kernel than idle") && Catch::Contains("program it"));
}

TEST_CASE("an SDRAM chip that has no model, or no controller, is refused by name") {
  board::Description board = board::loadDescription("ulx3s-85f");
  board.sdram->rows = 4096;
  sim::SerialFpga small(board, {}, 0, sim::BuildPool::standard());
  if (*WEFT_TEST_SDRAM_BOARDS)
    CHECK_THROWS_WITH(small.prepare(endlessKernel(board)), Catch::Contains("4 banks of 4096 x 512 words of 16 bits"));
  board.name = "ulx3s-85f/../ulx3s-85f";  // the folder is there, a controller of that name is not
  sim::SerialFpga other(board, {}, 0, sim::BuildPool::standard());
  CHECK_THROWS_WITH(other.prepare(endlessKernel(board)), Catch::Contains("scripts/setup"));
}

TEST_CASE("a board at a serial port is reached by the path of the port") {
  WatchedFpga programmed("hx8k-evn");
  const auto hardware = programmed.prepare(endlessKernel(programmed.description));
  hardware->wait();
  programmed.load(hardware).reset();
  const board::Description &description = programmed.description;
  const auto real = board::makeUartBoard(description, programmed.fpga.line().path());
  Driver driver(*real);
  const auto ended =
      driver.launch(0, real->prepare(endlessKernel(description)), std::vector<uint64_t>(33), nullptr, 1000);
  CHECK(ended.status == abi::Status::ABORTED);
  std::vector<uint8_t> bytes(300, 0x7e), back(300);
  driver.copyToDevice(bytes.data(), 33, Region::linear(300));
  driver.copyToHost(33, back.data(), Region::linear(300));
  CHECK(back == bytes);
  CHECK_THROWS_WITH(board::open("uart:hx8k-evn"), Catch::Contains("uart:hx8k-evn@/dev/ttyUSB0"));
  CHECK_THROWS_WITH(board::open("uart:sim-card@/dev/null"), Catch::Contains("no serial port"));
  CHECK_THROWS_WITH(board::open("uart:hx8k-evn@/dev/null"), Catch::Contains("/dev/null: this is no serial port"));
}

TEST_CASE("a real board is simulated until it has the kernel that is wanted first") {
  WatchedFpga programmed("hx8k-evn");
  const board::Description &description = programmed.description;
  const auto hardware = programmed.prepare(endlessKernel(description));
  hardware->wait();
  programmed.load(hardware).reset();
  const std::string port = programmed.fpga.line().path();
  const std::vector<uint64_t> words(33);
  CHECK_FALSE(board::makeUartBoard(description, port)->takesNewKernels());

  const auto there = sim::makeOnlineBoard(description, port);
  CHECK(there->takesNewKernels());
  const auto first = there->prepare(endlessKernel(description));
  CHECK_FALSE(there->awaitsBitstream());
  const auto absent = there->prepare(endlessKernel(description, "absent"));
  Driver driver(*there);
  CHECK(driver.launch(0, first, words, nullptr, 1000).status == abi::Status::ABORTED);
  CHECK_THROWS_WITH(driver.launch(0, absent, words), Catch::Contains("another kernel than idle"));

  // Another process, whose first kernel is not there: all of it is simulated.
  const auto simulated = sim::makeOnlineBoard(description, port);
  const auto other = simulated->prepare(endlessKernel(description, "absent"));
  CHECK(simulated->awaitsBitstream());
  const auto again = simulated->prepare(endlessKernel(description));
  CHECK(simulated->awaitsBitstream());
  Driver simulatedDriver(*simulated);
  for (const auto &kernel : {other, again})
    CHECK(simulatedDriver.launch(0, kernel, words, nullptr, 1000).status == abi::Status::ABORTED);
}

TEST_CASE("a board at a serial port runs at the clock that its hardware tells") {
  const board::Description faster = board::withClock(board::loadDescription("hx8k-evn"), 24.25);
  sim::SerialFpga fpga{faster, {.optimised = false}, 0, sim::BuildPool::standard()};
  const auto hardware = fpga.prepare(endlessKernel(faster));
  hardware->wait();
  fpga.load(hardware).reset();
  const auto real = board::makeUartBoard(board::loadDescription("hx8k-evn"), fpga.line().path());
  CHECK(real->description().clockMhz == 24.25);
}
