// SPDX-License-Identifier: Apache-2.0
// What crosses the border to a verilated kernel_region: plain data, so that test and model compile apart.
#pragma once
#include <cstdint>

constexpr unsigned kMaxLine = 64;  // bytes

struct KernelInputs {
  uint8_t rst, cfgValid, start, watch;
  uint16_t cfgAddr;
  uint64_t cfgData;
  uint8_t awReady, wReady, bValid, arReady, rValid;
  uint16_t bId, rId;
  uint8_t rData[kMaxLine];
};

struct KernelOutputs {
  uint8_t done, faultValid, faultCode;
  uint16_t faultSite;
  uint64_t faultAddr;
  uint8_t awValid, awAtop, wValid, bReady, arValid, rReady;
  uint16_t awId, arId;
  uint64_t awAddr, arAddr;
  uint8_t wData[kMaxLine], wStrb[kMaxLine];  // strobes: a byte each
};

extern "C" {
void *kernelModelCreate();
void kernelModelDestroy(void *model);
/// One clock cycle: `outputs` is what the registers show after the edge at which `inputs` were sampled.
void kernelModelStep(void *model, const KernelInputs *inputs, KernelOutputs *outputs);
}
