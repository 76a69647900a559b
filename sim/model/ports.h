// SPDX-License-Identifier: Apache-2.0
// The signals which the simulated parts exchange once a cycle, as plain C structures: the board's loop, the models of
// shell and kernel (compiled separately) and the memory models share them. Address, ID and length fields are meaningful
// only while their `…Valid` is set; data is passed by pointer and copied only then.
#pragma once
#include <cstdint>

#include "weft_abi.h"

namespace weft::sim {

/// Widest port in bytes.
constexpr unsigned kMaxLineBytes = 128;

/// What the master of an AXI4 port drives.
struct AxiMaster {
  uint8_t awValid = 0, wValid = 0, bReady = 0, arValid = 0, rReady = 0;
  uint8_t wLast = 0, awAtop = 0, awLen = 0, arLen = 0;
  uint16_t awId = 0, arId = 0;
  uint64_t awAddr = 0, arAddr = 0;
  const void *wData = nullptr;  // a line of bytes, lane 0 first
  const void *wStrb = nullptr;  // one bit a byte, bit 0 of byte 0 first
};

/// What the slave of an AXI4 port drives.
struct AxiSlave {
  uint8_t awReady = 0, wReady = 0, bValid = 0, arReady = 0, rValid = 0;
  uint8_t rLast = 0, bResp = 0, rResp = 0;
  uint16_t bId = 0, rId = 0;
  const void *rData = nullptr;
};

/// AXI responses.
constexpr uint8_t kRespOkay = 0, kRespSlvErr = 2, kRespDecErr = 3;

/// Into the kernel region (docs/rtl-interfaces.md, section 1).
struct KernelIn {
  uint8_t rst = 0, cfgValid = 0, start = 0, watch = 0;
  uint16_t cfgAddr = 0;
  uint64_t cfgData = 0;
  AxiSlave axi[abi::MAX_PORTS];  // as many as the board has
};

/// Out of the kernel region.
struct KernelOut {
  uint8_t done = 0, faultValid = 0, faultCode = 0;
  uint16_t faultSite = 0;
  uint64_t faultAddr = 0;
  AxiMaster axi[abi::MAX_PORTS];
};

/// AXI4-Lite, driven by the host.
struct LiteMaster {
  uint8_t awValid = 0, wValid = 0, bReady = 0, arValid = 0, rReady = 0;
  uint16_t awAddr = 0, arAddr = 0;
  uint32_t wData = 0;
};

/// AXI4-Lite, driven by the shell.
struct LiteSlave {
  uint8_t awReady = 0, wReady = 0, bValid = 0, arReady = 0, rValid = 0, bResp = 0, rResp = 0;
  uint32_t rData = 0;
};

/// Into the shell (docs/rtl-interfaces.md, section 6).
struct ShellIn {
  uint8_t rst = 0;
  uint8_t clockControl = 1, clockAtomics = 1;  // whether these parts see the edge
  LiteMaster lite;
  const AxiSlave *host = nullptr;
  const AxiSlave *memory[abi::MAX_PORTS] = {};      // as many as the board has ports
  const KernelOut *kernels[abi::MAX_REGIONS] = {};  // as many as the shell has regions
};

/// Out of the shell.
struct ShellOut {
  uint8_t irq = 0, quiet = 0, controlQuiet = 0, atomicsQuiet = 0;
  LiteSlave lite;
  AxiMaster host, memory[abi::MAX_PORTS];
  KernelIn kernels[abi::MAX_REGIONS];
  uint64_t deadline = ~uint64_t(0);  // from this cycle on a launch may reach its limit, although all is quiet
};

/// A whole board with the small shell: its serial line.
struct WireIn {
  uint8_t rx = 1;
};
struct WireOut {
  uint8_t tx = 1;
};

// The two parts of a shell: shell_control and mem_interconnect.

/// What the DMA engine asks of device memory: a burst of lines to be read; a line to be written, with the address and
/// length of its burst, which count with the first.
struct DmaRequests {
  uint8_t arValid = 0, wValid = 0, wLast = 0;
  uint8_t arBeats = 0, wBeats = 0;
  uint64_t arLine = 0, wLine = 0;  // lines' numbers
  const void *wData = nullptr, *wStrb = nullptr;
};

/// What it is answered.
struct DmaAnswers {
  uint8_t arReady = 0, wReady = 0, rValid = 0, rError = 0, bValid = 0, bError = 0;
  const void *rData = nullptr;  // a line that was read
};

/// Into shell_control: the shell's inputs, and what mem_interconnect drives.
struct ControlIn {
  const ShellIn *shell = nullptr;
  DmaAnswers dma;
  uint8_t axiIdle = 0, kernelErrors = 0;  // a bit for each region
};

/// Out of it: all of the shell's outputs that it drives, and what goes to mem_interconnect.
struct ControlOut {
  ShellOut *shell = nullptr;
  DmaRequests dma;
  uint8_t isolate = 0;  // a bit for each region
  uint8_t resting = 0;
};

}  // namespace weft::sim
