// SPDX-License-Identifier: Apache-2.0
// rtl/shell/fault_collector.sv
#include <algorithm>

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
    for (unsigned most = 8; most < n; most *= 8)
      chosen_.emplace_back();
    busy_ = wiring.busy({"site_fault_i", "hang_i", "start_i", "watch_i"});
  }

  void tick() override {
    if (!valid_)
      look();
    else if (*watch_ && code_ == Fault::CIRCULATING)
      *outAddr_ = addr_ |= *stallPoint_;
    arrive();
    if (*reset_ || *start_) [[unlikely]] {
      valid_ = false;
      std::fill(chosen_.begin(), chosen_.end(), Chosen{});
      *outCode_ = Word(code_ = Fault::NONE);
    }
    *outValid_ = valid_;
    *busy_ = std::any_of(chosen_.begin(), chosen_.end(), [](const Chosen &one) { return one.valid; });
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(chosen_);
  }

private:
  struct Site {
    const Word *fault, *addr;
  };
  struct Chosen {
    bool valid = false, write = false;
    unsigned site = 0;
    Word addr = 0;
  };

  void look() {
    if (const Chosen &last = chosen_.back(); last.valid) [[unlikely]] {
      keep(last.write ? Fault::OUT_OF_BOUNDS_WRITE : Fault::OUT_OF_BOUNDS_READ, last.site, last.addr);
    } else if (*hang_) [[unlikely]] {
      keep(Fault::DIVERGENT_BARRIER, *inFlight_, *stallPoint_);
    } else if (*watch_) [[unlikely]] {
      keep(Fault::CIRCULATING, *inFlight_, 0);
    }
  }

  /// A level of the tree further. Of the faults of one cycle all levels together choose the lowest site's.
  void arrive() {
    std::shift_right(chosen_.begin(), chosen_.end(), 1);
    Chosen &first = chosen_.front() = {};
    for (unsigned i = 0; i < sites_.size() && !first.valid; ++i)
      if (*sites_[i].fault) [[unlikely]]
        first = {true, (write_[i / 64] >> i % 64 & 1) != 0, i, *sites_[i].addr};
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
  std::vector<Chosen> chosen_{1};  // by level of the tree
  bool valid_ = false;
  Fault code_{};
  Word addr_ = 0;
};

}  // namespace

std::unique_ptr<Model> makeFaultCollector(Wiring &wiring) { return std::make_unique<FaultCollector>(wiring); }

}  // namespace weft::instant
