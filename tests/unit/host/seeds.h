// SPDX-License-Identifier: Apache-2.0
// Seeds of random tests. STRESS_SEED: a number, or "fresh" for some that are printed.
#pragma once
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace test {

/// 1, 2, … `usual`, unless the environment says otherwise.
inline std::vector<unsigned> seeds(unsigned usual) {
  std::vector<unsigned> result;
  const char *const given = std::getenv("STRESS_SEED");
  if (!given) {
    for (unsigned seed = 1; seed <= usual; ++seed)
      result.push_back(seed);
  } else if (given != std::string("fresh")) {
    result.push_back(unsigned(std::strtoul(given, nullptr, 10)));
  } else {
    for (int i = 0; i < 20; ++i) {
      result.push_back(std::random_device{}());
      WARN("STRESS_SEED=" << result.back());
    }
  }
  return result;
}

}  // namespace test
