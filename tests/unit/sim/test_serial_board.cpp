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
#include "sim/serial_fpga.h"

using namespace weft;
using namespace weft::sim::test;
using board::Driver;
using board::Region;

namespace {

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  return text.replace(text.find(from), from.size(), to);
}

/// A kernel of the board's widths that is never done.
kernel::Image endlessKernel(const std::string &variant = "") {
  kernel::Image image = idleKernel(variant);
  image.systemVerilog =
      replaced(replaced(image.systemVerilog, "LineBits = 512", "LineBits = 32"), "AddrBits = 40", "AddrBits = 16");
  return image;
}

/// An FPGA that a test looks into, and that may be programmed with another kernel than the one that is wanted.
struct WatchedFpga : board::Fpga {
  explicit WatchedFpga(std::string variant = "") : variant(std::move(variant)) {}
  std::shared_ptr<board::PreparedKernel> prepare(const kernel::Image &image) override {
    return fpga.prepare(variant.empty() ? image : endlessKernel(variant));
  }
  std::unique_ptr<board::ByteStream> load(const std::shared_ptr<board::PreparedKernel> &kernel) override {
    auto stream = fpga.load(kernel);
    loads++;
    return stream;
  }
  const std::string variant;
  sim::SerialFpga fpga{board::loadDescription("hx8k-evn"), {.optimised = false}, 0, sim::BuildPool::standard()};
  std::atomic<unsigned> loads{0};
};

struct Board {
  explicit Board(const std::string &variant = "") : fpga(new WatchedFpga(variant)) {}
  WatchedFpga *fpga;
  std::unique_ptr<board::Board> board =
      board::makeSmallBoard(board::loadDescription("hx8k-evn"), std::unique_ptr<board::Fpga>(fpga));
  Driver driver{*board};
  const std::vector<uint64_t> words = std::vector<uint64_t>(33);
};

}  // namespace

TEST_CASE("a board that is reset while a kernel runs says so, and never hangs") {
  Board b;
  const auto kernel = b.board->prepare(endlessKernel());
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
  Board b;
  std::vector<uint8_t> bytes(4096), back(4096);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = uint8_t(i * 7 + i / 256);
  b.driver.copyToDevice(bytes.data(), 0, Region::linear(bytes.size()));
  CHECK(b.fpga->loads == 0);  // no kernel, no hardware
  uint64_t last = 0;
  for (const char *variant : {"", "two"}) {
    const auto ended = b.driver.launch(0, b.board->prepare(endlessKernel(variant)), b.words, nullptr, 10000);
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
  Board b("another");
  const auto kernel = b.board->prepare(endlessKernel());
  CHECK_THROWS_WITH(b.driver.launch(0, kernel, b.words),
                    Catch::Contains("another kernel than idle") && Catch::Contains("program it"));
}

TEST_CASE("a board at a serial port is reached by the path of the port") {
  WatchedFpga programmed;
  const auto hardware = programmed.prepare(endlessKernel());
  hardware->wait();
  programmed.load(hardware).reset();
  const board::Description description = board::loadDescription("hx8k-evn");
  const auto real = board::makeUartBoard(description, programmed.fpga.line().path());
  Driver driver(*real);
  const auto ended = driver.launch(0, real->prepare(endlessKernel()), std::vector<uint64_t>(33), nullptr, 1000);
  CHECK(ended.status == abi::Status::ABORTED);
  std::vector<uint8_t> bytes(300, 0x7e), back(300);
  driver.copyToDevice(bytes.data(), 33, Region::linear(300));
  driver.copyToHost(33, back.data(), Region::linear(300));
  CHECK(back == bytes);
  CHECK_THROWS_WITH(board::open("uart:hx8k-evn"), Catch::Contains("uart:hx8k-evn@/dev/ttyUSB0"));
  CHECK_THROWS_WITH(board::open("uart:sim-card@/dev/null"), Catch::Contains("no serial port"));
  CHECK_THROWS_WITH(board::open("uart:hx8k-evn@/dev/null"), Catch::Contains("/dev/null: this is no serial port"));
}

TEST_CASE("a board at a serial port runs at the clock that its hardware tells") {
  const board::Description faster = board::withClock(board::loadDescription("hx8k-evn"), 24.25);
  sim::SerialFpga fpga{faster, {.optimised = false}, 0, sim::BuildPool::standard()};
  const auto hardware = fpga.prepare(endlessKernel());
  hardware->wait();
  fpga.load(hardware).reset();
  const auto real = board::makeUartBoard(board::loadDescription("hx8k-evn"), fpga.line().path());
  CHECK(real->description().clockMhz == 24.25);
}
