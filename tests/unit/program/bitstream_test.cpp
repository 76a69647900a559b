// SPDX-License-Identifier: Apache-2.0
// Bitstreams in a container, and what the manifest says of them. All else of containers:
// tests/unit/host/binary_test.cpp.
#include <catch2/catch.hpp>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

#include "board/description.h"
#include "program/container.h"
#include "support/archive.h"

using namespace weft;
using Json = nlohmann::ordered_json;
using Role = program::Attachment::Role;

namespace {

constexpr const char *kGenerator = "a test";

const board::Description &nano() {
  static const board::Description description = board::loadDescription("hx8k-evn");
  return description;
}

program::Container library() {
  program::Container container;
  container.type = program::Type::Library;
  container.bitcode = "BC";
  container.attachments = {{Role::Bitstream, "k.bin", "bits"},
                           {Role::Bitstream, "of another tool.bin", "others"},
                           {Role::Source, "k.cl", "kernel void k() {}"}};
  container.bitstreams = {{{{"k", 0xfedcba98}, {"other", 7}},
                           "k.bin",
                           "hx8k ct256",
                           24.25,
                           24.26,
                           3,
                           {{"logic cells", 7, 9}},
                           {{1.5, "routing to x", "k.cl:1", 3, 4}, {0.5, "logic in y", ""}},
                           {8, 6, {{kernel::PlacedPart::Kind::Node, "entry", "k.cl:1", {{3, 4, 2}, {7, 5, 1}}}}},
                           {"a tool"}}};
  return container;
}

/// The kernels of a bitstream, as the manifest has them.
Json kernelOf(const Json &number) { return Json::array({{{"name", "k"}, {"number", number}}}); }

/// The container with another value in a field of its bitstream; null: without the field.
std::string with(const char *field, const Json &value) {
  support::Archive archive = support::readArchive(program::pack(library(), nano(), kGenerator));
  Json manifest = Json::parse(archive.members.at(0).bytes);
  manifest["bitstreams"][0][field] = value;
  if (value.is_null())
    manifest["bitstreams"][0].erase(field);
  archive.members[0].bytes = manifest.dump();
  std::string result = support::writeArchive(archive);
  program::seal(result);
  return result;
}

}  // namespace

TEST_CASE("bitstreams come back as they were, with what is known of them") {
  const std::string bytes = program::pack(library(), nano(), kGenerator);
  const program::Container back = program::unpack(bytes, nano(), kGenerator);
  CHECK(back.bitstreams == library().bitstreams);
  CHECK(back.attachments == library().attachments);
  CHECK(program::pack(back, nano(), kGenerator) == bytes);
  const program::Contents contents = program::inspect(bytes, kGenerator);
  CHECK(contents.bitstreams == library().bitstreams);
  CHECK(contents.clockMhz == 12);
}

/// A floor plan of 8 x 6 tiles with one part.
Json planWith(const char *kind, const Json &tile) {
  return {
      {"columns", 8},
      {"rows", 6},
      {"parts",
       Json::array({{{"kind", kind}, {"name", "n"}, {"location", ""}, {"cells", 1}, {"tiles", Json::array({tile})}}})}};
}

TEST_CASE("a floor plan with tiles outside of the FPGA, or unknown parts, is refused") {
  CHECK_NOTHROW(program::unpack(with("floorplan", planWith("unit", {7, 5, 1})), nano(), kGenerator));
  for (const Json &plan : {planWith("unit", {8, 5, 1}), planWith("unit", {7, 6, 1}), planWith("unit", {-1, 0, 1}),
                           planWith("unit", {1, 2}), planWith("house", {7, 5, 1}), Json(), Json(5)}) {
    INFO(plan);
    CHECK_THROWS_AS(program::inspect(with("floorplan", plan), kGenerator), program::InvalidContainer);
  }
}

TEST_CASE("a bitstream whose clock its routing did not close, or that is not there, is refused") {
  CHECK_NOTHROW(program::unpack(with("routed_mhz", 24.25), nano(), kGenerator));
  CHECK_NOTHROW(program::unpack(with("kernels", kernelOf(0xffffffff)), nano(), kGenerator));
  for (const auto &[field, value] :
       std::initializer_list<std::pair<const char *, Json>>{{"routed_mhz", 24.2},
                                                            {"clock_mhz", 0},
                                                            {"clock_mhz", -1},
                                                            {"clock_mhz", "24"},
                                                            {"file", "none.bin"},
                                                            {"file", "k.cl"},
                                                            {"kernels", Json::array()},
                                                            {"kernels", kernelOf(uint64_t(1) << 32)},
                                                            {"resources", 5},
                                                            {"part", nullptr},
                                                            {"tools", nullptr}}) {
    INFO(field << " " << value);
    CHECK_THROWS_AS(program::unpack(with(field, value), nano(), kGenerator), program::InvalidContainer);
    CHECK_THROWS_AS(program::inspect(with(field, value), kGenerator), program::InvalidContainer);
  }
}

TEST_CASE("a bitstream of which an older version of Weft said less has to be built again") {
  for (const char *field : {"kernels", "floorplan"})
    CHECK_THROWS_WITH(program::unpack(with(field, nullptr), nano(), kGenerator), Catch::Contains("build it again"));
}
