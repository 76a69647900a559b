// SPDX-License-Identifier: Apache-2.0
// Shell, kernels, device memory and host link of a simulated board, and the clock that moves them in lockstep.
// Not thread-safe, but for hostMappings(), memoryData() and cycles().
#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "board/description.h"
#include "sim/axi_target.h"
#include "sim/device_memory.h"
#include "sim/dram_timing.h"
#include "sim/host_memory.h"
#include "sim/kernel_instance.h"
#include "sim/shell_instance.h"

namespace weft::sim {

struct MachineStatistics {
  uint64_t cycles = 0;       // device cycles
  uint64_t shellSteps = 0;   // cycles in which the shell was evaluated, in whole or but for its control part,
  uint64_t kernelSteps = 0;  // and kernels, counted each: the others could change nothing and were skipped exactly
};

class Machine {
public:
  /// `tracePath`: waveform file, or empty; then the models need no waveform support. Leaves the shell out of reset.
  Machine(const board::Description &board, const board::MemoryTiming &timing, std::unique_ptr<ShellInstance> shell,
          std::string tracePath);

  /// The kernel that is in a region from now on. The region must be idle, and the instance in no other. Throws
  /// std::runtime_error if it was made for other port widths.
  void setKernel(unsigned region, std::shared_ptr<KernelInstance> kernel);
  const std::shared_ptr<KernelInstance> &kernel(unsigned region) const { return regions_.at(region).kernel; }

  /// One register access; moves the clock. Throws std::runtime_error when the shell does not answer.
  uint32_t readRegister(uint32_t offset);
  void writeRegister(uint32_t offset, uint32_t value);

  bool interrupt() const { return shellOut_.irq; }
  /// Moves the clock by at least one cycle. False: nothing will ever change without an access from outside.
  /// Throws std::runtime_error when a model stops.
  bool advance();

  uint64_t cycles() const { return now_.load(std::memory_order_relaxed); }
  HostMappings &hostMappings() { return mappings_; }
  /// The content of the device memory, address 0 first.
  uint8_t *memoryData() { return content_.data(); }
  MachineStatistics statistics() const;

private:
  struct KernelRegion {
    std::shared_ptr<KernelInstance> kernel;
    unsigned awake = 0;  // cycles for which it is stepped at least
    bool busy = false;   // between start and done
    bool reset = false;  // kernel_rst_o in the last cycle
  };

  static unsigned valid(const AxiSlave &slave) { return slave.bValid | slave.rValid; }
  static unsigned valid(const AxiMaster &master) { return master.awValid | master.wValid | master.arValid; }
  /// Of any port.
  template <class Port> unsigned valid(const Port *ports) const {
    unsigned any = 0;
    for (unsigned p = 0; p < board_.ports; ++p)
      any |= valid(ports[p]);
    return any;
  }
  bool memoryAnswers() const;
  bool memoryIdle() const;
  uint64_t nextOfMemory() const;
  /// What kernels do in a cycle.
  struct Activity {
    uint32_t regions = 0;  // a bit for each whose kernel must be stepped
    unsigned done = 0, requests = 0;
  };
  Activity kernelActivity();
  bool controlMoves(const Activity &kernels) const;
  bool shellMoves(const Activity &kernels) const;
  void startRegion(KernelRegion &region);
  void noteEvents(KernelRegion &region, const KernelIn &in, const KernelOut &out);
  bool regionMoves(unsigned index);
  uint32_t loadedRegions() const;
  bool kernelsRun() const;
  void cycle(bool moveShell, uint32_t moveRegions);
  void trace(uint64_t now);

  const board::Description board_;
  const std::string tracePath_;
  const double picosecondsPerCycle_;
  HostMappings mappings_;
  const std::unique_ptr<ShellInstance> shell_;
  const ShellOut &shellOut_ = shell_->out;
  std::vector<KernelRegion> regions_;
  DeviceMemory content_;
  std::deque<AxiTarget<PortTiming, DeviceMemory &>> memory_;  // by port
  AxiTarget<HostTiming, HostMemory> host_;
  ShellIn shellIn_;
  const KernelOut noKernel_;
  std::atomic<uint64_t> now_{0};
  uint64_t shellSteps_ = 0, kernelSteps_ = 0;
};

}  // namespace weft::sim
