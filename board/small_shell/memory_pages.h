// SPDX-License-Identifier: Apache-2.0
// Which pages of device memory hold something, so that no more than that is carried from one kernel's hardware to the
// next over a slow line.
#pragma once
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace weft::board {

/// Thread-safe. What nobody has written since it was allocated holds nothing. As long as nobody says what is allocated,
/// all of it is.
class MemoryPages {
public:
  static constexpr uint64_t kPageBytes = 256;

  explicit MemoryPages(uint64_t bytes);

  void allocated(uint64_t address, uint64_t bytes) noexcept;
  void released(uint64_t address, uint64_t bytes) noexcept;
  void written(uint64_t address, uint64_t bytes);
  /// A kernel may write whatever is allocated.
  void launched();

  /// Calls `use(address, bytes)` for each range that holds something, from the lowest on.
  void forEach(const std::function<void(uint64_t, uint64_t)> &use) const;

private:
  struct Page {
    uint16_t allocations = 0;
    bool holds = false;
  };
  template <class Change> void change(uint64_t address, uint64_t bytes, Change change);

  const uint64_t bytes_;
  mutable std::mutex mutex_;
  bool told_ = false;  // what is allocated
  std::vector<Page> pages_;
};

}  // namespace weft::board
