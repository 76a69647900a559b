// SPDX-License-Identifier: Apache-2.0
// Puts a verilated kernel_region behind KernelModelApi. Compiled at the end of the model's translation unit.
#include "sim/model/shim_common.h"

namespace {

using weft::sim::KernelIn;
using weft::sim::KernelModelApi;
using weft::sim::KernelOut;

inline void takeInputs(WEFT_MODEL &top, const KernelIn &in) {
  top.rst_i = in.rst;
  top.cfg_valid_i = in.cfgValid;
  top.start_i = in.start;
  top.watch_i = in.watch;
  if (in.cfgValid) {
    top.cfg_addr_i = in.cfgAddr;
    top.cfg_data_i = in.cfgData;
  }
  top.m_axi_awready_i = in.axi.awReady;
  top.m_axi_wready_i = in.axi.wReady;
  top.m_axi_arready_i = in.axi.arReady;
  top.m_axi_bvalid_i = in.axi.bValid;
  top.m_axi_rvalid_i = in.axi.rValid;
  if (in.axi.bValid) {
    top.m_axi_bid_i = in.axi.bId;
    top.m_axi_bresp_i = in.axi.bResp;
  }
  if (in.axi.rValid) {
    top.m_axi_rid_i = in.axi.rId;
    top.m_axi_rresp_i = in.axi.rResp;
    top.m_axi_rlast_i = in.axi.rLast;
    loadLine(top.m_axi_rdata_i, in.axi.rData);
  }
}

inline void giveOutputs(const WEFT_MODEL &top, KernelOut &out) {
  out.done = top.done_o;
  out.faultValid = top.fault_valid_o;
  if (out.faultValid) {
    out.faultCode = top.fault_code_o;
    out.faultSite = top.fault_site_o;
    out.faultAddr = top.fault_addr_o;
  }
  out.axi.bReady = top.m_axi_bready_o;
  out.axi.rReady = top.m_axi_rready_o;
  out.axi.awValid = top.m_axi_awvalid_o;
  out.axi.wValid = top.m_axi_wvalid_o;
  out.axi.arValid = top.m_axi_arvalid_o;
  if (out.axi.awValid) {
    out.axi.awId = top.m_axi_awid_o;
    out.axi.awAddr = top.m_axi_awaddr_o;
    out.axi.awLen = top.m_axi_awlen_o;
    out.axi.awAtop = top.m_axi_awatop_o;
  }
  if (out.axi.arValid) {
    out.axi.arId = top.m_axi_arid_o;
    out.axi.arAddr = top.m_axi_araddr_o;
    out.axi.arLen = top.m_axi_arlen_o;
  }
  out.axi.wLast = top.m_axi_wlast_o;
}

void *create(const char *name, KernelOut *out) {
  auto *model = new Model(name);
  out->axi.wData = &model->top->m_axi_wdata_o;
  out->axi.wStrb = &model->top->m_axi_wstrb_o;
  giveOutputs(*model->top, *out);
  return model;
}

void take(void *self, const KernelIn *in, uint64_t) { takeInputs(*static_cast<Model *>(self)->top, *in); }

const char *clock(void *self, KernelOut *out) {
  auto *model = static_cast<Model *>(self);
  return guarded(model, [&] {
    model->clock();
    giveOutputs(*model->top, *out);
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const KernelModelApi weft_kernel_model = {
    .abi = weft::sim::kModelAbi,
    .lineBits = 8 * sizeof(static_cast<WEFT_MODEL *>(nullptr)->m_axi_wdata_o),
    .hostBits = 0,
    .addressBits = 8 * sizeof(static_cast<WEFT_MODEL *>(nullptr)->m_axi_araddr_o),
    .regions = 0,
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
#ifdef WEFT_MODEL_NAMES
    .net = net,
#else
    .net = nullptr,
#endif
};
