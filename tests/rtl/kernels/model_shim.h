// SPDX-License-Identifier: Apache-2.0
// Included after the verilated model, in its translation unit.
#include "model_io.h"

namespace {
struct Model {
  VerilatedContext context;
  Vkernel_region top{&context};
};

BENCH_AXI_PORT(MemoryPort, m_axi_);
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
  answerMemoryPort(top, in->axi, kLine);
  top.clk_i = 0;
  top.eval();
  top.clk_i = 1;
  top.eval();
  out->done = top.done_o;
  out->faultValid = top.fault_valid_o;
  out->faultCode = top.fault_code_o;
  out->faultSite = top.fault_site_o;
  out->faultAddr = top.fault_addr_o;
  out->axi = requestsOfMemoryPort(top, kLine);
}
