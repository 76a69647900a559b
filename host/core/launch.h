// SPDX-License-Identifier: Apache-2.0
// From an NDRange and a kernel's arguments to the configuration words of a launch.
#pragma once
#include <array>
#include <memory_resource>

#include "host/core/command.h"
#include "host/core/kernel.h"
#include "host/core/range.h"

namespace weft::core {

/// The executable with the kernel that serves the range: the program's own, or that with wide ids, which is made when
/// it is first needed. Throws CL_OUT_OF_RESOURCES if the compiler cannot.
std::shared_ptr<const Executable> executableFor(const KernelOnDevice &kernel, const NDRange &range, Device &device);

/// The range as the hardware gets it: in groups of one work-item, without smaller ones at the ends, if the kernel does
/// not look at groups.
NDRange asLaunched(const NDRange &range, const kernel::Interface &kernel);

/// A launch, ready to run: arguments are as they were at its enqueue; the kernel and the buffers are kept alive.
class Launch {
public:
  /// Throws CL_INVALID_KERNEL_ARGS, CL_OUT_OF_RESOURCES (local memory). `range.local` must be chosen.
  Launch(Kernel &kernel, const NDRange &range, Device &device);

  /// Runs on the device. A fault of the kernel throws CL_OUT_OF_RESOURCES with kernel, buffer, offset and source line;
  /// so does reaching WEFT_CYCLE_LIMIT, with the loops and barriers where work-items were.
  void operator()(Execution &execution) const;
  /// Of the first part.
  std::span<const uint64_t> words() const { return words_; }
  /// The words up to the arguments of a part; the others are the same.
  using Geometry = std::array<uint64_t, abi::word::ARGS>;
  Geometry geometry(const RangePart &part) const;

private:
  /// The words of an argument as it is set now, and its buffer. `shareOffset`: of a __local one.
  void takeArgument(size_t index, const ArgumentValue &value, uint64_t shareOffset, Device &device);
  board::Completion run(Execution &execution, std::span<const uint64_t> words) const;
  /// All parts, up to the first that fails.
  board::Completion runParts(Execution &execution, std::span<const uint64_t> words) const;
  /// Throws what `operator()` throws. `words`: those of the launch.
  void check(const board::Completion &completion, std::span<const uint64_t> words) const;
  /// Those of implicit arguments, but of printf's.
  void setVariables(std::span<uint64_t> words, Device &device) const;

  const Ref<Kernel> kernel_;
  const NDRange range_;
  const std::shared_ptr<const Executable> executable_;  // of the program: its variables
  const std::shared_ptr<const Executable> generated_;   // with the kernel that runs
  const kernel::Image &image_;
  const std::shared_ptr<board::PreparedKernel> &prepared_;
  const NDRange launched_;  // the range, in the groups that the hardware gets
  const board::Description &board_;
  std::optional<unsigned> shareShift_;
  // Of most kernels the vectors lie in here.
  std::array<std::byte, 512> room_;
  std::pmr::monotonic_buffer_resource memory_{room_.data(), room_.size()};
  std::pmr::vector<uint64_t> words_{&memory_};
  std::pmr::vector<Ref<Buffer>> buffers_{&memory_};  // one per argument; null for others
};

/// Groups that may be in flight at once: the least of what slots, local memories and the pool of __local arguments
/// hold. `share`: log2 of the bytes of a group's share of the pool, if the kernel has __local arguments.
uint64_t groupsInFlight(const kernel::Image &kernel, const board::Description &board, uint64_t groupTokens,
                        std::optional<unsigned> share);

/// The local size for a range that leaves it open: a divisor of the global size in each dimension that keeps the most
/// work-items in flight; among equals the smallest group of at least 64, longest in x. Where the last groups may be
/// smaller and divisors keep too few in flight, one of powers of two and divisors, with the fewest parts.
std::array<size_t, 3> chooseLocalSize(const Kernel &kernel, const NDRange &range, Device &device);

}  // namespace weft::core
