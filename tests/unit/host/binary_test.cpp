// SPDX-License-Identifier: Apache-2.0
#include "host/core/binary.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "board/board.h"
#include "hls/compile.h"
#include "host/core/build.h"
#include "host/core/device.h"
#include "host/core/platform.h"
#include "support/archive.h"
#include "support/hash.h"

using namespace weft;
using namespace weft::core;
using Json = nlohmann::ordered_json;

namespace {

const board::Description &card() {
  static const board::Description description = board::loadDescription("sim-card");
  return description;
}

/// An executable with one kernel that uses every field of the description.
program::Container executable() {
  kernel::Image image;
  image.interface.name = "k";
  kernel::Argument buffer;
  buffer.kind = kernel::Argument::Kind::Buffer;
  buffer.name = "out";
  buffer.typeName = "number*";
  buffer.baseTypeName = "int*";
  buffer.addressSpace = "global";
  buffer.typeQualifiers = "restrict";
  buffer.bytes = 8;
  buffer.word = 32;
  buffer.noAlias = true;
  kernel::Argument local = buffer;
  local.kind = kernel::Argument::Kind::Local;
  local.word = 34;
  kernel::Argument value = buffer;
  value.kind = kernel::Argument::Kind::Value;
  value.bytes = 12;
  value.word = 36;
  image.interface.arguments = {buffer, local, value};
  kernel::Site site;
  site.kind = kernel::Site::Kind::Store;
  site.bytes = 8;
  site.arguments = {0};
  site.location = {"<source>", 3, 5};
  image.interface.sites = {site};
  image.interface.checks = {{kernel::Site::Kind::Load, 4, "table", 28, {}, {"<source>", 4, 9}},
                            {kernel::Site::Kind::Atomic, 4, "shared", 0, {1}, {}}};
  image.interface.stallPoints = {{kernel::StallPoint::Kind::Loop, "for.body", {"<source>", 5, 3}},
                                 {kernel::StallPoint::Kind::Barrier, "barrier", {}}};
  image.interface.addressBits = 32;
  image.interface.maxWorkGroupSize = 32;
  image.interface.requiredSize[0] = 8;
  image.interface.requiredSize[1] = 4;
  image.interface.requiredSize[2] = 1;
  image.interface.sizeHint[0] = 2;
  image.interface.vecTypeHint = "float4";
  image.interface.slots = 64;
  image.interface.groupSlots = 2;
  image.interface.attributes = {"reqd_work_group_size(8,4,1)"};
  image.systemVerilog = "module kernel_region; endmodule\n";
  image.report = "{}\n";
  image.localMemoryBytes = 128;
  image.localCopies = 2;
  image.privateMemoryBytes = 256;
  auto program = std::make_shared<kernel::Program>();
  program->bitcode = std::string("BC\xc0\xde\0\xff", 6);
  program->kernels.push_back(image);
  program::Container binary;
  binary.type = program::Type::Executable;
  binary.options = "-D A=1";
  binary.bitcode = program->bitcode;
  binary.program = program;
  binary.attachments = {{program::Attachment::Role::Bitstream, "card.bit", std::string(300, '\x55')},
                        {program::Attachment::Role::SimulationModel, "k.so", "model"},
                        {program::Attachment::Role::Source, "k.cl", "kernel void k() {}"}};
  return binary;
}

bool sameContent(const program::Container &a, const program::Container &b) {
  if (a.type != b.type || a.options != b.options || a.bitcode != b.bitcode || a.attachments != b.attachments ||
      !a.program != !b.program)
    return false;
  if (!a.program)
    return true;
  return a.program->kernels == b.program->kernels;
}

/// True if the bytes are refused as they should be: by CL_INVALID_BINARY, and in no other way.
bool refused(std::string_view bytes) {
  try {
    unpackBinary(bytes, card());
    return false;
  } catch (const Error &error) {
    CHECK(error.code() == CL_INVALID_BINARY);
    return true;
  }
}

/// The same container with a changed manifest, whole again.
template <class Change> std::string withManifest(const std::string &bytes, Change change) {
  support::Archive archive = support::readArchive(bytes);
  Json manifest = Json::parse(archive.members.at(0).bytes);
  change(manifest, archive);
  archive.members[0].bytes = manifest.dump();
  std::string result = support::writeArchive(archive);
  program::seal(result);
  return result;
}

/// The same container, of another compiler and so not to be used as it is, with other bytes as its IR.
std::string withBitcode(const std::string &bytes, const std::function<void(std::string &)> &change) {
  return withManifest(bytes, [&](Json &manifest, support::Archive &archive) {
    manifest["generator"] = "weft 0.0.1";
    for (Json &line : manifest["members"])
      if (line["role"] == "ir")
        for (support::ArchiveMember &member : archive.members)
          if (line["name"] == member.name) {
            change(member.bytes);
            line["bytes"] = member.bytes.size();
            line["xxh3_128"] = support::hashBytes(member.bytes).hex();
          }
  });
}

/// Damage that the outer hash does not see: what lies behind it must stand it. Either it is refused, or nothing that
/// counts was hit.
void fuzzSealed(uint64_t seed, unsigned rounds) {
  const std::string good = packBinary(executable(), card());
  const program::Container content = unpackBinary(good, card());
  std::mt19937_64 random(seed);
  for (unsigned i = 0; i < rounds; ++i) {
    std::string bad = good;
    for (unsigned hits = 1 + unsigned(random() % 4); hits; --hits) {
      const size_t at = random() % bad.size();
      switch (random() % 5) {
      case 0:
        bad[at] = char(bad[at] ^ (1 << (random() % 8)));
        break;
      case 1:
        bad[at] = char(random());
        break;
      case 2:
        bad.erase(at, random() % 64);
        break;
      case 3:
        bad.insert(at, std::string(random() % 64, char(random())));
        break;
      case 4: {  // sizes and counts: extreme values
        const uint32_t value = (random() & 1) ? 0xffffffff : uint32_t(random());
        if (at + 4 <= bad.size())
          bad.replace(at, 4, reinterpret_cast<const char *>(&value), 4);
        break;
      }
      }
    }
    // The comment's text is what makes it a candidate at all.
    const std::string comment = good.substr(good.size() - 42);
    if (bad.size() > comment.size() && random() % 2)
      bad.replace(bad.size() - comment.size(), comment.size(), comment);
    program::seal(bad);
    INFO("seed " << seed << " round " << i);
    std::optional<program::Container> read;
    try {
      read = unpackBinary(bad, card());
    } catch (const Error &error) {
      CHECK(error.code() == CL_INVALID_BINARY);
    }
    CHECK((!read || sameContent(*read, content)));
    try {
      program::inspect(bad, hls::generatorIdentity());
    } catch (const program::InvalidContainer &) {
    }
  }
}

/// Replaces every value of the manifest by values that it cannot have.
void forEachValue(const Json &root, const Json::json_pointer &at, const std::function<void(Json::json_pointer)> &body) {
  body(at);
  const Json &value = root.at(at);
  if (value.is_object())
    for (const auto &[key, child] : value.items())
      forEachValue(root, at / key, body);
  else if (value.is_array())
    for (size_t i = 0; i < value.size(); ++i)
      forEachValue(root, at / i, body);
}

}  // namespace

