// SPDX-License-Identifier: Apache-2.0
// rtl/shell/unit_faults.sv
#include <algorithm>

#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"
#include "weft_abi.h"

namespace weft::instant {
namespace {

using abi::Fault;

class UnitFaults final : public Model {
public:
  explicit UnitFaults(Wiring &wiring)
      : reset_(wiring.input("rst_i")), start_(wiring.input("start_i")), outValid_(wiring.output("fault_valid_o")),
        outCode_(wiring.output("fault_code_o")), outSite_(wiring.output("fault_site_o")),
        outAddr_(wiring.output("fault_addr_o")) {
    const auto n = unsigned(wiring.parameter("NumUnits"));
    seen_.resize(n);
    for (unsigned i = 0; i < n; ++i)
      units_.push_back({wiring.input("unit_valid_i", i, n), wiring.input("unit_code_i", i, n),
                        wiring.input("unit_site_i", i, n), wiring.input("unit_addr_i", i, n)});
    busy_ = wiring.busy({"start_i", "unit_valid_i"});
  }

  void tick() override {
    if (!valid_)
      look();
    else if (code_ == Word(Fault::CIRCULATING))
      addr_ |= circulating().addr;
    see();
    if (*reset_ || *start_) {
      keep(false, {Word(Fault::NONE), site_, addr_});
      std::fill(seen_.begin(), seen_.end(), Seen::NOTHING);
    }
    *outValid_ = valid_;
    *outCode_ = code_;
    *outSite_ = site_;
    *outAddr_ = addr_;
    *busy_ = 0;  // a unit's report stays until the start
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(seen_);
  }

private:
  enum class Seen { NOTHING, FAULT, CIRCULATING };  // of a unit, in the cycle before
  struct Unit {
    const Word *valid, *code, *site, *addr;
  };
  struct Report {
    Word code, site, addr;
  };

  void see() {
    for (size_t u = 0; u < units_.size(); ++u) {
      const bool circulates = *units_[u].code == Word(Fault::CIRCULATING);
      seen_[u] = !*units_[u].valid ? Seen::NOTHING : circulates ? Seen::CIRCULATING : Seen::FAULT;
    }
  }

  void look() {
    if (const auto at = std::find(seen_.begin(), seen_.end(), Seen::FAULT); at != seen_.end()) {
      const Unit &unit = units_[size_t(at - seen_.begin())];
      keep(true, {*unit.code, *unit.site, *unit.addr});
    } else if (std::find(seen_.begin(), seen_.end(), Seen::CIRCULATING) != seen_.end()) {
      keep(true, circulating());
    }
  }

  Report circulating() const {
    Report report{Word(Fault::CIRCULATING), 0, 0};
    for (size_t u = 0; u < units_.size(); ++u)
      if (seen_[u] == Seen::CIRCULATING) {
        report.site += *units_[u].site;
        report.addr |= *units_[u].addr;
      }
    report.site &= maskOf(abi::SITE_BITS);
    return report;
  }

  void keep(bool valid, const Report &report) {
    valid_ = valid;
    code_ = report.code;
    site_ = report.site;
    addr_ = report.addr;
  }

  std::vector<Unit> units_;
  std::vector<Seen> seen_;
  const Word *reset_, *start_;
  Word *outValid_, *outCode_, *outSite_, *outAddr_, *busy_;
  bool valid_ = false;
  Word code_ = 0, site_ = 0, addr_ = 0;
};

}  // namespace

std::unique_ptr<Model> makeUnitFaults(Wiring &wiring) { return std::make_unique<UnitFaults>(wiring); }

}  // namespace weft::instant
