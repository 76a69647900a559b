// SPDX-License-Identifier: Apache-2.0
#include "kernel/bitstream.h"

#include <algorithm>

namespace weft::kernel {

bool Bitstream::has(std::string_view kernel) const {
  return std::any_of(kernels.begin(), kernels.end(), [&](const Resident &resident) { return resident.name == kernel; });
}

std::string Bitstream::subject() const { return subjectOf(kernels); }

std::string subjectOf(const std::vector<Resident> &kernels) {
  std::string text = kernels.size() == 1 ? "kernel" : "kernels";
  for (size_t i = 0; i < kernels.size(); ++i)
    text += (i ? ", " : " ") + kernels[i].name;
  return text;
}

}  // namespace weft::kernel