TEST_CASE("a program binary comes back as it was") {
  const program::Container program = executable();
  CHECK(sameContent(unpackBinary(packBinary(program, card()), card()), program));
  program::Container library;
  library.type = program::Type::Library;
  library.options = "-D A=\"\xff\"";  // no UTF-8
  library.bitcode = std::string("\0BC\xff", 4);
  const program::Container back = unpackBinary(packBinary(library, card()), card());
  CHECK(back.type == library.type);
  CHECK(back.bitcode == library.bitcode);
  CHECK(!back.program);
}

TEST_CASE("the same program gives the same bytes, whenever it is packed") {
  const std::string first = packBinary(executable(), card());
  // Two seconds are the step of times in zip archives.
  CHECK(packBinary(executable(), card()) == first);
  program::Container other = executable();
  other.options += " ";
  CHECK(packBinary(other, card()) != first);
  // No time of day: the field holds the first day that it can.
  const std::string dosTime("\0\0\x21\0", 4);
  CHECK(first.substr(10, 4) == dosTime);
}

TEST_CASE("a program binary is an archive that standard tools read") {
  const auto directory =
      std::filesystem::temp_directory_path() / ("weft-binary-" + std::to_string(std::random_device()()));
  std::filesystem::create_directory(directory);
  const auto file = directory / "program.zip";
  std::ofstream(file, std::ios::binary) << packBinary(executable(), card());
  const std::string command =
      "cd " + directory.string() +
      " && python3 -m zipfile -e program.zip out && test -s out/manifest.json && cat "
      "out/kernels/k.sv | grep -q kernel_region && test -s out/program.bc && test -s out/bitstreams/card.bit";
  CHECK(std::system(command.c_str()) == 0);
  std::filesystem::remove_all(directory);
}

