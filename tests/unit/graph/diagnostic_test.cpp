// SPDX-License-Identifier: Apache-2.0
#include "hls/diagnostic.h"

#include <catch2/catch.hpp>
#include <memory>

using namespace weft::hls;

TEST_CASE("diagnostics have one form") {
  CHECK(format(userError({"a.cl", 3, 7}, "no")) == "a.cl:3:7: error: no");
  CHECK(format(userError({"a.cl", 3, 0}, "no")) == "a.cl:3: error: no");
  CHECK(format(userError({}, "no")) == "error: no");
  CHECK(format({Diagnostic::Kind::User, "no", {}, "k"}) == "error: in 'k': no");
  CHECK(format(internalDefect("broken")) == "internal error: broken");
  CHECK(format({Diagnostic::Kind::Internal, "broken", {"a.cl", 3, 7}, "k"}) ==
        "a.cl:3:7: internal error: in 'k': broken");
}

TEST_CASE("an expected value is there, or what is wrong") {
  Expected<std::unique_ptr<int>> value = std::make_unique<int>(5);
  REQUIRE(value);
  CHECK(**value == 5);
  const std::unique_ptr<int> taken = std::move(*value);
  CHECK(*taken == 5);
  const Expected<std::string> error = internalDefect("broken", "k");
  REQUIRE_FALSE(error);
  CHECK(error.error().message == "broken");
  CHECK(error.error().function == "k");
}
