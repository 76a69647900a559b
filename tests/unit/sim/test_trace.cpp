// SPDX-License-Identifier: Apache-2.0
// Waveforms, read back with GTKWave's own reader.
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "board/driver.h"
#include "fixture.h"
#include "gtkwave/fstapi.h"
#include "sim/sim_board.h"
#include "support/subprocess.h"

using namespace weft;
using namespace weft::sim;
using namespace weft::sim::test;

namespace {

using Changes = std::vector<std::pair<uint64_t, std::string>>;  // time in picoseconds, new value

struct Waveform {
  std::map<std::string, fstHandle> signals;  // by full name, without ranges
  std::map<fstHandle, Changes> changes;
  uint64_t last = 0;  // time

  const Changes &operator[](const std::string &name) const {
    INFO("signal " << name);
    REQUIRE(signals.count(name));
    static const Changes none;
    const auto it = changes.find(signals.at(name));
    return it == changes.end() ? none : it->second;
  }

  /// How often a one-bit signal rises.
  unsigned rises(const std::string &name) const {
    unsigned count = 0;
    std::string before = "x";
    for (const auto &[time, value] : (*this)[name]) {
      count += before == "0" && value == "1";
      before = value;
    }
    return count;
  }
};

Waveform readWaveform(const std::string &path) {
  void *reader = fstReaderOpen(path.c_str());
  REQUIRE(reader);
  Waveform result;
  std::vector<std::string> scopes;
  while (const fstHier *entry = fstReaderIterateHier(reader)) {
    if (entry->htyp == FST_HT_SCOPE)
      scopes.emplace_back(entry->u.scope.name);
    else if (entry->htyp == FST_HT_UPSCOPE)
      scopes.pop_back();
    else if (entry->htyp == FST_HT_VAR) {
      std::string name;
      for (const std::string &scope : scopes)
        name += scope + ".";
      name += entry->u.var.name;
      result.signals[name.substr(0, name.find(' '))] = entry->u.var.handle;
    }
  }
  REQUIRE(scopes.empty());
  fstReaderSetFacProcessMaskAll(reader);
  auto note = [](void *user, uint64_t time, fstHandle signal, const unsigned char *value) {
    auto &waveform = *static_cast<Waveform *>(user);
    auto &changes = waveform.changes[signal];
    const std::string text(reinterpret_cast<const char *>(value));
    if (changes.empty() || changes.back().second != text)
      changes.emplace_back(time, text);
    waveform.last = std::max(waveform.last, time);
  };
  fstReaderIterBlocks(reader, note, &result, nullptr);
  REQUIRE(fstReaderGetTimescale(reader) == -12);
  fstReaderClose(reader);
  return result;
}

/// From the first time on in which both are known.
Changes after(const Changes &changes, uint64_t time) {
  Changes result;
  for (const auto &change : changes)
    if (change.first > time)
      result.push_back(change);
  return result;
}

/// The lowest bit of a vector: of a port of the shell, what belongs to kernel region 0.
Changes lowest(const Changes &changes) {
  Changes result;
  for (const auto &[time, value] : changes)
    if (const std::string bit = value.substr(value.size() - 1); result.empty() || result.back().second != bit)
      result.emplace_back(time, bit);
  return result;
}

}  // namespace

TEST_CASE("a waveform shows shell and kernels in step") {
  TemporaryDirectory directory;
  SimSettings settings;
  settings.trace = directory.path() / "wave.fst";
  uint64_t cycles = 0, traced = 0;
  for (const bool trace : {true, false}) {
    auto board =
        makeSimBoard(board::loadDescription("sim-card"), trace ? settings : SimSettings{}, BuildPool::standard());
    auto driver = std::make_unique<board::Driver>(*board);
    std::vector<uint8_t> bytes(256, 1);
    driver->copyToDevice(bytes.data(), 0, board::Region::linear(256));
    std::vector<uint64_t> words(38);
    words[33] = 256;
    words[34] = 4096;
    driver->launch(0, board->prepare(copyKernel()), words);
    // A kernel that joins a file that is being written.
    auto second = copyKernel("second");
    second.interface.name = "second_copy";
    driver->launch(0, board->prepare(second), words);
    driver.reset();  // touches a register
    (trace ? traced : cycles) = board->deviceCycles();
  }
  // Watching changes nothing.
  REQUIRE(traced == cycles);

  const Waveform wave = readWaveform(settings.trace);
  const Changes starts = lowest(wave["shell.weft_shell.k_start_o"]);
  REQUIRE(std::count_if(starts.begin(), starts.end(), [](const auto &change) { return change.second == "1"; }) == 2);
  REQUIRE(wave.rises("copy_lines.kernel_region.start_i") == 1);
  REQUIRE(wave.rises("second_copy.kernel_region.start_i") == 1);
  REQUIRE(wave.rises("copy_lines.kernel_region.m_axi_arvalid_o") == 4);
  REQUIRE(wave.rises("second_copy.kernel_region.done_o") == 1);
  REQUIRE(wave.rises("shell.weft_shell.m_mem_wvalid_o") > 0);
  // Inside the hierarchy too.
  REQUIRE(wave.signals.count("copy_lines.kernel_region.state_q"));

  // Both ends of a wire agree at every time while the second kernel is in the board.
  const uint64_t since = wave["second_copy.kernel_region.clk_i"].front().first;
  for (const char *signal : {"arvalid", "awvalid", "wvalid", "rready"}) {
    const auto kernelSide = after(wave[std::string("second_copy.kernel_region.m_axi_") + signal + "_o"], since);
    const auto shellSide = after(lowest(wave[std::string("shell.weft_shell.k_axi_") + signal + "_i"]), since);
    INFO(signal);
    REQUIRE(kernelSide == shellSide);
  }
  // The clock: 200 MHz, both edges.
  const Changes &clock = wave["shell.weft_shell.clk_i"];
  REQUIRE(clock.size() > 1.9 * double(traced));
  REQUIRE(clock[10].first - clock[8].first == 5000);
  REQUIRE(wave.last == (traced - 1) * 5000 + 2500);
}

