// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <algorithm>
#include <bit>
#include <fstream>
#include <stdexcept>

#include "hls/graph/parse.h"
#include "hls/graph/verify.h"
#include "tests/rtl/common/axi_memory.h"
#include "weft_abi.h"

using namespace weft;

namespace {

std::vector<uint64_t> configuration(const KernelModel &model, const graph::Launch &launch) {
  namespace word = abi::word;
  std::vector<uint64_t> words(word::ARGS, 0);
  uint64_t groupSize = 1;
  for (unsigned d = 0; d < 3; ++d) {
    words[word::GLOBAL_OFFSET_X + d] = launch.globalOffset[d];
    words[word::GLOBAL_SIZE_X + d] = launch.globalSize[d];
    const auto local = model.image().interface.usesGroups ? launch.localSize[d] : 1;
    words[word::LOCAL_SIZE_X + d] = local;
    words[word::NUM_GROUPS_X + d] = launch.globalSize[d] / local;
    groupSize *= local;
  }
  const kernel::Image &image = model.image();
  unsigned shift = unsigned(std::bit_width(groupSize - 1));
  uint64_t groups = std::min<uint64_t>({image.interface.groupSlots, image.interface.slots >> shift, image.localCopies});
  if (launch.poolBytes)
    groups = std::min(groups, 2 * model.board().localMemoryBytes / launch.poolBytes);
  words[word::WORK_DIM] = launch.workDim;
  words[word::GROUP_SIZE] = groupSize;
  words[word::GROUP_SHIFT] = shift;
  words[word::GROUPS_MAX] = std::max<uint64_t>(groups, 1);
  words[word::POOL_SHIFT] = launch.poolBytes ? unsigned(std::countr_zero(launch.poolBytes)) : 0;
  words.insert(words.end(), launch.argumentWords.begin(), launch.argumentWords.end());
  return words;
}

/// Adds what the kernel asks of memory in this cycle.
void addTo(uint64_t &trace, const KernelOutputs &out) {
  const uint64_t shown[] = {uint64_t(out.axi.arValid) | out.axi.awValid << 1 | out.axi.wValid << 2 | out.done << 3,
                            out.axi.arValid ? out.axi.arAddr : 0, out.axi.arValid ? out.axi.arId : 0u,
                            out.axi.awValid ? out.axi.awAddr : 0,
                            out.axi.awValid ? out.axi.awId | out.axi.awAtop << 8 : 0u};
  for (const uint64_t word : shown)
    trace = (trace ^ word) * 0x100000001b3;
}

}  // namespace

RunResult KernelSession::run(const graph::Launch &launch, std::vector<uint8_t> &memory, MemoryTiming timing,
                             uint64_t maxCycles) {
  RunResult result;
  bench::AxiMemory<bench::FlatBytes> axi(bench::FlatBytes(0, std::move(memory)), model_.board().lineBytes(),
                                         timing.seed);
  axi.timing = bench::AxiTiming::stalling(timing.seed, timing.minLatency, timing.maxLatency, timing.stallPercent);
  axi.maxBeats = 1;
  KernelInputs in{};
  KernelOutputs &out = out_;
  auto step = [&] {
    if (!in.rst)
      in.axi = axi.step(out.axi);
    model_.step(top_, in, out);
    ++bench::now;
  };
  in.rst = 1;
  for (int i = 0; i < 4; ++i)
    step();
  in.rst = 0;
  std::vector<uint64_t> words = configuration(model_, launch);
  for (size_t i = 0; i < words.size(); ++i) {
    in.cfgValid = 1;
    in.cfgAddr = uint16_t(i);
    in.cfgData = words[i];
    step();
  }
  in.cfgValid = 0;
  in.start = 1;
  step();
  in.start = 0;
  while (!out.done && result.cycles < maxCycles) {
    step();
    addTo(result.trace, out);
    ++result.cycles;
  }
  if (!out.done)
    result.error = "not done after " + std::to_string(result.cycles) + " cycles";
  result.fault = out.faultValid;
  result.faultCode = out.faultCode;
  result.faultSite = out.faultSite;
  result.faultAddress = out.faultAddr;
  bool again = false;
  for (int i = 0; i < 40; ++i) {
    step();
    again |= out.done || out.axi.arValid || out.axi.awValid || out.axi.wValid;
  }
  // A kernel that hangs has given up: what it did before may still be on its way.
  if (result.error.empty() && again && result.faultCode != 3)
    result.error = "activity after done";
  if (axi.errors)
    result.error = "an access to where there is no memory";
  result.reads = axi.reads;
  result.writes = axi.writes + axi.atomics;
  memory = std::move(axi.bytes);
  return result;
}

RunResult runKernel(const KernelModel &model, const graph::Launch &launch, std::vector<uint8_t> &memory,
                    MemoryTiming timing, uint64_t maxCycles) {
  return KernelSession(model).run(launch, memory, timing, maxCycles);
}

graph::Kernel readCase(const std::string &name) {
  std::string path = std::string(WEFT_TEST_SOURCE) + "/cases/" + name + ".graph";
  std::ifstream in(path);
  std::string text(std::istreambuf_iterator<char>(in), {});
  const auto kernels = graph::parse(text, path);
  if (!kernels)
    throw std::runtime_error(hls::format(kernels.error()));
  if (kernels->size() != 1)
    throw std::runtime_error(path + " has not one kernel");
  if (auto defects = graph::verify(kernels->front()); !defects.empty())
    throw std::runtime_error(path + ": " + hls::format(defects[0]));
  return kernels->front();
}

board::Description testBoard(unsigned portBits) {
  board::Description board;
  board.family = "generic";
  board.name = "test";
  board.clockMhz = 200;
  board.memoryAddressBits = 32;
  board.localMemoryBytes = 4096;
  board.portBits = portBits;
  return board;
}
