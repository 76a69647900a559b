// SPDX-License-Identifier: Apache-2.0
// Copies between structures and AXI ports that lie side by side, for kernel_shim.h and shell_shim.h. `index`: which of
// them.
#pragma once
#include "sim/model/shim_common.h"

namespace {

/// Widths of a port's signals.
struct AxiWidths {
  unsigned id, address, lineBytes;
};

/// Bit `index` of a port becomes `value`.
template <class Port> inline void setBit(Port &port, unsigned index, unsigned value) {
  port = Port((port & ~(1u << index)) | value << index);
}

// Inputs and outputs of a master: `top.<prefix>_awvalid_o` and so on.
#define WEFT_TAKE_SLAVE_AT(prefix, slave, index, widths)                                                               \
  setBit(top.prefix##_awready_i, index, (slave).awReady);                                                              \
  setBit(top.prefix##_wready_i, index, (slave).wReady);                                                                \
  setBit(top.prefix##_arready_i, index, (slave).arReady);                                                              \
  setBit(top.prefix##_bvalid_i, index, (slave).bValid);                                                                \
  setBit(top.prefix##_rvalid_i, index, (slave).rValid);                                                                \
  if ((slave).bValid) {                                                                                                \
    setElement(top.prefix##_bid_i, index, (widths).id, (slave).bId);                                                   \
    setElement(top.prefix##_bresp_i, index, 2, (slave).bResp);                                                         \
  }                                                                                                                    \
  if ((slave).rValid) {                                                                                                \
    setElement(top.prefix##_rid_i, index, (widths).id, (slave).rId);                                                   \
    setElement(top.prefix##_rresp_i, index, 2, (slave).rResp);                                                         \
    setBit(top.prefix##_rlast_i, index, (slave).rLast);                                                                \
    setLine(top.prefix##_rdata_i, index, (widths).lineBytes, (slave).rData);                                           \
  }

#define WEFT_GIVE_MASTER_AT(prefix, master, index, widths)                                                             \
  (master).bReady = top.prefix##_bready_o >> (index) & 1;                                                              \
  (master).rReady = top.prefix##_rready_o >> (index) & 1;                                                              \
  (master).awValid = top.prefix##_awvalid_o >> (index) & 1;                                                            \
  (master).wValid = top.prefix##_wvalid_o >> (index) & 1;                                                              \
  (master).wLast = top.prefix##_wlast_o >> (index) & 1;                                                                \
  (master).arValid = top.prefix##_arvalid_o >> (index) & 1;                                                            \
  if ((master).awValid) {                                                                                              \
    (master).awId = element(top.prefix##_awid_o, index, (widths).id);                                                  \
    (master).awAddr = element(top.prefix##_awaddr_o, index, (widths).address);                                         \
    (master).awLen = element(top.prefix##_awlen_o, index, 8);                                                          \
  }                                                                                                                    \
  if ((master).arValid) {                                                                                              \
    (master).arId = element(top.prefix##_arid_o, index, (widths).id);                                                  \
    (master).arAddr = element(top.prefix##_araddr_o, index, (widths).address);                                         \
    (master).arLen = element(top.prefix##_arlen_o, index, 8);                                                          \
  }

}  // namespace
