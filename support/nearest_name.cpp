// SPDX-License-Identifier: Apache-2.0
#include "support/nearest_name.h"

#include <algorithm>
#include <vector>

namespace weft::support {
namespace {

/// Steps that lead from one text to the other: the optimal string alignment distance.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> steps(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      size_t &least = steps[i][j] = i + j;
      if (i > 0 && j > 0)
        least = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, steps[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least = std::min(least, steps[i - 2][j - 2] + 1);
    }
  return steps[a.size()][b.size()];
}

}  // namespace

std::string_view nearestName(std::string_view name, std::span<const std::string_view> names, size_t most) {
  std::string_view result;
  size_t least = most + 1;
  for (const std::string_view candidate : names)
    if (const size_t steps = distance(name, candidate); steps < least) {
      least = steps;
      result = candidate;
    }
  return result;
}

}  // namespace weft::support
