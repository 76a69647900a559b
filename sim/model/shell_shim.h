// SPDX-License-Identifier: Apache-2.0
// Puts the verilated weft_shell behind ShellModelApi. Compiled at the end of the model's translation unit.
#include "sim/model/shell_ports.h"

namespace {

using weft::sim::ShellModelApi;

constexpr unsigned kAddrBits = WEFT_PARAMETER_AddrBits;

/// The inputs of the way from the kernels to memory.
inline void takeMemory(WEFT_MODEL &top, const ShellIn &in) {
  WEFT_TAKE_SLAVE(m_mem, *in.memory)
  unsigned bReady = 0, rReady = 0, awValid = 0, wValid = 0, arValid = 0, wLast = 0;
  for (unsigned r = 0; r < kRegions; ++r) {
    const weft::sim::AxiMaster &axi = in.kernels[r]->axi;
    bReady |= axi.bReady << r;
    rReady |= axi.rReady << r;
    awValid |= axi.awValid << r;
    wValid |= axi.wValid << r;
    arValid |= axi.arValid << r;
    if (axi.awValid) {
      setElement(top.k_axi_awid_i, r, weft::abi::AXI_ID_BITS, axi.awId);
      setElement(top.k_axi_awaddr_i, r, kAddrBits, axi.awAddr);
      setElement(top.k_axi_awlen_i, r, 8, axi.awLen);
      setElement(top.k_axi_awatop_i, r, weft::abi::ATOP_BITS, axi.awAtop);
    }
    if (axi.wValid) {
      wLast |= axi.wLast << r;
      setLine(top.k_axi_wdata_i, r, kLineBytes, axi.wData);
      setLine(top.k_axi_wstrb_i, r, kLineBytes / 8, axi.wStrb);
    }
    if (axi.arValid) {
      setElement(top.k_axi_arid_i, r, weft::abi::AXI_ID_BITS, axi.arId);
      setElement(top.k_axi_araddr_i, r, kAddrBits, axi.arAddr);
      setElement(top.k_axi_arlen_i, r, 8, axi.arLen);
    }
  }
  top.k_axi_bready_i = bReady;
  top.k_axi_rready_i = rReady;
  top.k_axi_awvalid_i = awValid;
  top.k_axi_wvalid_i = wValid;
  top.k_axi_arvalid_i = arValid;
  top.k_axi_wlast_i = wLast;
}

inline void giveMemory(const WEFT_MODEL &top, ShellOut &out) {
  out.quiet = top.quiet_o;
  out.controlQuiet = top.control_quiet_o;
  out.atomicsQuiet = top.atomics_quiet_o;
  WEFT_GIVE_MASTER(m_mem, out.memory)
  for (unsigned r = 0; r < kRegions; ++r) {
    weft::sim::AxiSlave &axi = out.kernels[r].axi;
    axi.awReady = top.k_axi_awready_o >> r & 1;
    axi.wReady = top.k_axi_wready_o >> r & 1;
    axi.arReady = top.k_axi_arready_o >> r & 1;
    axi.bValid = top.k_axi_bvalid_o >> r & 1;
    axi.rValid = top.k_axi_rvalid_o >> r & 1;
    if (axi.bValid) {
      axi.bId = top.k_axi_bid_o;
      axi.bResp = top.k_axi_bresp_o;
    }
    if (axi.rValid) {
      axi.rId = top.k_axi_rid_o;
      axi.rResp = top.k_axi_rresp_o;
      axi.rLast = top.k_axi_rlast_o;
    }
  }
}

void *create(const char *name, ShellOut *out) {
  auto *model = new Model(name);
  WEFT_MODEL &top = *model->top;
  out->host.wData = &top.m_host_wdata_o;
  out->host.wStrb = &top.m_host_wstrb_o;
  out->memory.wData = &top.m_mem_wdata_o;
  out->memory.wStrb = &top.m_mem_wstrb_o;
  for (unsigned r = 0; r < kRegions; ++r)
    out->kernels[r].axi.rData = &top.k_axi_rdata_o;
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
    .lineBits = 8 * sizeof(static_cast<WEFT_MODEL *>(nullptr)->m_mem_wdata_o),
    .hostBits = 8 * sizeof(static_cast<WEFT_MODEL *>(nullptr)->m_host_wdata_o),
    .addressBits = 8 * sizeof(static_cast<WEFT_MODEL *>(nullptr)->m_mem_araddr_o),
    .regions = kRegions,
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
