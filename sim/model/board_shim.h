// SPDX-License-Identifier: Apache-2.0
// Puts the verilated top of a board with the small shell behind BoardModelApi. Compiled at the end of the model's
// translation unit.
#include "sim/model/shim_common.h"

namespace {

using weft::sim::BoardModelApi;
using weft::sim::WireIn;
using weft::sim::WireOut;

void *create(const char *name, WireOut *out) {
  auto *model = new Model(name);
  model->top->uart_rx_i = 1;
  out->tx = 1;  // until the reset after power-on is over
  return model;
}

void take(void *self, const WireIn *in, uint64_t) { static_cast<Model *>(self)->top->uart_rx_i = in->rx; }

const char *clock(void *self, WireOut *out) {
  auto *model = static_cast<Model *>(self);
  return guarded(model, [&] {
    model->clock();
    out->tx = model->top->uart_tx_o;
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const BoardModelApi weft_board_model = {
    .abi = weft::sim::kModelAbi,
    .lineBits = WEFT_PARAMETER_LineBits,
    .hostBits = 0,
    .addressBits = WEFT_PARAMETER_AddrBits,
    .regions = 0,
    .create = create,
    .destroy = destroy,
    .take = take,
    .clock = clock,
    .attachTrace = nullptr,
    .traceHigh = nullptr,
    .traceLow = nullptr,
    .net = nullptr,
};
