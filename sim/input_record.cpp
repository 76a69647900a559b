// SPDX-License-Identifier: Apache-2.0
#include "sim/input_record.h"

namespace weft::sim {
namespace {

constexpr size_t kMaxBytes = size_t(256) << 20;

/// Inputs without data that are the same for all that counts.
bool isSame(const KernelIn &a, const KernelIn &b) {
  const auto changes = [](const KernelIn &in) { return in.cfgValid || in.axi.bValid || in.axi.rValid; };
  return !changes(a) && !changes(b) && a.rst == b.rst && a.start == b.start && a.watch == b.watch &&
         a.axi.awReady == b.axi.awReady && a.axi.wReady == b.axi.wReady && a.axi.arReady == b.axi.arReady;
}

}  // namespace

void InputRecord::clear() {
  entries_.clear();
  lines_.clear();
  complete_ = true;
}

void InputRecord::add(const KernelIn &in, uint64_t time) {
  if (!complete_)
    return;
  if (!entries_.empty() && isSame(entries_.back().in, in) && entries_.back().time + entries_.back().cycles == time) {
    ++entries_.back().cycles;
    return;
  }
  if (entries_.size() * sizeof(Entry) + lines_.size() > kMaxBytes) {
    complete_ = false;
    return;
  }
  if (in.axi.rValid) {
    const auto *line = static_cast<const uint8_t *>(in.axi.rData);
    lines_.insert(lines_.end(), line, line + lineBytes_);
  }
  entries_.push_back({in, time, 1});
  entries_.back().in.axi.rData = nullptr;
}

void InputRecord::play(const std::function<bool(const KernelIn &in, uint64_t time)> &use) const {
  const uint8_t *line = lines_.data();
  for (const Entry &entry : entries_) {
    KernelIn in = entry.in;
    if (in.axi.rValid) {
      in.axi.rData = line;
      line += lineBytes_;
    }
    for (uint64_t cycle = 0; cycle < entry.cycles; ++cycle)
      if (!use(in, entry.time + cycle))
        return;
  }
}

}  // namespace weft::sim
