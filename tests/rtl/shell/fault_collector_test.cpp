// SPDX-License-Identifier: Apache-2.0
// fault_collector with SITES sites and 20-bit addresses: whichever faults come, the first is reported, of one cycle
// that of the lowest site, after as many cycles as its tree has levels and one.
#include <cstdint>
#include <cstdio>
#include <optional>

#include MODEL_HEADER
#include "tests/rtl/common/bench.h"
#include "weft_abi.h"

using namespace bench;

namespace {

constexpr unsigned kAddrBits = 20;
constexpr unsigned kLatency = SITES <= 8 ? 2 : SITES <= 64 ? 3 : 4;

struct Report {
  unsigned site;
  bool write;
  uint64_t address;
};

class Test {
public:
  explicit Test(uint64_t seed) : random_(seed) { clock_.reset(); }

  /// The only fault of a launch, of each site.
  void each() {
    for (unsigned site = 0; site < SITES; ++site) {
      start();
      fault(site);
      step();
      step(kLatency - 2);
      BENCH_CHECK(!top_.fault_valid_o, "site %u: early", site);
      step();
      check();
    }
  }

  /// Faults of any sites in any cycles.
  void any() {
    start();
    static constexpr unsigned kOften[] = {1, 4, 64, 400};
    const unsigned often = random_.of(kOften);
    for (unsigned cycle = random_.below(20u); cycle > 0; --cycle) {
      for (unsigned site = 0; site < SITES; ++site)
        if (random_.oneIn(often))
          fault(site);
      step();
    }
    step(kLatency);
    check();
  }

  /// A launch that ends with a fault on its way has nothing to do with the next.
  void cleared() {
    for (unsigned since = 0; since <= kLatency; ++since) {
      fault(random_.below(unsigned(SITES)));
      step();
      step(since);
      start();
      step(2 * kLatency);
      check();
    }
  }

private:
  void start() {
    top_.start_i = 1;
    step();
    top_.start_i = 0;
    first_.reset();
  }

  /// In this cycle.
  void fault(unsigned site) { setField(top_.site_fault_i, site, 1, 1); }

  void step(unsigned cycles = 1) {
    for (; cycles > 0; --cycles) {
      for (unsigned site = 0; site < SITES; ++site) {
        const Report report{site, random_.chance(50), random_.below(1u << kAddrBits)};
        setField(top_.site_write_i, site, 1, report.write);
        setField(top_.site_addr_i, site * kAddrBits, kAddrBits, report.address);
        if (!first_ && field(top_.site_fault_i, site, 1))
          first_ = report;
      }
      clock_.edge();
      for (unsigned site = 0; site < SITES; ++site)
        setField(top_.site_fault_i, site, 1, 0);
    }
  }

  void check() {
    using weft::abi::Fault;
    BENCH_CHECK(bool(top_.fault_valid_o) == first_.has_value(), "valid %u", unsigned(top_.fault_valid_o));
    if (!first_)
      return;
    BENCH_CHECK(top_.fault_site_o == first_->site, "site %u, not %u", unsigned(top_.fault_site_o), first_->site);
    BENCH_CHECK(top_.fault_addr_o == first_->address, "of site %u", first_->site);
    BENCH_CHECK(top_.fault_code_o == unsigned(first_->write ? Fault::OUT_OF_BOUNDS_WRITE : Fault::OUT_OF_BOUNDS_READ));
  }

  Clocked<MODEL> clock_;
  MODEL &top_ = clock_.top;
  Random random_;
  std::optional<Report> first_;  // of the launch
};

}  // namespace

int main() {
  Test test(SITES);
  test.each();
  for (unsigned i = 0; i < 3000; ++i)
    test.any();
  test.cleared();
  std::puts("ok");
}
