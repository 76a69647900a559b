// SPDX-License-Identifier: Apache-2.0
// An AXI master port of any model as plain data. Needs no Verilator, so that test and model may compile apart.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace bench {

constexpr unsigned kMaxLine = 64;  // bytes

/// What the master drives.
struct AxiRequests {
  bool awValid = false, wValid = false, wLast = true, arValid = false, bReady = false, rReady = false;
  unsigned awId = 0, awLen = 0, awAtop = 0, arId = 0, arLen = 0;
  uint64_t awAddr = 0, arAddr = 0, wStrb = 0;
  uint8_t wData[kMaxLine] = {};
};

/// What the memory drives.
struct AxiAnswers {
  bool awReady = false, wReady = false, arReady = false, bValid = false, rValid = false, rLast = false;
  unsigned bId = 0, bResp = 0, rId = 0, rResp = 0;
  uint8_t rData[kMaxLine] = {};
};

/// Defines two functions for the port whose signals are named prefix##awvalid_o and so on. Signals that the port does
/// not have are left out; `bytes`: of its data.
#define BENCH_AXI_PORT(Name, prefix)                                                                                   \
  template <class Model> bench::AxiRequests requestsOf##Name(const Model &m, size_t bytes) {                           \
    bench::AxiRequests r;                                                                                              \
    r.awValid = m.prefix##awvalid_o, r.awId = m.prefix##awid_o, r.awAddr = m.prefix##awaddr_o;                         \
    if constexpr (requires { m.prefix##awlen_o; })                                                                     \
      r.awLen = m.prefix##awlen_o, r.arLen = m.prefix##arlen_o, r.wLast = m.prefix##wlast_o;                           \
    if constexpr (requires { m.prefix##awatop_o; })                                                                    \
      r.awAtop = m.prefix##awatop_o;                                                                                   \
    r.wValid = m.prefix##wvalid_o, r.wStrb = m.prefix##wstrb_o;                                                        \
    std::memcpy(r.wData, &m.prefix##wdata_o, bytes);                                                                   \
    r.arValid = m.prefix##arvalid_o, r.arId = m.prefix##arid_o, r.arAddr = m.prefix##araddr_o;                         \
    r.bReady = m.prefix##bready_o, r.rReady = m.prefix##rready_o;                                                      \
    return r;                                                                                                          \
  }                                                                                                                    \
  template <class Model> void answer##Name(Model &m, const bench::AxiAnswers &a, size_t bytes) {                       \
    m.prefix##awready_i = a.awReady, m.prefix##wready_i = a.wReady, m.prefix##arready_i = a.arReady;                   \
    m.prefix##bvalid_i = a.bValid, m.prefix##bid_i = a.bId;                                                            \
    m.prefix##rvalid_i = a.rValid, m.prefix##rid_i = a.rId;                                                            \
    if constexpr (requires { m.prefix##bresp_i; })                                                                     \
      m.prefix##bresp_i = a.bResp, m.prefix##rresp_i = a.rResp;                                                        \
    if constexpr (requires { m.prefix##rlast_i; })                                                                     \
      m.prefix##rlast_i = a.rLast;                                                                                     \
    std::memcpy(&m.prefix##rdata_i, a.rData, bytes);                                                                   \
  }                                                                                                                    \
  static_assert(true)

}  // namespace bench
