// SPDX-License-Identifier: Apache-2.0
#include "sim/machine.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <stdexcept>

namespace weft::sim {
namespace {

constexpr unsigned kResetCycles = 16;
// After reset, configuration words and done, the kernel is stepped until its registers have settled.
constexpr unsigned kKernelSettles = 16;
// A kernel is reset before it is connected, as an FPGA does when it configures a region: a model that has just been
// made holds no state its reset would allow, and might send requests.
constexpr unsigned kKernelResetCycles = 16;
// A register access takes a handful of cycles; a shell that needs this many is broken.
constexpr unsigned kAccessLimit = 10000;

void checkWidth(const char *what, unsigned lineBits, unsigned addressBits, unsigned ports,
                const board::Description &board) {
  if (ports != board.ports)
    throw std::runtime_error(
        fmt::format("{} was made for {} memory ports; board {} has {}", what, ports, board.name, board.ports));
  if (lineBits != board.portBits || addressBits < board.memoryAddressBits)
    throw std::runtime_error(
        fmt::format("{} was made for a memory port of {} data and {} address bits; board {} has {} and {}", what,
                    lineBits, addressBits, board.name, board.portBits, board.memoryAddressBits));
}

}  // namespace

Machine::Machine(const board::Description &board, const board::MemoryTiming &timing,
                 std::unique_ptr<ShellInstance> shell, std::string tracePath)
    : board_(board), tracePath_(std::move(tracePath)), picosecondsPerCycle_(1e6 / board.clockMhz),
      shell_(std::move(shell)), regions_(board.regions), content_(board.memoryBytes, board.lineBytes()),
      host_(HostTiming(board.hostLatency), HostMemory(mappings_, board.hostLinkBits / 8), board.hostLinkBits / 8) {
  checkWidth("the shell model", shell_->lineBits(), shell_->addressBits(), shell_->ports(), board);
  if (shell_->regions() != board.regions)
    throw std::runtime_error(fmt::format("the shell model has {} kernel regions; board {} has {}", shell_->regions(),
                                         board.name, board.regions));
  if (!tracePath_.empty())
    shell_->attachTrace(tracePath_);
  shellIn_.host = &host_.out();
  for (unsigned p = 0; p < board.ports; ++p) {
    memory_.emplace_back(PortTiming(board, timing), content_, board.lineBytes());
    shellIn_.memory[p] = &memory_[p].out();
  }
  for (unsigned r = 0; r < board.regions; ++r)
    shellIn_.kernels[r] = &noKernel_;
  shellIn_.rst = 1;
  for (unsigned i = 0; i < kResetCycles; ++i)
    cycle(true, 0);
  shellIn_.rst = 0;
  cycle(true, 0);
}

void Machine::setKernel(unsigned index, std::shared_ptr<KernelInstance> kernel) {
  KernelRegion &region = regions_.at(index);
  if (region.busy)
    throw std::runtime_error("a kernel is running: another cannot take its place");
  checkWidth("the kernel", kernel->lineBits(), kernel->addressBits(), kernel->ports(), board_);
  region.kernel = std::move(kernel);
  KernelIn reset;
  reset.rst = 1;
  for (unsigned i = 0; i < kKernelResetCycles; ++i) {
    region.kernel->take(reset, cycles());
    region.kernel->clock();
  }
  shellIn_.kernels[index] = &region.kernel->out;
  region.awake = kKernelSettles;
}

/// Whether registers, commands, launches and DMA of the shell can change in this cycle (docs/rtl-interfaces.md, section
/// 6).
bool Machine::controlMoves(const Activity &kernels) const {
  const LiteMaster &lite = shellIn_.lite;
  return !shellOut_.controlQuiet | (cycles() >= shellOut_.deadline) | shellIn_.rst | valid(host_.out()) | lite.awValid |
         lite.wValid | lite.arValid | kernels.done;
}

/// Whether evaluating the shell in this cycle can change anything, beside its control part.
bool Machine::shellMoves(const Activity &kernels) const {
  return !shellOut_.quiet | memoryAnswers() | kernels.requests;
}

bool Machine::memoryAnswers() const {
  return std::any_of(memory_.begin(), memory_.end(), [](const auto &port) { return valid(port.out()) != 0; });
}

bool Machine::memoryIdle() const {
  return std::all_of(memory_.begin(), memory_.end(), [](const auto &port) { return port.idle(); });
}

/// The first cycle in which memory shows anything while nobody asks it.
uint64_t Machine::nextOfMemory() const {
  uint64_t next = kNever;
  for (const auto &port : memory_)
    next = std::min(next, port.nextEvent());
  return next;
}

bool Machine::kernelsRun() const {
  return std::any_of(regions_.begin(), regions_.end(), [](const KernelRegion &region) { return region.busy; });
}

/// A launch begins.
void Machine::startRegion(KernelRegion &region) {
  if (!region.kernel)
    throw std::runtime_error("a kernel is to be started, but none is in the region");
  // Cycle counts of a launch that has the device for itself must not depend on what ran before.
  if (!kernelsRun() && memoryIdle() && host_.idle()) {
    for (auto &port : memory_)
      port.resetTiming(cycles());
    host_.resetTiming(cycles());
  }
  region.busy = true;
}

/// Notes what shell and kernel of a region tell each other.
void Machine::noteEvents(KernelRegion &region, const KernelIn &in, const KernelOut &out) {
  if (in.start)
    startRegion(region);
  region.awake = kKernelSettles;
  region.reset = in.rst;
  if (in.rst || out.done)
    region.busy = false;  // a launch that was ended, or ends
}

/// Whether the kernel of a region must be stepped in this cycle.
bool Machine::regionMoves(unsigned index) {
  KernelRegion &region = regions_[index];
  const KernelIn &in = shellOut_.kernels[index];
  const KernelOut &out = *shellIn_.kernels[index];
  // The control part's outputs are as they were, and nobody is here who would react to others.
  if (!shellIn_.clockControl && !region.kernel)
    return false;
  if (in.start | in.cfgValid | (in.rst ^ region.reset) | out.done) [[unlikely]]
    noteEvents(region, in, out);
  if (region.busy)
    return !region.kernel->rests(in);
  if (!region.kernel)
    return false;
  if (region.awake) {
    --region.awake;
    return true;
  }
  return valid(out.axi) | valid(in.axi);
}

Machine::Activity Machine::kernelActivity() {
  Activity activity;
  for (unsigned r = 0; r < board_.regions; ++r) {
    const KernelOut &out = *shellIn_.kernels[r];
    activity.done |= out.done;
    activity.requests |= valid(out.axi);
    activity.regions |= uint32_t(regionMoves(r)) << r;
  }
  return activity;
}

/// One cycle: everybody takes its inputs, then everybody clocks.
void Machine::cycle(bool moveShell, uint32_t moveRegions) {
  const uint64_t now = cycles();
  if (moveShell)
    shell_->take(shellIn_, now);
  for (uint32_t rest = moveRegions; rest != 0; rest &= rest - 1) {
    const int r = std::countr_zero(rest);
    regions_[r].kernel->take(shellOut_.kernels[r], now);
  }
  if (!tracePath_.empty()) [[unlikely]]
    trace(now);
  for (unsigned p = 0; p < board_.ports; ++p)
    memory_[p].step(shellOut_.memory[p], now);
  host_.step(shellOut_.host, now);
  if (moveShell) {
    shell_->clock();
    ++shellSteps_;
  }
  for (uint32_t rest = moveRegions; rest != 0; rest &= rest - 1) {
    regions_[std::countr_zero(rest)].kernel->clock();
    ++kernelSteps_;
  }
  now_.store(now + 1, std::memory_order_relaxed);
}

void Machine::trace(uint64_t now) {
  const auto rise = uint64_t(double(now) * picosecondsPerCycle_);
  const auto fall = uint64_t((double(now) + 0.5) * picosecondsPerCycle_);
  shell_->traceHigh(rise);
  for (const KernelRegion &region : regions_)
    if (region.kernel)
      region.kernel->traceHigh(rise);
  shell_->traceLow(fall);
  for (const KernelRegion &region : regions_)
    if (region.kernel)
      region.kernel->traceLow(fall);
}

uint32_t Machine::loadedRegions() const {
  uint32_t loaded = 0;
  for (unsigned r = 0; r < board_.regions; ++r)
    loaded |= uint32_t(regions_[r].kernel != nullptr) << r;
  return loaded;
}

bool Machine::advance() {
  const Activity kernels = kernelActivity();
  shellIn_.clockControl = controlMoves(kernels);
  shellIn_.clockAtomics = !shellOut_.atomicsQuiet;
  const bool moveShell = shellIn_.clockControl || shellMoves(kernels);
  if (!moveShell && !kernels.regions) {
    const uint64_t next = std::min({nextOfMemory(), host_.nextEvent(), shellOut_.deadline});
    if (next == kNever)
      return false;
    if (next > cycles() + 1 && tracePath_.empty())
      now_.store(next - 1, std::memory_order_relaxed);
  }
  if (tracePath_.empty()) [[likely]] {
    cycle(moveShell, kernels.regions);
  } else {
    // In a waveform every cycle shows, and every clock.
    shellIn_.clockControl = shellIn_.clockAtomics = 1;
    cycle(true, loadedRegions());
  }
  return true;
}

uint32_t Machine::readRegister(uint32_t offset) {
  LiteMaster &lite = shellIn_.lite;
  lite.arAddr = uint16_t(offset);
  lite.arValid = lite.rReady = 1;
  for (unsigned i = 0; i < kAccessLimit; ++i) {
    const LiteSlave seen = shellOut_.lite;  // what the shell drives in the cycle that passes now
    advance();
    if (seen.arReady)
      lite.arValid = 0;
    if (seen.rValid) {
      lite = {};
      return seen.rData;
    }
  }
  lite = {};
  throw std::runtime_error(fmt::format("register {:#x}: the shell does not answer a read", offset));
}

void Machine::writeRegister(uint32_t offset, uint32_t value) {
  LiteMaster &lite = shellIn_.lite;
  lite.awAddr = uint16_t(offset);
  lite.wData = value;
  lite.awValid = lite.wValid = lite.bReady = 1;
  for (unsigned i = 0; i < kAccessLimit; ++i) {
    const LiteSlave seen = shellOut_.lite;
    advance();
    if (seen.awReady)
      lite.awValid = 0;
    if (seen.wReady)
      lite.wValid = 0;
    if (seen.bValid) {
      lite = {};
      return;
    }
  }
  lite = {};
  throw std::runtime_error(fmt::format("register {:#x}: the shell does not answer a write", offset));
}

MachineStatistics Machine::statistics() const { return {cycles(), shellSteps_, kernelSteps_}; }

}  // namespace weft::sim
