// SPDX-License-Identifier: Apache-2.0
// Copies between structures and ports, for shell_shim.h and control_shim.h: what shell_control has of the shell's
// ports.
#pragma once
#include <algorithm>

#include "sim/model/shim_common.h"

namespace {

using weft::sim::ShellIn;
using weft::sim::ShellOut;

// Ports of the kernel regions are flattened: one element a region.
constexpr unsigned kRegions = WEFT_PARAMETER_NumRegions, kLineBytes = WEFT_PARAMETER_HostBits / 8;
static_assert(kRegions >= 1 && kRegions <= weft::abi::MAX_REGIONS);

// The host port.
#define WEFT_TAKE_SLAVE(prefix, slave)                                                                                 \
  top.prefix##_awready_i = (slave).awReady;                                                                            \
  top.prefix##_wready_i = (slave).wReady;                                                                              \
  top.prefix##_arready_i = (slave).arReady;                                                                            \
  top.prefix##_bvalid_i = (slave).bValid;                                                                              \
  top.prefix##_rvalid_i = (slave).rValid;                                                                              \
  if ((slave).bValid) {                                                                                                \
    top.prefix##_bid_i = (slave).bId;                                                                                  \
    top.prefix##_bresp_i = (slave).bResp;                                                                              \
  }                                                                                                                    \
  if ((slave).rValid) {                                                                                                \
    top.prefix##_rid_i = (slave).rId;                                                                                  \
    top.prefix##_rresp_i = (slave).rResp;                                                                              \
    top.prefix##_rlast_i = (slave).rLast;                                                                              \
    loadLine(top.prefix##_rdata_i, (slave).rData);                                                                     \
  }

#define WEFT_GIVE_MASTER(prefix, master)                                                                               \
  (master).bReady = top.prefix##_bready_o;                                                                             \
  (master).rReady = top.prefix##_rready_o;                                                                             \
  (master).awValid = top.prefix##_awvalid_o;                                                                           \
  (master).wValid = top.prefix##_wvalid_o;                                                                             \
  (master).wLast = top.prefix##_wlast_o;                                                                               \
  (master).arValid = top.prefix##_arvalid_o;                                                                           \
  if ((master).awValid) {                                                                                              \
    (master).awId = top.prefix##_awid_o;                                                                               \
    (master).awAddr = top.prefix##_awaddr_o;                                                                           \
    (master).awLen = top.prefix##_awlen_o;                                                                             \
  }                                                                                                                    \
  if ((master).arValid) {                                                                                              \
    (master).arId = top.prefix##_arid_o;                                                                               \
    (master).arAddr = top.prefix##_araddr_o;                                                                           \
    (master).arLen = top.prefix##_arlen_o;                                                                             \
  }

/// The inputs of registers, commands, launches and DMA. What they wait for is low whenever their clock rests.
inline void takeControl(WEFT_MODEL &top, const ShellIn &in, uint64_t time) {
  top.time_i = time;
  top.s_axil_awvalid_i = in.lite.awValid;
  top.s_axil_awaddr_i = in.lite.awAddr;
  top.s_axil_wvalid_i = in.lite.wValid;
  top.s_axil_wdata_i = in.lite.wData;
  top.s_axil_wstrb_i = 0xf;
  top.s_axil_bready_i = in.lite.bReady;
  top.s_axil_arvalid_i = in.lite.arValid;
  top.s_axil_araddr_i = in.lite.arAddr;
  top.s_axil_rready_i = in.lite.rReady;
  WEFT_TAKE_SLAVE(m_host, *in.host)
  top.k_done_i = top.k_fault_valid_i = 0;
  for (unsigned r = 0; r < kRegions; ++r) {
    const weft::sim::KernelOut &kernel = *in.kernels[r];
    top.k_done_i |= kernel.done << r;
    top.k_fault_valid_i |= kernel.faultValid << r;
    if (kernel.faultValid) {
      setElement(top.k_fault_code_i, r, 8, kernel.faultCode);
      setElement(top.k_fault_site_i, r, weft::abi::SITE_BITS, kernel.faultSite);
      setElement(top.k_fault_addr_i, r, 64, kernel.faultAddr);
    }
  }
}

inline void giveControl(const WEFT_MODEL &top, ShellOut &out) {
  out.irq = top.irq_o;
  out.lite.awReady = top.s_axil_awready_o;
  out.lite.wReady = top.s_axil_wready_o;
  out.lite.bValid = top.s_axil_bvalid_o;
  out.lite.bResp = top.s_axil_bresp_o;
  out.lite.arReady = top.s_axil_arready_o;
  out.lite.rValid = top.s_axil_rvalid_o;
  out.lite.rResp = top.s_axil_rresp_o;
  out.lite.rData = top.s_axil_rdata_o;
  WEFT_GIVE_MASTER(m_host, out.host)
  out.deadline = ~uint64_t(0);
  for (unsigned r = 0; r < kRegions; ++r) {
    weft::sim::KernelIn &kernel = out.kernels[r];
    kernel.rst = top.kernel_rst_o >> r & 1;
    kernel.start = top.k_start_o >> r & 1;
    kernel.watch = top.k_watch_o >> r & 1;
    out.deadline = std::min(out.deadline, element(top.k_deadline_o, r, 64));
    kernel.cfgValid = top.k_cfg_valid_o >> r & 1;
    if (kernel.cfgValid) {
      kernel.cfgAddr = uint16_t(element(top.k_cfg_addr_o, r, weft::abi::CFG_ADDR_BITS));
      kernel.cfgData = element(top.k_cfg_data_o, r, weft::abi::CFG_WORD_BITS);
    }
  }
}

}  // namespace
