// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/program.h"

#include <algorithm>
#include <cstring>

#include "hls/netlist/parse.h"
#include "hls/netlist/passes.h"
#include "hls/netlist/verify.h"
#include "rtl/fp/fp_fast_guard.h"
#include "sim/instant/simulation.h"

namespace weft::instant {

namespace {

netlist::Design parseVerified(const std::string &text) {
  if (text.empty())
    throw Unsupported("its image has no netlist");
  hls::Expected<netlist::Design> design = netlist::parse(text);
  if (!design)
    throw std::runtime_error("netlist: " + design.error().message);
  if (const auto defects = netlist::verify(*design); !defects.empty())
    throw std::runtime_error("netlist: " + defects[0].message);
  netlist::runSimulatorPasses(*design);
  return std::move(*design);
}

}  // namespace

Program::Program(const std::string &netlist) : netlist_(std::make_shared<CompiledNetlist>(parseVerified(netlist))) {}

unsigned Program::lineBits() const { return netlist_->outputWidth("m_axi_wdata_o"); }
unsigned Program::addressBits() const { return netlist_->outputWidth("m_axi_araddr_o"); }
std::vector<Probe> Program::probes() const { return netlist_->probes(); }

namespace {

/// Finds out whether a simulation rests: nothing changes until an input does. To look costs about as much as a cycle,
/// so it is done the more rarely the longer the simulation has been at work with the same inputs, and the later after a
/// change of inputs the more often it was in vain.
class RestWatch {
public:
  bool resting() const { return resting_; }
  void inputsChanged() {
    resting_ = remembered_ = false;
    cycles_ = 0;
    nextLook_ = firstLook_;
  }
  void cyclePassed(Simulation &simulation) {
    ++cycles_;
    if (remembered_) {
      remembered_ = false;
      resting_ = simulation.isAsRemembered();
      firstLook_ = resting_ ? kSoonest : std::min(2 * firstLook_, kLatest);
    } else if (cycles_ >= nextLook_) {
      remembered_ = simulation.remember();
      nextLook_ = cycles_ + 1 + cycles_ / kPart;
    }
  }

private:
  static constexpr uint64_t kSoonest = 6, kLatest = 24, kPart = 4;

  uint64_t cycles_ = 0;  // since an input changed
  uint64_t firstLook_ = kSoonest, nextLook_ = kSoonest;
  bool remembered_ = false, resting_ = false;
};

/// The inputs that count always, as one number.
uint32_t controlOf(const sim::KernelIn &in) {
  return in.watch | in.axi.awReady << 1 | in.axi.wReady << 2 | in.axi.arReady << 3 | in.rst << 4 | in.cfgValid << 5 |
         in.start << 6 | in.axi.bValid << 7 | in.axi.rValid << 8;
}
/// Whether something comes with others: then two cycles differ although these are the same.
bool hasPayload(uint32_t control) { return control >> 4 != 0; }

}  // namespace

struct Kernel::State {
  struct Inputs {
    uint64_t *rst, *cfgValid, *cfgAddr, *cfgData, *start, *watch, *awReady, *wReady, *bValid, *bId, *bResp, *arReady,
        *rValid, *rId, *rData, *rResp, *rLast;
  } in{};
  struct Outputs {
    const uint64_t *done, *faultValid, *faultCode, *faultSite, *faultAddr, *awValid, *awId, *awAddr, *awLen, *awAtop,
        *wValid, *wData, *wStrb, *wLast, *bReady, *arValid, *arId, *arAddr, *arLen, *rReady;
  } out{};

  explicit State(const Program &program);

