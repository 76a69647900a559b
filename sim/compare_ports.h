// SPDX-License-Identifier: Apache-2.0
// What counts of a port's signals: a payload while its valid is set, a byte of data while its strobe is.
#pragma once
#include "sim/model/ports.h"

namespace weft::sim {

/// `check(name, expected, got)` for each signal that counts; `name` without prefix and direction.
template <class Check>
void compareMasters(const AxiMaster &expected, const AxiMaster &got, unsigned lineBytes, const Check &check) {
  check("bready", expected.bReady, got.bReady);
  check("rready", expected.rReady, got.rReady);
  check("awvalid", expected.awValid, got.awValid);
  check("wvalid", expected.wValid, got.wValid);
  check("arvalid", expected.arValid, got.arValid);
  if (expected.awValid) {
    check("awid", expected.awId, got.awId);
    check("awaddr", expected.awAddr, got.awAddr);
    check("awlen", expected.awLen, got.awLen);
    check("awatop", expected.awAtop, got.awAtop);
  }
  if (expected.arValid) {
    check("arid", expected.arId, got.arId);
    check("araddr", expected.arAddr, got.arAddr);
    check("arlen", expected.arLen, got.arLen);
  }
  if (!expected.wValid)
    return;
  check("wlast", expected.wLast, got.wLast);
  const auto bytes = [](const void *data) { return static_cast<const uint8_t *>(data); };
  for (unsigned i = 0; i < lineBytes; ++i) {
    const unsigned strobe = bytes(expected.wStrb)[i / 8] >> i % 8 & 1;
    check("wstrb", strobe, bytes(got.wStrb)[i / 8] >> i % 8 & 1u);
    if (strobe)
      check("wdata", bytes(expected.wData)[i], bytes(got.wData)[i]);
  }
}

template <class Check>
void compareSlaves(const AxiSlave &expected, const AxiSlave &got, unsigned lineBytes, const Check &check) {
  check("awready", expected.awReady, got.awReady);
  check("wready", expected.wReady, got.wReady);
  check("arready", expected.arReady, got.arReady);
  check("bvalid", expected.bValid, got.bValid);
  check("rvalid", expected.rValid, got.rValid);
  if (expected.bValid) {
    check("bid", expected.bId, got.bId);
    check("bresp", expected.bResp, got.bResp);
  }
  if (!expected.rValid)
    return;
  check("rid", expected.rId, got.rId);
  check("rresp", expected.rResp, got.rResp);
  check("rlast", expected.rLast, got.rLast);
  for (unsigned i = 0; i < lineBytes; ++i)
    check("rdata", static_cast<const uint8_t *>(expected.rData)[i], static_cast<const uint8_t *>(got.rData)[i]);
}

}  // namespace weft::sim
