// SPDX-License-Identifier: Apache-2.0
// Included after the verilated model, in its translation unit.
#include <cstring>

#include "model_io.h"

namespace {
struct Model {
  VerilatedContext context;
  Vkernel_region top{&context};
};

template <class T> void toBytes(const T &from, uint8_t *to, size_t bytes) { std::memcpy(to, &from, bytes); }
template <class T> void fromBytes(const uint8_t *from, T &to, size_t bytes) { std::memcpy(&to, from, bytes); }
constexpr size_t kLine = WEFT_TEST_LINE_BYTES;
}  // namespace

#define EXPORT __attribute__((visibility("default")))

extern "C" EXPORT void *kernelModelCreate() { return new Model; }
extern "C" EXPORT void kernelModelDestroy(void *model) { delete static_cast<Model *>(model); }
extern "C" EXPORT void kernelModelStep(void *model, const KernelInputs *in, KernelOutputs *out) {
  Vkernel_region &top = static_cast<Model *>(model)->top;
  top.rst_i = in->rst;
  top.cfg_valid_i = in->cfgValid;
  top.cfg_addr_i = in->cfgAddr;
  top.cfg_data_i = in->cfgData;
  top.start_i = in->start;
  top.watch_i = in->watch;
  top.m_axi_awready_i = in->awReady;
  top.m_axi_wready_i = in->wReady;
  top.m_axi_bvalid_i = in->bValid;
  top.m_axi_bid_i = in->bId;
  top.m_axi_bresp_i = 0;
  top.m_axi_arready_i = in->arReady;
  top.m_axi_rvalid_i = in->rValid;
  top.m_axi_rid_i = in->rId;
  top.m_axi_rresp_i = 0;
  top.m_axi_rlast_i = 1;
  fromBytes(in->rData, top.m_axi_rdata_i, kLine);
  top.clk_i = 0;
  top.eval();
  top.clk_i = 1;
  top.eval();
  out->done = top.done_o;
  out->faultValid = top.fault_valid_o;
  out->faultCode = top.fault_code_o;
  out->faultSite = top.fault_site_o;
  out->faultAddr = top.fault_addr_o;
  out->awValid = top.m_axi_awvalid_o;
  out->awId = top.m_axi_awid_o;
  out->awAddr = top.m_axi_awaddr_o;
  out->awAtop = top.m_axi_awatop_o;
  out->wValid = top.m_axi_wvalid_o;
  toBytes(top.m_axi_wdata_o, out->wData, kLine);
  for (size_t i = 0; i < kLine; ++i)
    out->wStrb[i] = uint8_t((uint64_t(top.m_axi_wstrb_o) >> i) & 1);
  out->bReady = top.m_axi_bready_o;
  out->arValid = top.m_axi_arvalid_o;
  out->arId = top.m_axi_arid_o;
  out->arAddr = top.m_axi_araddr_o;
  out->rReady = top.m_axi_rready_o;
}
