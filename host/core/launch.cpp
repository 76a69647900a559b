// SPDX-License-Identifier: Apache-2.0
#include "host/core/launch.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstring>
#include <fmt/format.h>

#include "host/core/build.h"
#include "host/core/device.h"
#include "host/core/execution/exit_guard.h"
#include "host/core/launch_fault.h"
#include "host/core/print_buffer.h"
#include "support/options.h"

namespace weft::core {
namespace {

unsigned log2Up(uint64_t value) { return value <= 1 ? 0 : unsigned(std::bit_width(value - 1)); }

/// Offset of each __local argument in a group's share; the last entry is the share's size.
std::vector<uint64_t> layOutShare(const Kernel &kernel) {
  std::vector<uint64_t> offsets;
  offsets.reserve(kernel.arguments().size() + 1);
  uint64_t end = 0;
  for (const ArgumentValue &argument : kernel.arguments()) {
    if (argument.localBytes)
      end = (end + kernel::kMemoryAlignment - 1) & ~(kernel::kMemoryAlignment - 1);
    offsets.push_back(end);
    end += argument.localBytes;
  }
  offsets.push_back(end);
  return offsets;
}

/// Whether a store or atomic of the kernel may go through the argument.
bool mayWrite(const kernel::Interface &kernel, uint32_t argument) {
  return std::any_of(kernel.sites.begin(), kernel.sites.end(), [&](const kernel::Site &site) {
    return site.kind != kernel::Site::Kind::Load &&
           std::find(site.arguments.begin(), site.arguments.end(), argument) != site.arguments.end();
  });
}

std::optional<unsigned> shareLog2(const Kernel &kernel, uint64_t shareBytes) {
  for (const kernel::Argument &argument : kernel.info().arguments)
    if (argument.kind == kernel::Argument::Kind::Local)
      return log2Up(std::max(shareBytes, kernel::kMemoryAlignment));
  return std::nullopt;
}

/// Throws CL_OUT_OF_RESOURCES. Before the share is laid out: sizes that fit cannot overflow there.
void requireLocalMemory(const Kernel &kernel, Device &device) {
  const KernelOnDevice &on = kernel.on(device);
  const uint64_t bytes = kernel.localMemoryBytes(on), limit = device.description().localMemoryBytes;
  if (bytes > limit)
    throw Error(CL_OUT_OF_RESOURCES, fmt::format("kernel {} needs {} bytes of local memory; the device has {}",
                                                 on.image().interface.name, bytes, limit));
}

/// How many of `global` work-items in x a block has, at most `most`: whole packets, and equal blocks if they are not
/// much smaller.
size_t rowOfBlock(size_t global, size_t most, unsigned lanes) {
  if (global <= most)
    return global;
  const size_t whole = std::max<size_t>(most / lanes, 1) * lanes;
  for (size_t size = whole; size > whole / 4; size -= lanes)
    if (global % size == 0)
      return size;
  return whole;
}

/// The largest divisor of `global` that is at most `most`.
size_t divisorWithin(size_t global, size_t most) {
  size_t size = std::clamp<size_t>(most, 1, global);
  while (global % size != 0)
    --size;
  return size;
}

/// Of work-items that do not see their group: what a compute unit gets at a time.
std::array<size_t, 3> blockOf(const NDRange &range, const kernel::Interface &kernel) {
  constexpr uint64_t kTokens = 64;       // of a block, so that lines of one row of a DRAM stay together
  constexpr uint64_t kBlocksOfUnit = 4;  // at least, so that units end at about the same time
  const uint64_t tokens = kernel.tokensOf({range.global[0], range.global[1], range.global[2]});
  const uint64_t wanted = std::clamp<uint64_t>(tokens / (kBlocksOfUnit * kernel.computeUnits), 1, kTokens);
  size_t most = std::min<size_t>(wanted * kernel.lanes, kernel.maxWorkGroupSize);
  std::array<size_t, 3> block{rowOfBlock(range.global[0], most, kernel.lanes), 1, 1};
  for (unsigned d = 1; d < 3; ++d) {
    most /= block[d - 1];
    block[d] = divisorWithin(range.global[d], most);
  }
  return block;
}

}  // namespace

NDRange asLaunched(const NDRange &range, const kernel::Interface &kernel) {
  NDRange result = range;
  if (kernel.usesGroups || range.empty())
    return result;
  if (!kernel.inBlocks)
    result.local = {1, 1, 1};
  else if (!kernel.requiredSize[0])
    result.local = blockOf(range, kernel);
  return result;
}

std::shared_ptr<const Executable> executableFor(const KernelOnDevice &kernel, const NDRange &range, Device &device) {
  return needsWideIds(range) ? widened(*kernel.executable, device) : kernel.executable;
}

uint64_t groupsInFlight(const kernel::Image &kernel, const board::Description &board, uint64_t groupTokens,
                        std::optional<unsigned> share) {
  uint64_t groups =
      std::min<uint64_t>(kernel.interface.groupSlots, uint64_t(kernel.interface.slots) >> log2Up(groupTokens));
  if (kernel.localMemoryBytes)
    groups = std::min<uint64_t>(groups, kernel.localCopies);
  if (share)
    groups = std::min(groups, board.localPoolBytes() >> *share);
  return std::max<uint64_t>(groups, 1);
}

Launch::Launch(Kernel &kernel, const NDRange &range, Device &device)
    : kernel_(&kernel), range_(range), executable_(kernel.on(device).executable),
      generated_(executableFor(kernel.on(device), range, device)),
      image_(generated_->program->kernels[kernel.on(device).index]),
      prepared_(generated_->prepared[kernel.on(device).index]), launched_(asLaunched(range, image_.interface)),
      board_(device.description()) {
  requireLocalMemory(kernel, device);
  require(generated_ == executable_ || range.groupSize() <= image_.interface.maxWorkGroupSize, CL_OUT_OF_RESOURCES,
          "with ids of more than {} bits, kernel {} has work-groups of up to {} work-items", kernel::kIdBits,
          image_.interface.name, image_.interface.maxWorkGroupSize);
  const std::vector<uint64_t> share = layOutShare(kernel);
  shareShift_ = shareLog2(kernel, share.back());
  require(!shareShift_ || (board_.localPoolBytes() >> *shareShift_) != 0, CL_OUT_OF_RESOURCES,
          "the __local arguments of kernel {} take {} bytes, each aligned to its type; the device has {}",
          image_.interface.name, share.back(), board_.localPoolBytes());

  namespace word = abi::word;
  size_t count = word::ARGS;
  for (const kernel::Argument &argument : image_.interface.arguments)
    count = std::max<size_t>(count, argument.word + argument.words());
  words_.resize(count);
  RangePart first{};
  if (!range.empty() && RangeParts(launched_).next(first)) {
    const Geometry words = geometry(first);
    std::copy(words.begin(), words.end(), words_.begin());
  }

  buffers_.reserve(kernel.arguments().size());
  for (size_t i = 0; i < kernel.arguments().size(); ++i)
    takeArgument(i, kernel.arguments()[i], share[i], device);
}

void Launch::takeArgument(size_t index, const ArgumentValue &value, uint64_t shareOffset, Device &device) {
  const kernel::Argument &argument = image_.interface.arguments[index];
  if (!value.set)
    throw Error(CL_INVALID_KERNEL_ARGS, fmt::format("argument {} ({}) was not set", index, argument.name));
  const Ref<Buffer> &buffer = buffers_.emplace_back(value.buffer.lock());
  switch (argument.kind) {
  case kernel::Argument::Kind::Buffer:
    if (value.null)
      break;
    if (!buffer)
      throw Error(CL_INVALID_KERNEL_ARGS,
                  fmt::format("the buffer of argument {} ({}) was released", index, argument.name));
    buffer->requireAligned(device);
    words_[argument.word] = buffer->address(device);
    words_[argument.word + 1] = words_[argument.word] + buffer->bytes();
    break;
  case kernel::Argument::Kind::Local:
    words_[argument.word] = shareOffset;
    words_[argument.word + 1] = value.localBytes;
    break;
  case kernel::Argument::Kind::Value:
    std::memcpy(&words_[argument.word], value.bytes.data(), value.bytes.size());
    break;
  }
}

Launch::Geometry Launch::geometry(const RangePart &part) const {
  namespace word = abi::word;
  Geometry words{};
  for (unsigned d = 0; d < 3; ++d) {
    const size_t begin = range_.offset[d] + part.firstGroup[d] * launched_.local[d];
    words[word::GLOBAL_OFFSET_X + d] = generated_ == executable_ ? begin : 0;
    words[word::PART_OFFSET_X + d] = begin;
    words[word::GLOBAL_SIZE_X + d] = range_.global[d];
    words[word::LOCAL_SIZE_X + d] = part.local[d];
    words[word::NUM_GROUPS_X + d] = part.groups[d];
    words[word::RANGE_OFFSET_X + d] = range_.offset[d];
    words[word::RANGE_GROUPS_X + d] = (range_.global[d] - 1) / range_.local[d] + 1;
    words[word::FIRST_GROUP_X + d] = part.firstGroup[d];
    words[word::ENQUEUED_SIZE_X + d] = range_.local[d];
  }
  const uint64_t tokens = image_.interface.tokensOf({part.local[0], part.local[1], part.local[2]});
  words[word::WORK_DIM] = range_.dimensions;
  words[word::GROUP_SIZE] = tokens;
  words[word::GROUP_SHIFT] = log2Up(tokens);
  words[word::GROUPS_MAX] = groupsInFlight(image_, board_, tokens, shareShift_);
  words[word::POOL_SHIFT] = shareShift_.value_or(0);
  return words;
}

void Launch::operator()(Execution &execution) const {
  for (uint32_t i = 0; i < buffers_.size(); ++i)
    if (buffers_[i])
      buffers_[i]->acquire(execution, 0, buffers_[i]->bytes(),
                           mayWrite(image_.interface, i) ? Access::ReadWrite : Access::Read);
  try {
    prepared_->wait();
  } catch (const std::exception &error) {
    throw Error(CL_OUT_OF_RESOURCES,
                fmt::format("kernel {} could not be prepared for the device: {}", image_.interface.name, error.what()));
  }
  if (image_.interface.explicitArguments() == image_.interface.arguments.size())
    return check(runParts(execution, words_), words_);
  std::vector<uint64_t> words(words_.begin(), words_.end());
  setVariables(words, execution.device());
  const kernel::Argument *const argument = image_.interface.implicitArgument(kernel::Argument::Implicit::PrintBuffer);
  if (!argument)
    return check(runParts(execution, words), words);
  PrintBuffer buffer = kernel_->program().printBuffers().take(execution.device());
  words[argument->word] = buffer.address();
  words[argument->word + 1] = buffer.address() + PrintBuffer::kBytes;
  const board::Completion completion = runParts(execution, words);
  buffer.print(image_, kernel_->context());  // also of a launch that failed
  kernel_->program().printBuffers().give(std::move(buffer));
  check(completion, words);
}

void Launch::setVariables(std::span<uint64_t> words, Device &device) const {
  const kernel::Variables &variables = executable_->program->variables;
  for (const kernel::Argument &argument : image_.interface.arguments) {
    if (argument.implicit != kernel::Argument::Implicit::ProgramVariable)
      continue;
    const kernel::Variable &variable = variables.list[argument.variable];
    words[argument.word] = executable_->variables.address(variables, device) + variable.offset;
    words[argument.word + 1] = words[argument.word] + variable.bytes;
  }
}

board::Completion Launch::runParts(Execution &execution, std::span<const uint64_t> words) const {
  RangeParts parts(launched_);
  RangePart part{};
  parts.next(part);
  board::Completion completion = run(execution, words);
  std::vector<uint64_t> further;
  while (completion.status == abi::Status::OK && parts.next(part)) {
    const Geometry own = geometry(part);
    further.assign(words.begin(), words.end());
    std::copy(own.begin(), own.end(), further.begin());
    completion = run(execution, further);
  }
  return completion;
}

board::Completion Launch::run(Execution &execution, std::span<const uint64_t> words) const {
  const uint64_t limit = support::options().CYCLE_LIMIT, before = execution.runCycles();
  board::Completion completion = execution.device().driver().launch(
      execution.region(), prepared_, words, [&] { execution.start(); },
      limit ? std::max(limit, before + 1) - before : 0);
  execution.add(completion);
  completion.runCycles = execution.runCycles();
  if (completion.status == abi::Status::ABORTED)
    parkIfExiting();  // which ended it: nobody is left to be told
  return completion;
}

void Launch::check(const board::Completion &completion, std::span<const uint64_t> words) const {
  const FailedLaunch launch{image_.interface, executable_->program->variables, completion, words,
                            support::options().CYCLE_LIMIT};
  if (completion.status == abi::Status::ABORTED)
    throw Error(CL_OUT_OF_RESOURCES, describeEnd(launch));
  if (completion.status == abi::Status::KERNEL_FAULT)
    throw Error(CL_OUT_OF_RESOURCES, describeFault(launch));
}

namespace {

/// A local size that may be chosen; the greater is the better.
struct Choice {
  uint64_t units = 0;     // compute units that have a group
  uint64_t inFlight = 0;  // work-items in one
  int parts = 0;          // negative
  bool isLarge = false;
  int64_t closeness = 0;  // to the smallest that is large
  std::array<size_t, 3> size{1, 1, 1};

