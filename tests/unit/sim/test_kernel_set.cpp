// SPDX-License-Identifier: Apache-2.0
// Several kernels in the hardware of one board with the small shell: each is selected in turn, and those that run, end,
// fault or never end leave nothing to the next.
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "board/driver.h"
#include "board/small_shell/kernel_set.h"
#include "board/small_shell/small_board.h"
#include "fixture.h"
#include "kernel/image.h"
#include "sim/serial_fpga.h"

using namespace weft;
using namespace weft::sim::test;
using board::Driver;
using board::Region;

namespace {

constexpr size_t kBytes = 1024;

kernel::Image named(const std::string &name, const kernel::Image &image, const board::Description &board) {
  kernel::Image result = forBoard(image, board);
  result.interface.name = name;
  return result;
}

kernel::Image subtractKernel(const board::Description &board) {
  kernel::Image image = copyKernel();
  image.systemVerilog = replaced(image.systemVerilog, "+ add_q", "- add_q");
  return named("subtract", image, board);
}

/// Two kernels that do something and one that is never done; with `many`, more of them.
std::vector<kernel::Image> kernelsFor(const board::Description &board, bool many) {
  std::vector<kernel::Image> kernels = {named("endless", idleKernel(), board), named("add", copyKernel(), board),
                                        subtractKernel(board)};
  if (many)
    kernels.push_back(named("other", copyKernel("another"), board));
  else
    kernels.erase(kernels.begin() + 2);
  return kernels;
}

/// Hardware with all kernels, whichever of them is wanted.
struct SetFpga : board::Fpga {
  SetFpga(std::shared_ptr<sim::SerialFpga> fpga, std::vector<kernel::Image> kernels)
      : kernels(std::move(kernels)), fpga(std::move(fpga)) {}
  std::shared_ptr<board::PreparedKernel> prepare(const kernel::Image &) override {
    return fpga->prepareTogether(kernels);
  }
  std::unique_ptr<board::ByteStream> load(const std::shared_ptr<board::PreparedKernel> &kernel) override {
    ++loads;
    return fpga->load(kernel);
  }
  board::Link::Settings linkSettings() const override { return fpga->linkSettings(); }
  const std::vector<kernel::Image> kernels;
  const std::shared_ptr<sim::SerialFpga> fpga;
  unsigned loads = 0;
};

/// A board, and what its memory has to hold.
class Checked {
public:
  explicit Checked(board::Board &board) : board_(board), driver_(board) {
    board_.memoryAllocated(0, kBytes);
    std::mt19937 random(7);
    for (uint8_t &byte : expected_)
      byte = uint8_t(random());
    driver_.copyToDevice(expected_.data(), 0, Region::linear(kBytes));
  }

  /// Copies lines, with `added` added to the first word of each. `fault`: it reports one at the end.
  void copy(const kernel::Image &kernel, unsigned from, unsigned to, unsigned lines, uint32_t added,
            bool fault = false) {
    const size_t lineBytes = board_.description().portBits / 8;
    std::vector<uint64_t> words(38);
    words[32] = from * lineBytes, words[33] = (from + lines) * lineBytes, words[34] = to * lineBytes;
    words[36] = kernel.interface.name == "subtract" ? uint32_t(-added) : added;
    words[37] = fault;
    const auto record = driver_.launch(0, board_.prepare(kernel), words);
    CHECK(record.status == (fault ? abi::Status::KERNEL_FAULT : abi::Status::OK));
    for (unsigned i = 0; i < lines; ++i) {
      std::copy_n(expected_.begin() + long(lineBytes * (from + i)), lineBytes,
                  expected_.begin() + long(lineBytes * (to + i)));
      uint32_t word = 0;
      std::memcpy(&word, &expected_[lineBytes * (to + i)], sizeof(word));
      word += added;
      std::memcpy(&expected_[lineBytes * (to + i)], &word, sizeof(word));
    }
  }

  void cancel(const kernel::Image &kernel) {
    const auto record = driver_.launch(0, board_.prepare(kernel), std::vector<uint64_t>(33), nullptr, 3000);
    CHECK(record.status == abi::Status::ABORTED);
  }

  void checkMemory() {
    std::vector<uint8_t> bytes(kBytes);
    driver_.copyToHost(0, bytes.data(), Region::linear(kBytes));
    CHECK(bytes == expected_);
  }

private:
  board::Board &board_;
  Driver driver_;
  std::vector<uint8_t> expected_ = std::vector<uint8_t>(kBytes);
};

}  // namespace

TEST_CASE("kernels of one hardware run in turn, whatever the one before did") {
  // SDRAM also at a slower clock than the one that its controller was made for.
  const auto [name, many, mhz] =
      GENERATE(table<std::string, bool, double>({{"ecp5-evn", true, 60}, {"ulx3s-85f", false, 24}}));
  if (name == "ulx3s-85f" && !*WEFT_TEST_SDRAM_BOARDS)
    return;
  const board::Description description = board::withClock(board::loadDescription(name), mhz);
  const std::vector<kernel::Image> kernels = kernelsFor(description, many);
  const auto powered =
      std::make_shared<sim::SerialFpga>(description, sim::ModelOptions{}, 0, sim::BuildPool::standard());
  const kernel::Image &add = kernels[1], &last = kernels.back();
  {
    auto *fpga = new SetFpga(powered, kernels);
    const auto board = board::makeSmallBoard(description, std::unique_ptr<board::Fpga>(fpga));
    Checked checked(*board);
    checked.copy(add, 0, 40, 20, 5);
    checked.copy(last, 40, 20, 12, 1000);
    checked.copy(kernels[many ? 2 : 1], 20, 21, 1, 77);
    checked.cancel(kernels[0]);
    checked.copy(last, 21, 22, 3, 1);
    checked.copy(add, 22, 50, 2, 9, true);
    checked.cancel(kernels[0]);
    checked.copy(add, 50, 51, 1, 0x80000000);
    checked.checkMemory();
    CHECK(fpga->loads == 1);
  }

  // A reset in the middle: whoever connects then finds any of them, as after power-on, and no other.
  powered->line().reset();
  const auto again = board::makeUartBoard(description, powered->line().path());
  Checked anew(*again);
  anew.copy(last, 3, 30, 5, 8);
  anew.copy(add, 30, 10, 5, 8);
  anew.checkMemory();
  const kernel::Image stranger = named("stranger", idleKernel("stranger"), description);
  CHECK_THROWS_WITH(anew.cancel(stranger), Catch::Contains("has several kernels, and not stranger"));
}

TEST_CASE("kernels that no host could tell apart are not put into one bitstream") {
  const board::Description description = board::loadDescription("hx8k-evn");
  const std::vector<kernel::Image> same = {named("a", idleKernel(), description),
                                           named("b", idleKernel(), description)};
  CHECK_THROWS_WITH(board::kernelFiles(description, same), Catch::Contains("kernels a and b have the same number"));
  const auto alone = board::kernelFiles(description, std::span(same).first(1));
  REQUIRE(alone.size() == 1);
  CHECK(alone[0] == std::pair<std::string, std::string>("kernel_region.sv", same[0].systemVerilog));
}