TEST_CASE("every damaged bit and every missing byte of a program binary is noticed") {
  const std::string good = packBinary(executable(), card());
  REQUIRE(!refused(good));
  for (size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = char(bad[bit / 8] ^ (1 << (bit % 8)));
    INFO("bit " << bit);
    CHECK(refused(bad));
  }
  for (size_t length = 0; length < good.size(); ++length) {
    INFO("length " << length);
    CHECK(refused(std::string_view(good).substr(0, length)));
  }
  CHECK(refused(good + "x"));
  CHECK(refused("x" + good));
  CHECK(refused(good + good));
}

TEST_CASE("damage behind a right hash is refused, or hits nothing that counts") { fuzzSealed(1, 20000); }

TEST_CASE("damage behind a right hash, with a fresh seed", "[.fuzz]") {
  const uint64_t seed = std::random_device()() * uint64_t(0x9e3779b97f4a7c15);
  WARN("seed " << seed);
  fuzzSealed(seed, 400000);
}

TEST_CASE("a manifest with any value replaced is refused, or still describes a program") {
  const std::string good = packBinary(executable(), card());
  const Json manifest = Json::parse(support::readArchive(good).members.at(0).bytes);
  const Json replacements[] = {
      nullptr, true, -1, 0, 1e300, 4294967296u * uint64_t(4096), "", "../../other", Json::array(), Json::object()};
  unsigned tried = 0, accepted = 0;
  forEachValue(manifest, Json::json_pointer(), [&](const Json::json_pointer &at) {
    for (const Json &replacement : replacements) {
      const std::string bad = withManifest(good, [&](Json &changed, support::Archive &) { changed[at] = replacement; });
      INFO(at.to_string() << " = " << replacement.dump());
      ++tried;
      accepted += refused(bad) ? 0 : 1;
    }
    if (at.empty())
      return;
    const std::string without = withManifest(good, [&](Json &changed, support::Archive &) {
      Json &parent = changed[at.parent_pointer()];
      if (parent.is_object())
        parent.erase(at.back());
    });
    refused(without);
  });
  CHECK(tried > 500);
  CHECK(accepted < tried / 2);  // texts and numbers that are only told on
}

TEST_CASE("sizes in a manifest that are no whole numbers are refused") {
  const std::string good = packBinary(executable(), card());
  const char *field = GENERATE("required_size", "size_hint");
  const auto refusedAs = [&](const Json &sizes) {
    return refused(
        withManifest(good, [&](Json &changed, support::Archive &) { changed["kernels"][0][field] = sizes; }));
  };
  INFO(field);
  CHECK_FALSE(refusedAs({2, 1, 1}));
  for (const Json &size : {Json(1.5), Json(1e300), Json(-1), Json(uint64_t(1) << 32), Json(true), Json("1")})
    CHECK(refusedAs({2, size, 1}));
  CHECK(refusedAs({2, 1}));
}

TEST_CASE("a manifest with sizes or indices that no kernel can have is refused") {
  const std::string good = packBinary(executable(), card());
  const auto refusedAs = [&](const char *at, const Json &value) {
    INFO(at << " = " << value.dump());
    CHECK(refused(withManifest(
        good, [&](Json &changed, support::Archive &) { changed["kernels"][0][Json::json_pointer(at)] = value; })));
  };
  refusedAs("/required_size", {2, 0, 1});
  refusedAs("/required_size", {8, 4, 2});
  refusedAs("/max_work_group_size", 31);
  CHECK(refused(withManifest(good, [](Json &changed, support::Archive &) {
    changed["kernels"][0]["required_size"] = Json::array();
    changed["kernels"][0]["max_work_group_size"] = 65;
  })));
  refusedAs("/compute_units", 0);
  refusedAs("/compute_units", 17);
  refusedAs("/lanes", 0);
  refusedAs("/lanes", 3);
  refusedAs("/lanes", 128);
  refusedAs("/slots", 48);
  refusedAs("/slots", 1 << 30);
  refusedAs("/group_slots", 3);
  refusedAs("/group_slots", 1 << 20);
  refusedAs("/address_bits", 65);
  refusedAs("/stall_points",
            Json(size_t(65), Json{{"kind", "loop"}, {"name", ""}, {"file", ""}, {"line", 0}, {"column", 0}}));
  refusedAs("/stall_points/0/kind", "goto");
  refusedAs("/name", "");
  refusedAs("/arguments/0/word", 31);
  refusedAs("/arguments/0/word", 1023);
  refusedAs("/arguments/0/bytes", 4);
  refusedAs("/sites/0/arguments", {1});
  refusedAs("/sites/0/arguments", {3});
  refusedAs("/sites/0/bytes", 6);
  refusedAs("/sites/0/bytes", 128);
  CHECK(
      refused(withManifest(good, [](Json &changed, auto &) { changed["kernels"].push_back(changed["kernels"][0]); })));
}

