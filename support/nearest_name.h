// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the name that was probably meant by one that is not known.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>

namespace weft::support {

/// The first of `names` that is fewest steps from `name`: insertions, removals and replacements of a character, and
/// swaps of neighbours. Empty if that is more than `most` steps.
std::string_view nearestName(std::string_view name, std::span<const std::string_view> names, size_t most);

}  // namespace weft::support
