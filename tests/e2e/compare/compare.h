// SPDX-License-Identifier: Apache-2.0
// Runs one kernel case on an OpenCL platform, to compare the results of two.
#pragma once
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft::compare {

/// A kernel `void k(__global const uint *in, __global uint *out, __global uint *shared, uint n)` and how to run it.
/// `in` has `inWords` random words, `out` `outWordsPerItem` for each work-item, `shared` kSharedWords.
struct Case {
  uint64_t seed = 0;
  std::string source;
  std::string options;
  std::string deviceOptions;  // that only Weft has
  unsigned dimensions = 1;
  size_t offset[3] = {0, 0, 0}, global[3] = {1, 1, 1}, local[3] = {1, 1, 1};
  size_t inWords = 64;
  size_t outWordsPerItem = 4;
  /// `in` and `out` are parts of one buffer, which has random words: `out` begins so many words behind `in`, which ends
  /// where it does. A multiple of 32 words, as sub-buffers are.
  std::optional<size_t> overlap;
  uint32_t n = 0;
};

constexpr size_t kSharedWords = 8;

struct Result {
  std::vector<uint32_t> out, shared;
  bool operator==(const Result &) const = default;
};

/// The first device of the platform whose name contains `platform`. Calls throw std::runtime_error with the call's
/// name.
class Device {
public:
  explicit Device(const std::string &platform);
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  cl_program build(const Case &test) const;
  Result run(const Case &test, cl_program program) const;

private:
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

/// Name of the platform that serves as the oracle.
constexpr const char *kOracle = "Portable Computing Language";

/// The case as the oracle builds it, without optimisation, which would take half of the oracle's time and could only
/// add errors.
Case forOracle(const Case &test);

/// Prints the case and its first differences.
void describe(const Case &test, const Result &device, const Result &oracle);

}  // namespace weft::compare
