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

unsigned Program::lineBits() const { return netlist_->outputWidth("m_axi_wdata_o") / ports(); }
unsigned Program::addressBits() const { return netlist_->outputWidth("m_axi_araddr_o") / ports(); }
unsigned Program::ports() const { return netlist_->outputWidth("m_axi_arvalid_o"); }
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
uint64_t controlOf(const sim::KernelIn &in, unsigned ports) {
  uint64_t control = in.watch | in.rst << 1 | in.cfgValid << 2 | in.start << 3;
  for (unsigned p = 0; p < ports; ++p) {
    const sim::AxiSlave &axi = in.axi[p];
    control |= uint64_t(axi.awReady | axi.wReady << 1 | axi.arReady << 2 | axi.bValid << 3 | axi.rValid << 4)
               << (4 + 5 * p);
  }
  return control;
}
/// Whether something comes with others: then two cycles differ although these are the same.
constexpr uint64_t payloads() {
  uint64_t bits = 0xe;  // reset, configuration, start
  for (unsigned p = 0; p < abi::MAX_PORTS; ++p)
    bits |= uint64_t(0x18) << (4 + 5 * p);
  return bits;
}
bool hasPayload(uint64_t control) { return (control & payloads()) != 0; }

/// Element `index` of a net on which they lie side by side, each of `width` bits, at most 64.
uint64_t element(const uint64_t *net, unsigned index, unsigned width) {
  const unsigned low = index * width, shift = low % 64;
  uint64_t value = net[low / 64] >> shift;
  if (shift + width > 64)
    value |= net[low / 64 + 1] << (64 - shift);
  return width == 64 ? value : value & ((uint64_t(1) << width) - 1);
}
void setElement(uint64_t *net, unsigned index, unsigned width, uint64_t value) {
  const unsigned low = index * width, shift = low % 64;
  const uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  net[low / 64] = (net[low / 64] & ~(mask << shift)) | value << shift;
  if (shift + width > 64)
    net[low / 64 + 1] = (net[low / 64 + 1] & ~(mask >> (64 - shift))) | value >> (64 - shift);
}

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
  unsigned lineBytes, addressBits, ports;
  RestWatch watch;
  uint64_t control = 0;  // inputs of the last cycle
  bool leftOut = false;  // the cycle whose inputs were taken
};

Kernel::State::State(const Program &program)
    : simulation(program.netlist()), lineBytes(program.lineBits() / 8), addressBits(program.addressBits()),
      ports(program.ports()) {
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
  const auto at = [](const uint64_t *net, unsigned byte) { return reinterpret_cast<const uint8_t *>(net) + byte; };
  for (unsigned p = 0; p < state_->ports; ++p) {
    out.axi[p].wData = at(state_->out.wData, p * state_->lineBytes);
    out.axi[p].wStrb = at(state_->out.wStrb, p * state_->lineBytes / 8);
  }
  outputs(out);
}

const uint64_t *Kernel::look(const Probe &probe) const { return state_->simulation.look(probe); }

bool Kernel::rests(const sim::KernelIn &in) const {
  return state_->watch.resting() && controlOf(in, state_->ports) == state_->control;
}

void Kernel::take(const sim::KernelIn &in) {
  state_->leftOut = rests(in);
  if (state_->leftOut)
    return;
  const uint64_t control = controlOf(in, state_->ports);
  State::Inputs &to = state_->in;
  if (control != state_->control) {
    state_->control = control;
    *to.rst = in.rst;
    *to.cfgValid = in.cfgValid;
    *to.start = in.start;
    *to.watch = in.watch;
    *to.awReady = *to.wReady = *to.arReady = *to.bValid = *to.rValid = 0;
    for (unsigned p = 0; p < state_->ports; ++p) {
      *to.awReady |= uint64_t(in.axi[p].awReady) << p;
      *to.wReady |= uint64_t(in.axi[p].wReady) << p;
      *to.arReady |= uint64_t(in.axi[p].arReady) << p;
      *to.bValid |= uint64_t(in.axi[p].bValid) << p;
      *to.rValid |= uint64_t(in.axi[p].rValid) << p;
    }
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
  for (unsigned p = 0; p < state_->ports; ++p) {
    const sim::AxiSlave &axi = in.axi[p];
    if (axi.bValid) {
      setElement(to.bId, p, abi::AXI_ID_BITS, axi.bId);
      setElement(to.bResp, p, 2, axi.bResp);
    }
    if (axi.rValid) {
      setElement(to.rId, p, abi::AXI_ID_BITS, axi.rId);
      setElement(to.rResp, p, 2, axi.rResp);
      setElement(to.rLast, p, 1, axi.rLast);
      std::memcpy(reinterpret_cast<uint8_t *>(to.rData) + size_t(p) * state_->lineBytes, axi.rData, state_->lineBytes);
    }
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
  for (unsigned p = 0; p < state_->ports; ++p)
    outputsOf(to.axi[p], p);
}

void Kernel::outputsOf(sim::AxiMaster &axi, unsigned port) const {
  const State::Outputs &from = state_->out;
  const auto bit = [port](const uint64_t *net) { return uint8_t(*net >> port & 1); };
  axi.bReady = bit(from.bReady);
  axi.rReady = bit(from.rReady);
  axi.awValid = bit(from.awValid);
  axi.wValid = bit(from.wValid);
  axi.arValid = bit(from.arValid);
  if (axi.awValid) {
    axi.awId = uint16_t(element(from.awId, port, abi::AXI_ID_BITS));
    axi.awAddr = element(from.awAddr, port, state_->addressBits);
    axi.awLen = uint8_t(element(from.awLen, port, 8));
    axi.awAtop = uint8_t(element(from.awAtop, port, abi::ATOP_BITS));
  }
  if (axi.arValid) {
    axi.arId = uint16_t(element(from.arId, port, abi::AXI_ID_BITS));
    axi.arAddr = element(from.arAddr, port, state_->addressBits);
    axi.arLen = uint8_t(element(from.arLen, port, 8));
  }
  axi.wLast = bit(from.wLast);
}

}  // namespace weft::instant