TEST_CASE("program binaries of newer versions, of other formats and for other boards are refused") {
  const std::string good = packBinary(executable(), card());
  CHECK_FALSE(refused(withManifest(good, [](Json &, support::Archive &) {})));
  CHECK(refused(withManifest(good, [](Json &manifest, auto &) { manifest["version"] = 2; })));
  CHECK(refused(withManifest(good, [](Json &manifest, auto &) { manifest["format"] = "other"; })));
  CHECK(refused(withManifest(good, [](Json &manifest, auto &) { manifest["type"] = "other"; })));
  CHECK(refused(withManifest(good, [](Json &manifest, auto &) { manifest["board"]["name"] = "other"; })));
  board::Description other = card();
  other.name = "other";
  CHECK(refused(packBinary(executable(), other)));
}

TEST_CASE("members that the manifest does not list, or lists otherwise, are refused") {
  const std::string good = packBinary(executable(), card());
  CHECK(refused(withManifest(good, [](Json &, auto &archive) { archive.members.push_back({"extra", "bytes"}); })));
  CHECK(refused(withManifest(good, [](Json &, auto &archive) { archive.members.pop_back(); })));
  CHECK(refused(withManifest(good, [](Json &, auto &archive) { archive.members.back().bytes += "x"; })));
  CHECK(refused(withManifest(good, [](Json &, auto &archive) { archive.members[1].bytes[0] ^= 1; })));
}

TEST_CASE("archives that unpack to too much are refused before they do") {
  const auto bomb = [](uint64_t bytes) {
    return withManifest(packBinary(executable(), card()), [&](Json &manifest, support::Archive &archive) {
      archive.members.push_back({"bitstreams/bomb", std::string(bytes, '\0')});
      manifest["members"].push_back({{"name", "bitstreams/bomb"},
                                     {"role", "bitstream"},
                                     {"bytes", bytes},
                                     {"xxh3_128", support::hashBytes(archive.members.back().bytes).hex()}});
    });
  };
  CHECK_FALSE(refused(bomb(1 << 20)));
  const std::string large = bomb(uint64_t(300) << 20);
  CHECK(large.size() < 1 << 20);
  CHECK(refused(large));
  // One that lies about its size is cut off there.
  std::string lying = bomb(uint64_t(16) << 20);
  const uint32_t size = uint32_t(16) << 20, claimed = 1 << 10;
  for (size_t at = 0; at + 4 <= lying.size(); ++at)
    if (std::memcmp(lying.data() + at, &size, 4) == 0)
      std::memcpy(lying.data() + at, &claimed, 4);
  program::seal(lying);
  CHECK(refused(lying));
  support::Archive many;
  for (unsigned i = 0; i < 5000; ++i)
    many.members.push_back({std::to_string(i), ""});
  CHECK_THROWS_AS(support::readArchive(support::writeArchive(many)), std::runtime_error);
}

TEST_CASE("archives whose names lead out of them are refused") {
  const auto named = [](const char *name) { return support::writeArchive({{{name, "text"}}, ""}); };
  for (const char *name :
       {"../x", "a/../../x", "a/..", "..", "./x", "/etc/x", "..\\x", "a\\..\\x", "C:x", "/", "a/./b"}) {
    CAPTURE(name);
    CHECK_THROWS_WITH(support::readArchive(named(name)), Catch::Contains(name) && Catch::Contains("leads out"));
  }
  for (const char *name : {"x", "a/b/c.sv", "..x", "x..", "a/...", "a..b/c"}) {
    CAPTURE(name);
    CHECK(support::readArchive(named(name)).members.size() == 1);
  }
  // Where the user meets it.
  std::string bad = withManifest(packBinary(executable(), card()), [](Json &, auto &archive) {
    archive.members.push_back({"../../home/user/.profile", "text"});
  });
  CHECK(refused(bad));
}

