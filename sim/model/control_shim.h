// SPDX-License-Identifier: Apache-2.0
// Puts the verilated shell_control behind ControlModelApi. Compiled at the end of the model's translation unit.
#include "sim/model/shell_ports.h"

namespace {

using weft::sim::ControlIn;
using weft::sim::ControlModelApi;
using weft::sim::ControlOut;

inline void takeAnswers(WEFT_MODEL &top, const ControlIn &in) {
  top.axi_idle_i = in.axiIdle;
  top.kernel_error_i = in.kernelErrors;
  top.mem_ar_ready_i = in.dma.arReady;
  top.mem_w_ready_i = in.dma.wReady;
  top.mem_r_valid_i = in.dma.rValid;
  top.mem_r_error_i = in.dma.rError;
  top.mem_b_valid_i = in.dma.bValid;
  top.mem_b_error_i = in.dma.bError;
  if (in.dma.rValid)
    loadLine(top.mem_r_data_i, in.dma.rData);
}

inline void giveRequests(const WEFT_MODEL &top, ControlOut &out) {
  out.isolate = top.isolate_o;
  out.resting = top.resting_o;
  out.dma.arValid = top.mem_ar_valid_o;
  out.dma.arLine = top.mem_ar_line_o;
  out.dma.arBeats = top.mem_ar_beats_o;
  out.dma.wValid = top.mem_w_valid_o;
  out.dma.wLast = top.mem_w_last_o;
  out.dma.wLine = top.mem_w_line_o;
  out.dma.wBeats = top.mem_w_beats_o;
}

void give(const WEFT_MODEL &top, ControlOut &out) {
  giveControl(top, *out.shell);
  giveRequests(top, out);
}

void *create(const char *name, ControlOut *out) {
  auto *model = new Model(name);
  const WEFT_MODEL &top = *model->top;
  out->shell->host.wData = &top.m_host_wdata_o;
  out->shell->host.wStrb = &top.m_host_wstrb_o;
  out->dma.wData = &top.mem_w_data_o;
  out->dma.wStrb = &top.mem_w_strb_o;
  give(top, *out);
  return model;
}

void take(void *self, const ControlIn *in, uint64_t time) {
  WEFT_MODEL &top = *static_cast<Model *>(self)->top;
  top.rst_i = in->shell->rst;
  takeControl(top, *in->shell, time);
  takeAnswers(top, *in);
}

const char *clock(void *self, ControlOut *out) {
  auto *model = static_cast<Model *>(self);
  return guarded(model, [&] {
    model->clock();
    give(*model->top, *out);
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const ControlModelApi weft_control_model = {
    .abi = weft::sim::kModelAbi,
    .lineBits = 8 * kLineBytes,
    .hostBits = 8 * kLineBytes,
    .addressBits = WEFT_PARAMETER_AddrBits,
    .regions = kRegions,
    .ports = 0,
    .create = create,
    .destroy = destroy,
    .take = take,
    .clock = clock,
    .attachTrace = nullptr,
    .traceHigh = nullptr,
    .traceLow = nullptr,
    .net = nullptr,
};
