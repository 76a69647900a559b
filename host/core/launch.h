// SPDX-License-Identifier: Apache-2.0
// From an NDRange and a kernel's arguments to the configuration words of a launch.
#pragma once
#include <array>
#include <memory_resource>

#include "host/core/command.h"
#include "host/core/kernel.h"

namespace weft::core {

struct NDRange {
  unsigned dimensions = 1;
  std::array<size_t, 3> offset{0, 0, 0}, global{1, 1, 1}, local{1, 1, 1};

  size_t groupSize() const { return local[0] * local[1] * local[2]; }
  bool empty() const { return global[0] == 0 || global[1] == 0 || global[2] == 0; }
};

/// A part of a range whose groups all have one size.
struct RangePart {
  std::array<size_t, 3> firstGroup, groups, local;
};

/// The whole groups first, then those that the range's end cuts off in one dimension or more: 1 to 8 parts.
std::vector<RangePart> partsOf(const NDRange &range);

/// A launch, ready to run: arguments are as they were at its enqueue; the kernel and the buffers are kept alive.
class Launch {
public:
  /// Throws CL_INVALID_KERNEL_ARGS, CL_OUT_OF_RESOURCES (local memory). `range.local` must be chosen.
  Launch(Kernel &kernel, const NDRange &range, Device &device);

  /// Runs on the device. A fault of the kernel throws CL_OUT_OF_RESOURCES with kernel, buffer, offset and source line;
  /// so does reaching WEFT_CYCLE_LIMIT, with the loops and barriers where work-items were.
  void operator()(Execution &execution) const;
  /// Of the whole groups, or of the first part that there is.
  std::span<const uint64_t> words() const { return words_; }
  /// The words up to the arguments of each further part; the others are the same.
  using Geometry = std::array<uint64_t, abi::word::ARGS>;
  std::span<const Geometry> furtherParts() const { return furtherParts_; }

private:
  board::Completion run(Execution &execution, std::span<const uint64_t> words) const;
  /// All parts, up to the first that fails.
  board::Completion runParts(Execution &execution, std::span<const uint64_t> words) const;
  /// Throws what `operator()` throws. `words`: those of the launch.
  void check(const board::Completion &completion, std::span<const uint64_t> words) const;
  std::string describeFault(const board::Completion &completion, std::span<const uint64_t> words) const;
  std::string describeBuffer(uint32_t argument, bool isNearest, bool far, uint64_t address,
                             std::span<const uint64_t> words) const;
  std::string describeStray(const kernel::Check &check, uint64_t offset) const;
  std::string describeEnd(const board::Completion &completion, std::span<const uint64_t> words) const;
  /// Those of implicit arguments, but of printf's.
  void setVariables(std::span<uint64_t> words, Device &device) const;

  const Ref<Kernel> kernel_;
  const std::shared_ptr<const Executable> executable_;
  const kernel::Image &image_;
  const std::shared_ptr<board::PreparedKernel> &prepared_;
  // Of most kernels the vectors lie in here.
  std::array<std::byte, 512> room_;
  std::pmr::monotonic_buffer_resource memory_{room_.data(), room_.size()};
  std::pmr::vector<uint64_t> words_{&memory_};
  std::pmr::vector<Ref<Buffer>> buffers_{&memory_};  // one per argument; null for others
  std::vector<Geometry> furtherParts_;
};

/// Groups that may be in flight at once: the least of what slots, local memories and the pool of __local arguments
/// hold. `share`: log2 of the bytes of a group's share of the pool, if the kernel has __local arguments.
uint64_t groupsInFlight(const kernel::Image &kernel, const board::Description &board, size_t groupSize,
                        std::optional<unsigned> share);

/// The local size for a range that leaves it open: a divisor of the global size in each dimension that keeps the most
/// work-items in flight; among equals the smallest group of at least 64, longest in x.
std::array<size_t, 3> chooseLocalSize(const Kernel &kernel, const NDRange &range, Device &device);

}  // namespace weft::core
