// SPDX-License-Identifier: Apache-2.0
// Puts a verilated kernel_region behind KernelModelApi. Compiled at the end of the model's translation unit.
#include "sim/model/axi_ports.h"

namespace {

using weft::sim::KernelIn;
using weft::sim::KernelModelApi;
using weft::sim::KernelOut;

// A length has a byte for each port.
constexpr unsigned kPorts = sizeof(static_cast<WEFT_MODEL *>(nullptr)->m_axi_arlen_o);
constexpr AxiWidths kWidths = {.id = weft::abi::AXI_ID_BITS,
                               .address = WEFT_PARAMETER_AddrBits,
                               .lineBytes =
                                   unsigned(sizeof(static_cast<WEFT_MODEL *>(nullptr)->m_axi_wdata_o)) / kPorts};

inline void takeInputs(WEFT_MODEL &top, const KernelIn &in) {
  top.rst_i = in.rst;
  top.cfg_valid_i = in.cfgValid;
  top.start_i = in.start;
  top.watch_i = in.watch;
  if (in.cfgValid) {
    top.cfg_addr_i = in.cfgAddr;
    top.cfg_data_i = in.cfgData;
  }
  for (unsigned p = 0; p < kPorts; ++p) {
    WEFT_TAKE_SLAVE_AT(m_axi, in.axi[p], p, kWidths)
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
  for (unsigned p = 0; p < kPorts; ++p) {
    WEFT_GIVE_MASTER_AT(m_axi, out.axi[p], p, kWidths)
    if (out.axi[p].awValid)
      out.axi[p].awAtop = element(top.m_axi_awatop_o, p, weft::abi::ATOP_BITS);
  }
}

void *create(const char *name, KernelOut *out) {
  auto *model = new Model(name);
  for (unsigned p = 0; p < kPorts; ++p) {
    out->axi[p].wData = lineAt(model->top->m_axi_wdata_o, p, kWidths.lineBytes);
    out->axi[p].wStrb = lineAt(model->top->m_axi_wstrb_o, p, kWidths.lineBytes / 8);
  }
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
    .lineBits = 8 * kWidths.lineBytes,
    .hostBits = 0,
    .addressBits = kWidths.address,
    .regions = 0,
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
#ifdef WEFT_MODEL_NAMES
    .net = net,
#else
    .net = nullptr,
#endif
};