  Simulation simulation;
  unsigned lineBytes;
  RestWatch watch;
  uint32_t control = 0;  // inputs of the last cycle
  bool leftOut = false;  // the cycle whose inputs were taken
};

Kernel::State::State(const Program &program) : simulation(program.netlist()), lineBytes(program.lineBits() / 8) {
  const auto input = [&](const char *name) { return simulation.input(name); };
  const auto output = [&](const char *name) { return simulation.output(name); };
  in = {input("rst_i"),          input("cfg_valid_i"), input("cfg_addr_i"),      input("cfg_data_i"),
        input("start_i"),        input("watch_i"),     input("m_axi_awready_i"), input("m_axi_wready_i"),
        input("m_axi_bvalid_i"), input("m_axi_bid_i"), input("m_axi_bresp_i"),   input("m_axi_arready_i"),
        input("m_axi_rvalid_i"), input("m_axi_rid_i"), input("m_axi_rdata_i"),   input("m_axi_rresp_i"),
        input("m_axi_rlast_i")};
  out = {output("done_o"),        output("fault_valid_o"),   output("fault_code_o"),   output("fault_site_o"),
         output("fault_addr_o"),  output("m_axi_awvalid_o"), output("m_axi_awid_o"),   output("m_axi_awaddr_o"),
         output("m_axi_awlen_o"), output("m_axi_awatop_o"),  output("m_axi_wvalid_o"), output("m_axi_wdata_o"),
         output("m_axi_wstrb_o"), output("m_axi_wlast_o"),   output("m_axi_bready_o"), output("m_axi_arvalid_o"),
         output("m_axi_arid_o"),  output("m_axi_araddr_o"),  output("m_axi_arlen_o"),  output("m_axi_rready_o")};
}

Kernel::Kernel(const std::shared_ptr<const Program> &program) : state_(std::make_unique<State>(*program)) {}

Kernel::~Kernel() = default;

void Kernel::connect(sim::KernelOut &out) const {
  out.axi.wData = state_->out.wData;
  out.axi.wStrb = state_->out.wStrb;
  outputs(out);
}

const uint64_t *Kernel::look(const Probe &probe) const { return state_->simulation.look(probe); }

bool Kernel::rests(const sim::KernelIn &in) const {
  return state_->watch.resting() && controlOf(in) == state_->control;
}

void Kernel::take(const sim::KernelIn &in) {
  state_->leftOut = rests(in);
  if (state_->leftOut)
    return;
  const uint32_t control = controlOf(in);
  State::Inputs &to = state_->in;
  if (control != state_->control) {
    state_->control = control;
    *to.rst = in.rst;
    *to.cfgValid = in.cfgValid;
    *to.start = in.start;
    *to.watch = in.watch;
    *to.awReady = in.axi.awReady;
    *to.wReady = in.axi.wReady;
    *to.arReady = in.axi.arReady;
    *to.bValid = in.axi.bValid;
    *to.rValid = in.axi.rValid;
    state_->watch.inputsChanged();
  }
  if (hasPayload(control))
    takePayload(in);
}

void Kernel::takePayload(const sim::KernelIn &in) {
  state_->watch.inputsChanged();
  State::Inputs &to = state_->in;
  if (in.cfgValid) {
    *to.cfgAddr = in.cfgAddr;
    *to.cfgData = in.cfgData;
  }
  if (in.axi.bValid) {
    *to.bId = in.axi.bId;
    *to.bResp = in.axi.bResp;
  }
  if (in.axi.rValid) {
    *to.rId = in.axi.rId;
    *to.rResp = in.axi.rResp;
    *to.rLast = in.axi.rLast;
    std::memcpy(to.rData, in.axi.rData, state_->lineBytes);
  }
}

void Kernel::clock(sim::KernelOut &out) {
  if (state_->leftOut)
    return;
  {
    const WeftFpGuard mode;  // the host program may flush subnormals or round otherwise
    state_->simulation.settle();
    state_->simulation.tick();
    state_->simulation.outputs();
  }
  state_->watch.cyclePassed(state_->simulation);
  outputs(out);
}

void Kernel::outputs(sim::KernelOut &to) const {
  const State::Outputs &from = state_->out;
  to.done = uint8_t(*from.done);
  to.faultValid = uint8_t(*from.faultValid);
  if (to.faultValid) {
    to.faultCode = uint8_t(*from.faultCode);
    to.faultSite = uint16_t(*from.faultSite);
    to.faultAddr = *from.faultAddr;
  }
  to.axi.bReady = uint8_t(*from.bReady);
  to.axi.rReady = uint8_t(*from.rReady);
  to.axi.awValid = uint8_t(*from.awValid);
  to.axi.wValid = uint8_t(*from.wValid);
  to.axi.arValid = uint8_t(*from.arValid);
  if (to.axi.awValid) {
    to.axi.awId = uint16_t(*from.awId);
    to.axi.awAddr = *from.awAddr;
    to.axi.awLen = uint8_t(*from.awLen);
    to.axi.awAtop = uint8_t(*from.awAtop);
  }
  if (to.axi.arValid) {
    to.axi.arId = uint16_t(*from.arId);
    to.axi.arAddr = *from.arAddr;
    to.axi.arLen = uint8_t(*from.arLen);
  }
  to.axi.wLast = uint8_t(*from.wLast);
}

}  // namespace weft::instant
