// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "hls/rtlgen/field_sharing.h"

using weft::rtlgen::shareFields;

TEST_CASE("Values of one width share bits if no edge carries both") {
  const auto fields = shareFields({{1, 32, {true, false}}, {2, 32, {false, true}}, {3, 16, {false, true}}});
  REQUIRE(fields.size() == 2);
  CHECK(fields[0].width == 32);
  CHECK(fields[0].values.size() == 2);
  CHECK(fields[1].width == 16);
}

TEST_CASE("Values that meet on an edge have bits of their own") {
  CHECK(shareFields({{1, 8, {true, true}}, {2, 8, {false, true}}}).size() == 2);
  // Value 2 is on most edges and placed first; 1 and 3 fit round each other.
  const auto fields =
      shareFields({{1, 8, {true, false, false}}, {2, 8, {true, true, true}}, {3, 8, {false, false, true}}});
  REQUIRE(fields.size() == 2);
  CHECK(fields[0].values[0].value == 2);
  CHECK(fields[1].values.size() == 2);
}