TEST_CASE("RTL of another compiler, or for another description of the board, is not used: the IR is") {
  const std::string good = packBinary(executable(), card());
  const program::Container older = unpackBinary(withManifest(good,
                                                             [](Json &manifest, auto &) {
                                                               manifest["generator"] = "weft 0.0.1";
                                                               manifest["kernels"][0] = {{"form", "of its own"}};
                                                             }),
                                                card());
  CHECK(!older.program);
  CHECK(older.bitcode == executable().bitcode);
  board::Description wider = card();
  wider.portBits *= 2;
  CHECK(!unpackBinary(good, wider).program);
}

TEST_CASE("an executable of another compiler is generated anew from its IR") {
  Device &device = *Platform::instance().devices().at(0);
  const Ref<Context> context =
      makeRef<Context>(std::vector<Device *>{&device}, std::vector<cl_context_properties>{}, nullptr, nullptr);
  const Ref<Program> source = makeRef<Program>(*context, "kernel void k(global int *p) { p[0] = 1; }\n");
  buildProgram(*source, {&device}, "", nullptr);
  const std::string bytes = source->state(device).binary->bytes();
  for (const bool older : {false, true}) {
    const std::string variant = withManifest(bytes, [&](Json &manifest, auto &) {
      if (older)
        manifest["generator"] = "weft 0.0.1";
    });
    auto packed = std::make_shared<const PackedBinary>(unpackBinary(variant, device.description()),
                                                       device.description(), variant);
    CHECK(!packed->content().program == older);
    const Ref<Program> loaded =
        makeRef<Program>(*context, Program::Devices{&device}, std::vector<std::shared_ptr<const PackedBinary>>{packed});
    buildProgram(*loaded, {&device}, "", nullptr);
    const Program::State state = loaded->state(device);
    REQUIRE(state.executable);
    CHECK(state.executable->program->kernels.at(0).systemVerilog ==
          source->state(device).executable->program->kernels.at(0).systemVerilog);
    if (older)
      CHECK(state.binary->bytes() == bytes);  // now of this compiler
    else
      CHECK(state.binary->bytes() == variant);
  }
}

TEST_CASE("LLVM IR in a binary that LLVM cannot stand fails to build, and does nothing else") {
  Device &device = *Platform::instance().devices().at(0);
  const Ref<Context> context =
      makeRef<Context>(std::vector<Device *>{&device}, std::vector<cl_context_properties>{}, nullptr, nullptr);
  const Ref<Program> source = makeRef<Program>(*context, "constant int t[4] = {1, 2, 3, 4};\n"
                                                         "int f(int x) { return t[x & 3] * x; }\n"
                                                         "kernel void k(global int *p, int n) {\n"
                                                         "  for (int i = 0; i < n; ++i) p[i] = f(p[i]);\n}\n");
  buildProgram(*source, {&device}, "", nullptr);
  const std::string bytes = source->state(device).binary->bytes();
  const auto build = [&](const std::string &variant) {
    auto packed = std::make_shared<const PackedBinary>(unpackBinary(variant, device.description()),
                                                       device.description(), variant);
    const Ref<Program> loaded =
        makeRef<Program>(*context, Program::Devices{&device}, std::vector<std::shared_ptr<const PackedBinary>>{packed});
    try {
      buildProgram(*loaded, {&device}, "", nullptr);
    } catch (const Error &error) {
      CHECK(error.code() == CL_BUILD_PROGRAM_FAILURE);
    }
    return loaded->state(device);
  };
  CHECK(build(withBitcode(bytes, [](std::string &) {})).executable);
  // Among them are those that LLVM's reader answers with a signal, with the process's end or with endless memory.
  for (const unsigned seed : {0, 11, 26, 29, 32, 38, 40, 52}) {
    const Program::State state = build(withBitcode(bytes, [&](std::string &bitcode) {
      std::mt19937 random(seed);
      for (unsigned hits = 1 + random() % 4; hits; --hits)
        bitcode[random() % bitcode.size()] ^= char(1u << (random() % 8));
    }));
    INFO("seed " << seed << ": " << state.log);
    CHECK((state.executable || state.log.starts_with("error: ")));
  }
}
