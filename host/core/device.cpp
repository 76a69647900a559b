// SPDX-License-Identifier: Apache-2.0
#include "host/core/device.h"

#include <algorithm>
#include <numeric>

namespace weft::core {
namespace {

/// Never used at either end of memory, so that NULL and small offsets from it or from the top hit no buffer. Of small
/// memories a small part.
uint64_t guardBytes(uint64_t memoryBytes) { return std::clamp<uint64_t>(memoryBytes / 32, 1, uint64_t(64) * 1024); }

uint64_t alignmentOf(const board::Description &board) {
  return std::max<uint64_t>(Device::kBaseAlignment, board.lineBytes());
}

BankStagger staggerOf(const board::Description &board) {
  if (!board.timing || board.timing->rowBytes < alignmentOf(board))
    return {};
  // Rows of all ports lie side by side.
  return {board.timing->banks, board.timing->rowBytes * board.ports};
}

std::vector<unsigned> allRegions(const board::Description &board) {
  std::vector<unsigned> regions(board.regions);
  std::iota(regions.begin(), regions.end(), 0u);
  return regions;
}

}  // namespace

Device::Hardware::Hardware(std::unique_ptr<board::Board> opened)
    : board(std::move(opened)), driver(*board), memoryUse(*board),
      memory(guardBytes(board->description().memoryBytes),
             board->description().memoryBytes - guardBytes(board->description().memoryBytes),
             alignmentOf(board->description()), &memoryUse, staggerOf(board->description())),
      clock(*board) {}

Device::Device(Platform &platform, std::unique_ptr<board::Board> board)
    : platform_(platform), own_(std::make_unique<Hardware>(std::move(board))), hardware_(*own_),
      worker_(std::make_unique<Worker>(description().regions)), regions_(allRegions(description())) {}

Device::Device(Device &parent, std::vector<unsigned> regions, std::vector<cl_device_partition_property> partition)
    : platform_(parent.platform_), parent_(&parent), hardware_(parent.hardware_), regions_(std::move(regions)),
      partition_(std::move(partition)) {}

Device::~Device() = default;

}  // namespace weft::core
