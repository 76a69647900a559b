// SPDX-License-Identifier: Apache-2.0
// Puts the verilated weft_shell behind ShellModelApi. Compiled at the end of the model's translation unit.
#include "sim/model/axi_ports.h"
#include "sim/model/shell_ports.h"

namespace {

using weft::sim::ShellModelApi;

constexpr unsigned kPorts = WEFT_PARAMETER_NumPorts, kRegionBits = std::bit_width(kRegions - 1);
static_assert(kPorts >= 1 && kPorts <= weft::abi::MAX_PORTS);
constexpr AxiWidths kMemory = {
    .id = 2 + kRegionBits + weft::abi::AXI_ID_BITS, .address = WEFT_PARAMETER_AddrBits, .lineBytes = kLineBytes};

/// What a port of a region asks for; `index`: its element.
inline void takeRegion(WEFT_MODEL &top, const weft::sim::AxiMaster &axi, unsigned index) {
  setBit(top.k_axi_bready_i, index, axi.bReady);
  setBit(top.k_axi_rready_i, index, axi.rReady);
  setBit(top.k_axi_awvalid_i, index, axi.awValid);
  setBit(top.k_axi_wvalid_i, index, axi.wValid);
  setBit(top.k_axi_arvalid_i, index, axi.arValid);
  if (axi.awValid) {
    setElement(top.k_axi_awid_i, index, weft::abi::AXI_ID_BITS, axi.awId);
    setElement(top.k_axi_awaddr_i, index, kMemory.address, axi.awAddr);
    setElement(top.k_axi_awlen_i, index, 8, axi.awLen);
    setElement(top.k_axi_awatop_i, index, weft::abi::ATOP_BITS, axi.awAtop);
  }
  if (axi.wValid) {
    setBit(top.k_axi_wlast_i, index, axi.wLast);
    setLine(top.k_axi_wdata_i, index, kLineBytes, axi.wData);
    setLine(top.k_axi_wstrb_i, index, kLineBytes / 8, axi.wStrb);
  }
  if (axi.arValid) {
    setElement(top.k_axi_arid_i, index, weft::abi::AXI_ID_BITS, axi.arId);
    setElement(top.k_axi_araddr_i, index, kMemory.address, axi.arAddr);
    setElement(top.k_axi_arlen_i, index, 8, axi.arLen);
  }
}

/// The inputs of the way from the kernels to memory.
inline void takeMemory(WEFT_MODEL &top, const ShellIn &in) {
  for (unsigned p = 0; p < kPorts; ++p) {
    WEFT_TAKE_SLAVE_AT(m_mem, *in.memory[p], p, kMemory)
    for (unsigned r = 0; r < kRegions; ++r)
      takeRegion(top, in.kernels[r]->axi[p], p * kRegions + r);
  }
}

/// What a port of a region is answered.
inline void giveRegion(const WEFT_MODEL &top, weft::sim::AxiSlave &axi, unsigned port, unsigned index) {
  axi.awReady = top.k_axi_awready_o >> index & 1;
  axi.wReady = top.k_axi_wready_o >> index & 1;
  axi.arReady = top.k_axi_arready_o >> index & 1;
  axi.bValid = top.k_axi_bvalid_o >> index & 1;
  axi.rValid = top.k_axi_rvalid_o >> index & 1;
  if (axi.bValid) {
    axi.bId = element(top.k_axi_bid_o, port, weft::abi::AXI_ID_BITS);
    axi.bResp = element(top.k_axi_bresp_o, port, 2);
  }
  if (axi.rValid) {
    axi.rId = element(top.k_axi_rid_o, port, weft::abi::AXI_ID_BITS);
    axi.rResp = element(top.k_axi_rresp_o, port, 2);
    axi.rLast = top.k_axi_rlast_o >> port & 1;
  }
}

inline void giveMemory(const WEFT_MODEL &top, ShellOut &out) {
  out.quiet = top.quiet_o;
  out.controlQuiet = top.control_quiet_o;
  out.atomicsQuiet = top.atomics_quiet_o;
  for (unsigned p = 0; p < kPorts; ++p) {
    WEFT_GIVE_MASTER_AT(m_mem, out.memory[p], p, kMemory)
    for (unsigned r = 0; r < kRegions; ++r)
      giveRegion(top, out.kernels[r].axi[p], p, p * kRegions + r);
  }
}

void *create(const char *name, ShellOut *out) {
  auto *model = new Model(name);
  WEFT_MODEL &top = *model->top;
  out->host.wData = &top.m_host_wdata_o;
  out->host.wStrb = &top.m_host_wstrb_o;
  for (unsigned p = 0; p < kPorts; ++p) {
    out->memory[p].wData = lineAt(top.m_mem_wdata_o, p, kLineBytes);
    out->memory[p].wStrb = lineAt(top.m_mem_wstrb_o, p, kLineBytes / 8);
    for (unsigned r = 0; r < kRegions; ++r)
      out->kernels[r].axi[p].rData = lineAt(top.k_axi_rdata_o, p, kLineBytes);
  }
  giveControl(top, *out);
  giveMemory(top, *out);
  return model;
}

void take(void *self, const ShellIn *in, uint64_t time) {
  auto *model = static_cast<Model *>(self);
  model->gates = {in->clockControl != 0, in->clockAtomics != 0};
  model->top->rst_i = in->rst;
  takeMemory(*model->top, *in);
  if (in->clockControl)
    takeControl(*model->top, *in, time);
}

const char *clock(void *self, ShellOut *out) {
  auto *model = static_cast<Model *>(self);
  return guarded(model, [&] {
    model->clock();
    giveMemory(*model->top, *out);
    if (model->gates.control)
      giveControl(*model->top, *out);
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const ShellModelApi weft_shell_model = {
    .abi = weft::sim::kModelAbi,
    .lineBits = 8 * kLineBytes,
    .hostBits = 8 * sizeof(static_cast<WEFT_MODEL *>(nullptr)->m_host_wdata_o),
    .addressBits = kMemory.address,
    .regions = kRegions,
    .ports = kPorts,
    .create = create,
    .destroy = destroy,
    .take = take,
    .clock = clock,
#ifdef WEFT_MODEL_TRACE
    .attachTrace = attachTrace,
    .traceHigh = traceHigh,
    .traceLow = traceLow,
#else
    .attachTrace = nullptr,
    .traceHigh = nullptr,
    .traceLow = nullptr,
#endif
    .net = nullptr,
};
