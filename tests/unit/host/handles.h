// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <type_traits>

#include "fixture.h"

namespace test {

/// Handles that are not of this type: null, and an object of another kind. (Not a stray pointer: the ICD loader follows
/// it before the platform sees it.)
template <class Cl> std::array<Cl, 2> invalidHandles(const Weft &weft) {
  if constexpr (std::is_same_v<Cl, cl_device_id>)
    return {nullptr, reinterpret_cast<Cl>(weft.platform)};
  else
    return {nullptr, reinterpret_cast<Cl>(weft.device)};
}

}  // namespace test
