// SPDX-License-Identifier: Apache-2.0
// rtl/shell/fault_collector.sv
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"
#include "weft_abi.h"

namespace weft::instant {
namespace {

using abi::Fault;

class FaultCollector final : public Model {
public:
  explicit FaultCollector(Wiring &wiring)
      : reset_(wiring.input("rst_i")), write_(wiring.input("site_write_i")), hang_(wiring.input("hang_i")),
        start_(wiring.input("start_i")), watch_(wiring.input("watch_i")), inFlight_(wiring.input("in_flight_i")),
        stallPoint_(wiring.input("stall_point_i")), outValid_(wiring.output("fault_valid_o")),
        outCode_(wiring.output("fault_code_o")), outSite_(wiring.output("fault_site_o")),
        outAddr_(wiring.output("fault_addr_o")) {
    const auto n = unsigned(wiring.parameter("NumSites"));
    for (unsigned i = 0; i < n; ++i)
      sites_.push_back({wiring.input("site_fault_i", i, n), wiring.input("site_addr_i", i, n)});
    busy_ = wiring.busy({"site_fault_i", "hang_i", "start_i", "watch_i"});
  }

  void tick() override {
    if (!valid_)
      look();
    else if (*watch_ && code_ == Fault::CIRCULATING)
      *outAddr_ = addr_ |= *stallPoint_;
    arrive();
    if (*reset_ || *start_) [[unlikely]] {
      valid_ = arrived_ = false;
      *outCode_ = Word(code_ = Fault::NONE);
    }
    *outValid_ = valid_;
    *busy_ = arrived_;
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Site {
    const Word *fault, *addr;
  };

  void look() {
    if (arrived_) [[unlikely]] {
      const bool write = write_[site_ / 64] >> site_ % 64 & 1;
      keep(write ? Fault::OUT_OF_BOUNDS_WRITE : Fault::OUT_OF_BOUNDS_READ, site_, siteAddr_);
    } else if (*hang_) [[unlikely]] {
      keep(Fault::DIVERGENT_BARRIER, 0, 0);
    } else if (*watch_) [[unlikely]] {
      keep(Fault::CIRCULATING, *inFlight_, 0);
    }
  }

  /// The lowest site with a fault, which is looked at in the next cycle.
  void arrive() {
    arrived_ = false;
    for (unsigned i = 0; i < sites_.size() && !arrived_; ++i)
      if (*sites_[i].fault) [[unlikely]] {
        arrived_ = true;
        site_ = i;
        siteAddr_ = *sites_[i].addr;
      }
  }

  void keep(Fault code, Word site, Word addr) {
    valid_ = true;
    code_ = code;
    addr_ = addr;
    *outCode_ = Word(code);
    *outSite_ = site & maskOf(abi::SITE_BITS);
    *outAddr_ = addr;
  }

  const Word *reset_, *write_, *hang_, *start_, *watch_, *inFlight_, *stallPoint_;
  Word *outValid_, *outCode_, *outSite_, *outAddr_, *busy_;
  std::vector<Site> sites_;
  bool arrived_ = false;  // site_ and siteAddr_ are of a fault of the cycle before
  unsigned site_ = 0;
  Word siteAddr_ = 0;
  bool valid_ = false;
  Fault code_{};
  Word addr_ = 0;
};

}  // namespace

std::unique_ptr<Model> makeFaultCollector(Wiring &wiring) { return std::make_unique<FaultCollector>(wiring); }

}  // namespace weft::instant
