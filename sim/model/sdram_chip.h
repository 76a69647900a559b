// SPDX-License-Identifier: Apache-2.0
// An SDR SDRAM chip of 4 banks of 8192 rows of 512 words of 16 bits, as the boards have it: what it holds, and whether
// it is asked as its data sheet demands. Times are the strictest of MT48LC16M16A2-75, AS4C16M16SA-7 and IS42S16160G-7.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

namespace weft::sim {

/// The chip's pins in a cycle of its clock, whose edge lies in the cycle.
struct SdramPins {
  bool cke = false, csN = true, rasN = true, casN = true, weN = true;
  uint8_t bank = 0, mask = 0;
  uint16_t address = 0, data = 0;  // data: what is on the wires
};

/// What the chip sends at the controller's next clock edge.
struct SdramAnswer {
  bool drives = false;
  uint16_t data = 0;
};

struct SdramViolation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class SdramChip {
public:
  static constexpr unsigned kBanks = 4, kRows = 8192, kColumns = 512, kDataBits = 16;

  /// As after power-on: its contents are anything.
  explicit SdramChip(double clockMhz) : period_(1000 / clockMhz), words_(allocate()) {}

  /// A clock edge. Throws SdramViolation with what was asked and why it may not be.
  SdramAnswer clock(const SdramPins &pins) {
    ++now_;
    const SdramAnswer answer = send();
    if (!pins.cke && initialised_)
      fail("CKE is low: power-down and self refresh are not used here");
    if (pins.cke && !pins.csN)
      execute(pins);
    checkRefresh();
    // The mask works two edges late.
    if (pins.mask != 0 && read_[(now_ + 2) % read_.size()].valid)
      fail("the data mask is set where data is read");
    return answer;
  }

  /// For tests: a word, whatever the rows that are open.
  uint16_t word(unsigned bank, unsigned row, unsigned column) const { return load(index(bank, row, column)); }
  uint64_t refreshes() const { return refreshes_; }
  bool initialised() const { return initialised_; }

private:
  // Times of the data sheets in ns.
  static constexpr double kPowerUp = 200'000, kRcd = 21, kRp = 21, kRas = 45, kRc = 66, kRrd = 15, kWr = 15, kRfc = 70;
  static constexpr double kRefreshInterval = 64e6 / 8192;
  static constexpr unsigned kModeCycles = 2, kPostponed = 8, kInitialRefreshes = 2;
  static constexpr int64_t kNever = INT64_MIN / 2;
  static constexpr uint16_t kAllBanks = 1u << 10;  // A10: all banks, or auto precharge

  struct Bank {
    bool open = false;
    unsigned row = 0;
    int64_t activated = kNever, written = kNever;  // cycles
    int64_t precharged = kNever;                   // when the precharge begins
  };
  struct Pending {
    bool valid = false;
    uint32_t index = 0;
  };
  struct Free {
    void operator()(uint16_t *words) const { std::free(words); }
  };

  static std::unique_ptr<uint16_t, Free> allocate() {
    // Pages of it that are never touched take no memory.
    void *words = std::calloc(size_t(kBanks) * kRows * kColumns, sizeof(uint16_t));
    if (!words)
      throw std::bad_alloc();
    return std::unique_ptr<uint16_t, Free>(static_cast<uint16_t *>(words));
  }
  static uint32_t index(unsigned bank, unsigned row, unsigned column) {
    return (uint32_t(bank) * kRows + row) * kColumns + column;
  }
  // Words are kept as the difference from what is there after power-on, which is not zero.
  static uint16_t garbage(uint32_t at) { return uint16_t(at * 2654435761u >> 13); }
  uint16_t load(uint32_t at) const { return words_.get()[at] ^ garbage(at); }
  void store(uint32_t at, uint16_t value, unsigned mask) {
    const uint16_t keep = uint16_t((mask & 1 ? 0x00ff : 0) | (mask & 2 ? 0xff00 : 0));
    words_.get()[at] = uint16_t((words_.get()[at] & keep) | ((value ^ garbage(at)) & ~keep));
  }

  [[noreturn]] void fail(const std::string &what) const {
    throw SdramViolation("SDRAM, cycle " + std::to_string(now_) + ": " + what);
  }
  /// `cycle` is at least so many ns ago.
  void require(int64_t cycle, double ns, const char *what) const {
    if (double(now_ - cycle) * period_ < ns - 0.001)
      fail(std::string(what) + ": " + std::to_string(double(now_ - cycle) * period_) + " ns instead of " +
           std::to_string(ns));
  }

  SdramAnswer send() {
    // What is asked at edge n is sent at the controller's edge n + casLatency: the answer of the edge before that.
    Pending &pending = read_[(now_ + 1) % read_.size()];
    const SdramAnswer answer{pending.valid, pending.valid ? load(pending.index) : uint16_t(0)};
    pending.valid = false;
    return answer;
  }

  void execute(const SdramPins &pins) {
    const unsigned command = unsigned(pins.rasN) << 2 | unsigned(pins.casN) << 1 | unsigned(pins.weN);
    if (command == 7)
      return;
    if (double(now_) * period_ < kPowerUp)
      fail("a command within 200 us after power-on");
    if (modeSet_ != kNever && now_ - modeSet_ < kModeCycles)
      fail("a command within tMRD after the mode register was set");
    require(refreshed_, kRfc, "tRFC, a command after a refresh");
    switch (command) {
    case 0:
      return setMode(pins);
    case 1:
      return refresh();
    case 2:
      return precharge(pins);
    case 3:
      return activate(pins);
    case 4:
      return write(pins);
    case 5:
      return read(pins);
    default:
      fail("BURST TERMINATE is not used with bursts of one word");
    }
  }

