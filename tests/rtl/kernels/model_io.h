// SPDX-License-Identifier: Apache-2.0
// What crosses the border to a verilated kernel_region: plain data, so that test and model compile apart.
#pragma once
#include <cstdint>

#include "tests/rtl/common/axi_signals.h"

struct KernelInputs {
  uint8_t rst, cfgValid, start, watch;
  uint16_t cfgAddr;
  uint64_t cfgData;
  bench::AxiAnswers axi;
};

struct KernelOutputs {
  uint8_t done, faultValid, faultCode;
  uint16_t faultSite;
  uint64_t faultAddr;
  bench::AxiRequests axi;
};

extern "C" {
void *kernelModelCreate();
void kernelModelDestroy(void *model);
/// One clock cycle: `outputs` is what the registers show after the edge at which `inputs` were sampled.
void kernelModelStep(void *model, const KernelInputs *inputs, KernelOutputs *outputs);
}
