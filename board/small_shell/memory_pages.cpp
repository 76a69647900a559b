// SPDX-License-Identifier: Apache-2.0
#include "board/small_shell/memory_pages.h"

#include <algorithm>
#include <utility>

namespace weft::board {

MemoryPages::MemoryPages(uint64_t bytes) : bytes_(bytes), pages_((bytes + kPageBytes - 1) / kPageBytes) {}

template <class Change> void MemoryPages::change(uint64_t address, uint64_t bytes, Change change) {
  const std::lock_guard lock(mutex_);
  const uint64_t end = std::min<uint64_t>((address + bytes + kPageBytes - 1) / kPageBytes, pages_.size());
  for (uint64_t page = address / kPageBytes; page < end; ++page)
    change(pages_[page]);
}

void MemoryPages::allocated(uint64_t address, uint64_t bytes) noexcept {
  change(address, bytes, [this](Page &page) {
    told_ = true;
    ++page.allocations;
  });
}

void MemoryPages::released(uint64_t address, uint64_t bytes) noexcept {
  change(address, bytes, [](Page &page) {
    if (--page.allocations == 0)
      page.holds = false;
  });
}

void MemoryPages::written(uint64_t address, uint64_t bytes) {
  change(address, bytes, [](Page &page) { page.holds = true; });
}

void MemoryPages::launched() {
  change(0, bytes_, [this](Page &page) { page.holds = page.holds || page.allocations != 0 || !told_; });
}

void MemoryPages::forEach(const std::function<void(uint64_t, uint64_t)> &use) const {
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  {
    const std::lock_guard lock(mutex_);
    for (uint64_t page = 0; page < pages_.size(); ++page) {
      if (!pages_[page].holds)
        continue;
      const uint64_t begin = page * kPageBytes, end = std::min(begin + kPageBytes, bytes_);
      if (!ranges.empty() && ranges.back().second == begin)
        ranges.back().second = end;
      else
        ranges.emplace_back(begin, end);
    }
  }
  for (const auto &[begin, end] : ranges)
    use(begin, end - begin);
}

}  // namespace weft::board
