// SPDX-License-Identifier: Apache-2.0
// Puts the verilated top of a board with the small shell behind BoardModelApi, and an SDRAM chip at its pins if it has
// them (sim_top.sv). Compiled at the end of the model's translation unit.
#include "sim/model/sdram_chip.h"
#include "sim/model/shim_common.h"

namespace {

using weft::sim::BoardModelApi;
using weft::sim::WireIn;
using weft::sim::WireOut;

struct NoChip {
  template <class Top> void clock(Top &) {}
};

#ifdef WEFT_SDRAM_CLOCK_KHZ
/// The chip at the pins of sim_top.sv.
struct Chip {
  weft::sim::SdramChip sdram{WEFT_SDRAM_CLOCK_KHZ / 1000.0};

  template <class Top> void clock(Top &top) {
    const weft::sim::SdramAnswer answer = sdram.clock({.cke = bool(top.sdram_cke_o),
                                                       .csN = bool(top.sdram_cs_n_o),
                                                       .rasN = bool(top.sdram_ras_n_o),
                                                       .casN = bool(top.sdram_cas_n_o),
                                                       .weN = bool(top.sdram_we_n_o),
                                                       .bank = uint8_t(top.sdram_ba_o),
                                                       .mask = uint8_t(top.sdram_dm_o),
                                                       .address = uint16_t(top.sdram_a_o),
                                                       .data = uint16_t(top.sdram_dq_o)});
    top.chip_drives_i = answer.drives;
    top.chip_dq_i = answer.data;
  }
};
#else
using Chip = NoChip;
#endif

struct Board : Model {
  using Model::Model;
  Chip chip;
};

void *create(const char *name, WireOut *out) {
  auto *model = new Board(name);
  model->top->uart_rx_i = 1;
  out->tx = 1;  // until the reset after power-on is over
  return model;
}

void destroyBoard(void *self) { delete static_cast<Board *>(self); }

void take(void *self, const WireIn *in, uint64_t) { static_cast<Board *>(self)->top->uart_rx_i = in->rx; }

const char *clock(void *self, WireOut *out) {
  auto *model = static_cast<Board *>(self);
  return guarded(model, [&] {
    model->clock();
    model->chip.clock(*model->top);
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
    .ports = 0,
    .create = create,
    .destroy = destroyBoard,
    .take = take,
    .clock = clock,
    .attachTrace = nullptr,
    .traceHigh = nullptr,
    .traceLow = nullptr,
    .net = nullptr,
};
