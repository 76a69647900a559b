// SPDX-License-Identifier: Apache-2.0
#include "hls/diagnostic.h"

#include <catch2/catch.hpp>
#include <memory>

using namespace weft::hls;

TEST_CASE("diagnostics have one form") {
  CHECK(format(userError({"a.cl", 3, 7}, "no")) == "a.cl:3:7: error: no");
  CHECK(format(userError({"a.cl", 3, 0}, "no")) == "a.cl:3: error: no");
  CHECK(format(userError({}, "no")) == "error: no");
  CHECK(format(userError({"a.cl", 3, 7}, "no", "do this")) == "a.cl:3:7: error: no\na.cl:3:7: note: do this");
  CHECK(format(userError({}, "no", "do this")) == "error: no\nnote: do this");
  CHECK(format(internalDefect("broken")) == "internal error: broken");
  CHECK(format(internalDefect("broken", "k", {"a.cl", 3, 7})) == "a.cl:3:7: internal error: in 'k': broken");
}

TEST_CASE("a build log has all of them, and how many") {
  Diagnostic warning = userError({"a.cl", 3, 7}, "odd"), note = warning, rendered = userError({}, "no");
  warning.severity = Diagnostic::Severity::Warning;
  note.severity = Diagnostic::Severity::Note;
  rendered.rendered = "a.cl:1:2: fatal error: no\n  text\n  ^";
  CHECK(buildLog({}).empty());
  CHECK(buildLog({warning, note}) == "a.cl:3:7: warning: odd\na.cl:3:7: note: odd\n1 warning generated.\n");
  CHECK(buildLog({warning, rendered, internalDefect("broken")}) ==
        "a.cl:3:7: warning: odd\na.cl:1:2: fatal error: no\n  text\n  ^\ninternal error: broken\n"
        "1 warning and 2 errors generated.\n");
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