TEST_CASE("a kernel is reset before it is connected") {
  TemporaryDirectory directory;
  SimSettings settings;
  settings.trace = directory.path() / "wave.fst";
  auto image = idleKernel();
  const std::string silent = "  assign m_axi_arvalid_o = '0;\n";
  image.systemVerilog.replace(image.systemVerilog.find(silent), silent.size(),
                              "  logic reset_seen_q;\n"
                              "  always_ff @(posedge clk_i) if (rst_i) reset_seen_q <= 1'b1;\n"
                              "  assign m_axi_arvalid_o = !reset_seen_q;\n");
  {
    auto board = makeSimBoard(board::loadDescription("sim-card"), settings, BuildPool::standard());
    board::Driver driver(*board);
    board->activate(0, board->prepare(image));
    driver.marker();
  }
  const Waveform wave = readWaveform(settings.trace);
  for (const auto &[time, value] : wave["shell.weft_shell.k_axi_arvalid_i"])
    REQUIRE(value.find('1') == std::string::npos);
}

TEST_CASE("a waveform that cannot be written is an error at once") {
  SimSettings settings;
  settings.trace = "/nonexistent-directory/wave.fst";
  REQUIRE_THROWS_WITH(makeSimBoard(board::loadDescription("sim-card"), settings, BuildPool::standard()),
                      Catch::Contains("/nonexistent-directory/wave.fst"));
}

TEST_CASE("two open boards write two waveforms") {
  TemporaryDirectory directory;
  SimSettings settings;
  settings.trace = directory.path() / "wave.fst";
  {
    const auto description = board::loadDescription("sim-card");
    auto a = makeSimBoard(description, settings, BuildPool::standard());
    auto b = makeSimBoard(description, settings, BuildPool::standard());
  }
  REQUIRE(readWaveform(settings.trace).signals.count("shell.weft_shell.irq_o"));
  REQUIRE(readWaveform(directory.path() / "wave-2.fst").signals.count("shell.weft_shell.irq_o"));
}

TEST_CASE("a program that exits without closing its device has its waveform and its statistics") {
  TemporaryDirectory directory;
  support::ProcessOptions options;
  options.environment = {"WEFT_TRACE=" + (directory.path() / "wave.fst").string(), "WEFT_LOG=info"};
  const auto result = support::runProcess({"/proc/self/exe", "child: leaks its board"}, options);
  INFO(result.output);
  REQUIRE(result.ok());
  REQUIRE(result.output.find("weft: sim-card: ") != std::string::npos);
  REQUIRE(result.output.find(" kHz") != std::string::npos);
  REQUIRE(readWaveform(directory.path() / "wave.fst").rises("shell.weft_shell.s_axil_arvalid_i") == 1);
}

TEST_CASE("child: leaks its board", "[.]") {
  auto *board = makeSimBoard(board::loadDescription("sim-card")).release();
  REQUIRE(board->readRegister(abi::reg::ID) == abi::ID_VALUE);
}

TEST_CASE("a waveform that cannot be written is an error with the system's reason") {
  TemporaryDirectory directory;
  SimSettings settings;
  const auto open = [&](const std::filesystem::path &path) {
    settings.trace = path;
    makeSimBoard(board::loadDescription("sim-card"), settings, BuildPool::standard());
  };
  // The second time too: a path that failed is not taken.
  for (int i = 0; i < 2; ++i)
    REQUIRE_THROWS_WITH(open(directory.path() / "none" / "wave.fst"), Catch::Contains("WEFT_TRACE") &&
                                                                          Catch::Contains("none/wave.fst") &&
                                                                          Catch::Contains("No such file or directory"));
  REQUIRE_THROWS_WITH(open(directory.path()), Catch::Contains("WEFT_TRACE") && Catch::Contains("Is a directory"));
}
