// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/program.h"

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

void Kernel::take(const sim::KernelIn &in) {
  State::Inputs &to = state_->in;
  *to.rst = in.rst;
  *to.cfgValid = in.cfgValid;
  *to.start = in.start;
  *to.watch = in.watch;
  if (in.cfgValid) {
    *to.cfgAddr = in.cfgAddr;
    *to.cfgData = in.cfgData;
  }
  *to.awReady = in.axi.awReady;
  *to.wReady = in.axi.wReady;
  *to.arReady = in.axi.arReady;
  *to.bValid = in.axi.bValid;
  *to.rValid = in.axi.rValid;
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
  {
    const WeftFpGuard mode;  // the host program may flush subnormals or round otherwise
    state_->simulation.settle();
    state_->simulation.tick();
    state_->simulation.outputs();
  }
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
