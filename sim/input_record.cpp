// SPDX-License-Identifier: Apache-2.0
#include "sim/input_record.h"

namespace weft::sim {
namespace {

constexpr size_t kMaxBytes = size_t(256) << 20;

/// Inputs without data that are the same for all that counts.
bool isSame(const KernelIn &a, const KernelIn &b, unsigned ports) {
  if (a.cfgValid || b.cfgValid || a.rst != b.rst || a.start != b.start || a.watch != b.watch)
    return false;
  for (unsigned p = 0; p < ports; ++p) {
    const AxiSlave &one = a.axi[p], &other = b.axi[p];
    if (one.bValid || one.rValid || other.bValid || other.rValid || one.awReady != other.awReady ||
        one.wReady != other.wReady || one.arReady != other.arReady)
      return false;
  }
  return true;
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
  if (!entries_.empty() && isSame(entries_.back().in, in, ports_) &&
      entries_.back().time + entries_.back().cycles == time) {
    ++entries_.back().cycles;
    return;
  }
  if (entries_.size() * sizeof(Entry) + lines_.size() > kMaxBytes) {
    complete_ = false;
    return;
  }
  entries_.push_back({in, time, 1});
  for (unsigned p = 0; p < ports_; ++p) {
    if (in.axi[p].rValid) {
      const auto *line = static_cast<const uint8_t *>(in.axi[p].rData);
      lines_.insert(lines_.end(), line, line + lineBytes_);
    }
    entries_.back().in.axi[p].rData = nullptr;
  }
}

void InputRecord::play(const std::function<bool(const KernelIn &in, uint64_t time)> &use) const {
  const uint8_t *line = lines_.data();
  for (const Entry &entry : entries_) {
    KernelIn in = entry.in;
    for (unsigned p = 0; p < ports_; ++p)
      if (in.axi[p].rValid) {
        in.axi[p].rData = line;
        line += lineBytes_;
      }
    for (uint64_t cycle = 0; cycle < entry.cycles; ++cycle)
      if (!use(in, entry.time + cycle))
        return;
  }
}

}  // namespace weft::sim
