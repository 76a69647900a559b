// SPDX-License-Identifier: Apache-2.0
#include "host/core/device.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft::core {
namespace {

// Never used at either end of memory, so that NULL and small offsets from it or from the top hit no buffer.
constexpr uint64_t kGuardBytes = 64 * 1024;

std::vector<unsigned> allRegions(const board::Description &board) {
  std::vector<unsigned> regions(board.regions);
  std::iota(regions.begin(), regions.end(), 0u);
  return regions;
}

}  // namespace

Device::Device(Platform &platform, std::unique_ptr<board::Board> board)
    : platform_(platform), board_(std::move(board)), driver_(*board_),
      memory_(kGuardBytes, std::max<uint64_t>(description().memoryBytes, kGuardBytes) - kGuardBytes,
              std::max<uint64_t>(kBaseAlignment, description().lineBytes())),
      worker_(*this), regions_(allRegions(description())) {}

uint64_t Device::nanoseconds(uint64_t cycles) const {
  const auto kilohertz = static_cast<uint64_t>(std::llround(description().clockMhz * 1000));
  return static_cast<uint64_t>(static_cast<unsigned __int128>(cycles) * 1'000'000 / kilohertz);
}

}  // namespace weft::core