  auto operator<=>(const Choice &) const = default;
};

/// Divisors of a global size, and with `smallerLast` powers of two, which fill the slots best.
std::vector<size_t> sizesFor(size_t global, size_t limit, bool smallerLast) {
  std::vector<size_t> sizes;
  for (size_t size = 1; size <= std::min(limit, global); ++size)
    if (global % size == 0 || (smallerLast && std::has_single_bit(size)))
      sizes.push_back(size);
  return sizes;
}

template <class InFlight>
Choice bestChoice(const kernel::Interface &kernel, const NDRange &range, size_t limit, bool smallerLast,
                  const InFlight &inFlight) {
  constexpr uint64_t kLarge = 64;  // tokens
  Choice best;
  for (const size_t x : sizesFor(range.global[0], limit, smallerLast))
    for (const size_t y : sizesFor(range.global[1], limit / x, smallerLast))
      for (const size_t z : sizesFor(range.global[2], limit / x / y, smallerLast)) {
        const std::array<size_t, 3> size{x, y, z};
        const uint64_t group = kernel.tokensOf({x, y, z});
        const bool isLarge = group >= kLarge;
        Choice choice{1, inFlight(group) * x * y * z, -1, isLarge, isLarge ? -int64_t(group) : int64_t(group), size};
        for (unsigned d = 0; d < 3; ++d) {
          choice.units =
              std::min<uint64_t>(choice.units * ((range.global[d] + size[d] - 1) / size[d]), kernel.computeUnits);
          choice.parts *= range.global[d] % size[d] ? 2 : 1;
        }
        best = std::max(best, choice);
      }
  return best;
}

}  // namespace

std::array<size_t, 3> chooseLocalSize(const Kernel &kernel, const NDRange &range, Device &device) {
  const board::Description &board = device.description();
  const KernelOnDevice &on = kernel.on(device);
  const kernel::Interface &info = on.image().interface;
  if (info.requiredSize[0])
    return {*info.requiredSize[0], info.requiredSize[1].value_or(1), info.requiredSize[2].value_or(1)};
  requireLocalMemory(kernel, device);
  const size_t limit = std::min<size_t>(on.maxWorkGroupSize(), board.maxWorkGroupSize);
  const std::optional<unsigned> share = shareLog2(kernel, layOutShare(kernel).back());
  const auto inFlight = [&](uint64_t tokens) { return groupsInFlight(on.image(), board, tokens, share); };
  const Choice even = bestChoice(info, range, limit, false, inFlight);
  if (on.image().uniformGroups)
    return even.size;
  // Each part fills and drains the pipeline once more. With so many in flight, loops with accesses to memory or with
  // functions of double gain nothing by more.
  constexpr uint64_t kEnough = 256;
  if (even.inFlight >= kEnough)
    return even.size;
  const Choice uneven = bestChoice(info, range, limit, true, inFlight);
  return uneven.inFlight >= 2 * even.inFlight ? uneven.size : even.size;
}

}  // namespace weft::core
