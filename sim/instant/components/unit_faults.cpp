// SPDX-License-Identifier: Apache-2.0
// rtl/shell/unit_faults.sv
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
    if (*reset_ || *start_)
      keep(false, {Word(Fault::NONE), site_, addr_});
    *outValid_ = valid_;
    *outCode_ = code_;
    *outSite_ = site_;
    *outAddr_ = addr_;
    *busy_ = 0;
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Unit {
    const Word *valid, *code, *site, *addr;
    bool circulates() const { return *valid && *code == Word(Fault::CIRCULATING); }
  };
  struct Report {
    Word code, site, addr;
  };

  void look() {
    bool circulates = false;
    for (const Unit &unit : units_) {
      if (*unit.valid && !unit.circulates())
        return keep(true, {*unit.code, *unit.site, *unit.addr});
      circulates |= unit.circulates();
    }
    if (circulates)
      keep(true, circulating());
  }

  Report circulating() const {
    Report report{Word(Fault::CIRCULATING), 0, 0};
    for (const Unit &unit : units_)
      if (unit.circulates()) {
        report.site += *unit.site;
        report.addr |= *unit.addr;
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
  const Word *reset_, *start_;
  Word *outValid_, *outCode_, *outSite_, *outAddr_, *busy_;
  bool valid_ = false;
  Word code_ = 0, site_ = 0, addr_ = 0;
};

}  // namespace

std::unique_ptr<Model> makeUnitFaults(Wiring &wiring) { return std::make_unique<UnitFaults>(wiring); }

}  // namespace weft::instant
