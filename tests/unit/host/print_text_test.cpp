// SPDX-License-Identifier: Apache-2.0
// The text of records, also of those that no kernel writes; formats and their JSON.
#include "host/core/print_text.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <locale.h>
#include <string>

#include "kernel/print_json.h"

namespace {

using namespace weft;
using Kind = kernel::PrintArgument::Kind;

/// Print 1: "%d:%s|%v2hf\n" in two granules, of which the constant is the string; print 2: "end\xff" in one.
kernel::Prints example() {
  kernel::Prints prints;
  prints.calls = {
      {"%d:%s|%v2hf\n", 2, {{Kind::Integer, 4, 1, 4, {}}, {Kind::String, 4, 1, 0, 1}, {Kind::Float, 2, 2, 16, {}}}},
      {"end\xff", 1, {}}};
  prints.strings = std::string("\0abc\xfe\0", 6);
  return prints;
}

std::vector<uint8_t> bytesOf(const std::vector<uint32_t> &words) {
  std::vector<uint8_t> bytes(words.size() * 4);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

core::PrintedText printed(const std::vector<uint32_t> &words) { return core::printedText(example(), bytesOf(words)); }

}  // namespace

TEST_CASE("records become text in their order") {
  const core::PrintedText result = printed({2, 0, 0, 0, 1, 0xffffffff, 0, 0, 0xc0003c00, 0, 0, 0, 2, 0, 0, 0});
  CHECK(result.text == "end\xff-1:abc\xfe|1.000000,-2.000000\nend\xff");
  CHECK(result.calls == 3);
}

TEST_CASE("numbers are printed the same in every locale of the program") {
  char folder[] = "/tmp/weft-locale-XXXXXX";
  REQUIRE(mkdtemp(folder));
  std::system(("localedef -i de_DE -f UTF-8 " + std::string(folder) + "/de_DE.UTF-8 2> /dev/null").c_str());
  setenv("LOCPATH", folder, 1);
  const locale_t german = newlocale(LC_ALL_MASK, "de_DE.UTF-8", nullptr);
  unsetenv("LOCPATH");
  std::filesystem::remove_all(folder);
  if (!german) {
    WARN("this machine cannot make a locale with decimal commas");
    return;
  }
  const locale_t before = uselocale(german);
  char own[8];
  std::snprintf(own, sizeof(own), "%.1f", 1.5);
  const std::string text = printed({1, 0xffffffff, 0, 0, 0xc0003c00, 0, 0, 0}).text;
  char after[8];
  std::snprintf(after, sizeof(after), "%.1f", 1.5);
  uselocale(before);
  freelocale(german);
  CHECK(std::string(own) == "1,5");
  CHECK(text == "-1:abc\xfe|1.000000,-2.000000\n");
  CHECK(std::string(after) == "1,5");
}

TEST_CASE("records that make no sense end the text") {
  CHECK(printed({}).text.empty());
  CHECK(printed({2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}).text == "end\xff");           // not written
  CHECK(printed({2, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0}).text == "end\xff");           // no such print
  CHECK(printed({2, 0, 0, 0, 0xffffffff, 0, 0, 0, 2, 0, 0, 0}).text == "end\xff");  // nor this
  CHECK(printed({2, 0, 0, 0, 1, 5, 0, 0}).text == "end\xff");                       // cut short
  // A string that is none.
  kernel::Prints prints = example();
  prints.calls[0].arguments[1].constant = 1000;
  CHECK(core::printedText(prints, bytesOf({1, 5, 0, 0, 0, 0, 0, 0})).text == "5:|0.000000,0.000000\n");
  prints.calls[0].arguments[1].constant = 0;
  CHECK(core::printedText(prints, bytesOf({1, 5, 0, 0, 0, 0, 0, 0})).text == "5:(null)|0.000000,0.000000\n");
}

TEST_CASE("prints survive their JSON") {
  CHECK(kernel::printsFromText(kernel::printsToText(example())) == example());
  CHECK(kernel::printsFromText("") == kernel::Prints());
  CHECK(kernel::printsToText({}).empty());
}

TEST_CASE("prints that do not fit their formats are refused") {
  const auto refused = [](auto change) {
    kernel::Prints prints = example();
    change(prints);
    const nlohmann::ordered_json json = kernel::toJson(prints);
    CHECK_THROWS_AS(kernel::printsFromJson(json), std::exception);
  };
  refused([](kernel::Prints &prints) { prints.calls[0].arguments.pop_back(); });
  refused([](kernel::Prints &prints) { prints.calls[0].arguments[0].kind = Kind::Float; });
  refused([](kernel::Prints &prints) { prints.calls[0].arguments[0].bytes = 3; });
  refused([](kernel::Prints &prints) { prints.calls[0].arguments[0].offset = 29; });
  refused([](kernel::Prints &prints) { prints.calls[0].arguments[2].elements = 16; });
  refused([](kernel::Prints &prints) { prints.calls[0].arguments[2].bytes = 1; });
  refused([](kernel::Prints &prints) { prints.calls[0].arguments[2].constant = 1; });
  refused([](kernel::Prints &prints) { prints.calls[0].format = "%y"; });
  refused([](kernel::Prints &prints) { prints.calls[0].granules = 0; });
  refused([](kernel::Prints &prints) { prints.calls[0].granules = 1 << 16; });
  refused([](kernel::Prints &prints) { prints.strings.pop_back(); });
}
