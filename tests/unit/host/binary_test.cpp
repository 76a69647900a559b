// SPDX-License-Identifier: Apache-2.0
#include "host/core/binary.h"

#include <catch2/catch.hpp>

using namespace weft::core;

TEST_CASE("a program binary comes back as it was") {
  const ProgramBinary binary{CL_PROGRAM_BINARY_TYPE_LIBRARY, "sim-card", "-D A=1", std::string("\0BC\xff", 4)};
  const auto back = unpackBinary(packBinary(binary));
  REQUIRE(back);
  CHECK(back->type == binary.type);
  CHECK(back->board == binary.board);
  CHECK(back->options == binary.options);
  CHECK(back->bitcode == binary.bitcode);
}

TEST_CASE("every damaged bit and every missing byte of a program binary is noticed") {
  const std::string good = packBinary({CL_PROGRAM_BINARY_TYPE_EXECUTABLE, "b", "", "bitcode"});
  REQUIRE(unpackBinary(good));
  for (size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = char(bad[bit / 8] ^ (1 << (bit % 8)));
    const auto back = unpackBinary(bad);
    INFO("bit " << bit);
    // The type may change into another valid one; the hash covers what was compiled.
    CHECK((!back || back->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  }
  for (size_t length = 0; length < good.size(); ++length)
    CHECK(!unpackBinary(std::string_view(good).substr(0, length)));
  CHECK(!unpackBinary(good + "x"));
}