  void setMode(const SdramPins &pins) {
    requireIdle("LOAD MODE REGISTER");
    const unsigned latency = pins.address >> 4 & 7;
    if ((pins.address & ~0x270u) != 0 || pins.bank != 0 || (latency != 2 && latency != 3))
      fail("mode register " + std::to_string(pins.address) +
           ": bursts of one word and CAS latency 2 or 3 are supported");
    if (latency == 2 && period_ < 10)
      fail("CAS latency 2 at more than 100 MHz");
    if (!allPrecharged_ || refreshes_ < kInitialRefreshes)
      fail("the mode register is set before a precharge of all banks and 2 refreshes");
    casLatency_ = latency;
    modeSet_ = now_;
    if (!initialised_)
      firstRefresh_ = now_, owedFrom_ = refreshes_;
    initialised_ = true;
  }

  void refresh() {
    if (!allPrecharged_)
      fail("a refresh before all banks were precharged");
    requireIdle("REFRESH");
    refreshed_ = now_;
    ++refreshes_;
  }

  void precharge(const SdramPins &pins) {
    for (unsigned i = 0; i < kBanks; ++i)
      if (pins.address & kAllBanks || i == pins.bank) {
        Bank &bank = banks_[i];
        if (bank.open) {
          require(bank.activated, kRas, "tRAS, PRECHARGE after ACTIVE");
          require(bank.written, kWr, "tWR, PRECHARGE after WRITE");
          bank.precharged = now_;
        }
        bank.open = false;
      }
    if (pins.address & kAllBanks) {
      if (!allPrecharged_)
        for (Bank &bank : banks_)
          bank.precharged = now_;
      allPrecharged_ = true;
    }
  }

  void activate(const SdramPins &pins) {
    if (!initialised_)
      fail("ACTIVE before the chip is initialised");
    Bank &bank = banks_[pins.bank];
    if (bank.open)
      fail("ACTIVE of bank " + std::to_string(pins.bank) + ", which has a row open");
    require(bank.precharged, kRp, "tRP, ACTIVE after PRECHARGE");
    require(bank.activated, kRc, "tRC, ACTIVE after ACTIVE of the same bank");
    require(activated_, kRrd, "tRRD, ACTIVE after ACTIVE");
    bank.open = true;
    bank.row = pins.address;
    bank.activated = activated_ = now_;
    bank.written = kNever;
  }

  /// The bank of a READ or WRITE, and the word.
  Bank &column(const SdramPins &pins, uint32_t &at) {
    Bank &bank = banks_[pins.bank];
    if (!bank.open)
      fail("READ or WRITE of bank " + std::to_string(pins.bank) + ", which has no row open");
    require(bank.activated, kRcd, "tRCD, READ or WRITE after ACTIVE");
    at = index(pins.bank, bank.row, pins.address % kColumns);
    return bank;
  }

  void write(const SdramPins &pins) {
    uint32_t at = 0;
    Bank &bank = column(pins, at);
    if (lastRead_ != kNever && now_ <= lastRead_ + casLatency_)
      fail("WRITE while the chip sends what was read");
    store(at, pins.data, pins.mask);
    bank.written = now_;
    if (pins.address & kAllBanks)
      close(bank, double(now_) * period_ + kWr);
  }

  void read(const SdramPins &pins) {
    uint32_t at = 0;
    Bank &bank = column(pins, at);
    lastRead_ = now_;
    read_[(now_ + casLatency_) % read_.size()] = {true, at};
    if (pins.address & kAllBanks)
      close(bank, double(now_ + 1) * period_);
  }

  /// Auto precharge: begins when the access lets it, and not before tRAS.
  void close(Bank &bank, double earliest) {
    const double begin = std::max(earliest, double(bank.activated) * period_ + kRas);
    bank.open = false;
    bank.precharged = int64_t(begin / period_ + 0.9999);
  }

  void requireIdle(const char *command) const {
    for (const Bank &bank : banks_) {
      if (bank.open)
        fail(std::string(command) + " while a bank has a row open");
      require(bank.precharged, kRp, "tRP, REFRESH or LOAD MODE REGISTER after PRECHARGE");
    }
  }

  /// On average a row in 7.8 us, of which some may be late.
  void checkRefresh() const {
    if (!initialised_)
      return;
    const double due = double(now_ - firstRefresh_) * period_ / kRefreshInterval;
    if (due > double(refreshes_ - owedFrom_ + kPostponed + 1))
      fail("refreshes are missing: " + std::to_string(refreshes_ - owedFrom_) + " instead of " +
           std::to_string(uint64_t(due)));
  }

  const double period_;  // ns
  const std::unique_ptr<uint16_t, Free> words_;
  int64_t now_ = 0;  // cycles
  std::array<Bank, kBanks> banks_;
  std::array<Pending, 8> read_;  // by the cycle in which it is sent
  unsigned casLatency_ = 2;
  bool allPrecharged_ = false, initialised_ = false;
  int64_t modeSet_ = kNever, refreshed_ = kNever, activated_ = kNever, lastRead_ = kNever, firstRefresh_ = 0;
  uint64_t refreshes_ = 0, owedFrom_ = 0;
};

}  // namespace weft::sim
