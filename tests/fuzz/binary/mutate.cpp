// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/binary/mutate.h"

#include <nlohmann/json.hpp>

#include "program/container.h"
#include "support/archive.h"
#include "support/hash.h"

namespace weft::fuzz {
namespace {

using Json = nlohmann::ordered_json;

void changeBytes(std::string &bytes, Random &random) {
  for (size_t hits = 1 + random.below(4); hits && !bytes.empty(); --hits) {
    const size_t at = random.below(bytes.size());
    switch (random.below(6)) {
    case 0:
    case 1:
      bytes[at] = char(bytes[at] ^ (1 << random.below(8)));
      break;
    case 2:
      bytes[at] = char(random());
      break;
    case 3:
      bytes.erase(at, random.below(64));
      break;
    case 4:
      bytes.insert(at, bytes.substr(random.below(bytes.size()), random.below(64)));
      break;
    case 5:
      for (size_t i = at / 4 * 4; i < std::min(at / 4 * 4 + 4, bytes.size()); ++i)
        bytes[i] = char(0xff);
      break;
    }
  }
}

// A value that the place cannot have, or can hardly have.
Json oddValue(Random &random) {
  const Json values[] = {nullptr,
                         true,
                         -1,
                         0,
                         1,
                         2,
                         3,
                         31,
                         32,
                         63,
                         64,
                         65,
                         255,
                         1000,
                         1024,
                         4096,
                         65536,
                         1u << 20,
                         1u << 31,
                         4294967295u,
                         uint64_t(1) << 32,
                         18446744073709551615u,
                         0.5,
                         1e300,
                         "",
                         "k",
                         "../../x",
                         "buffer",
                         "local",
                         "value",
                         "load",
                         "store",
                         Json::array(),
                         Json::array({0}),
                         Json::array({1, 2, 3}),
                         Json::object(),
                         std::string(100000, 'x')};
  return random.of(values);
}

void changeValue(Json &value, Random &random) {
  if (value.is_structured() && !value.empty() && random.below(16)) {
    auto child = value.begin();
    std::advance(child, long(random.below(value.size())));
    return changeValue(*child, random);
  }
  if (value.is_number_unsigned() && random.below(2))
    value = value.get<uint64_t>() + (random.below(2) ? 1 : uint64_t(-1));
  else if (value.is_array() && !value.empty() && random.below(2))
    value.push_back(value[0]);
  else
    value = oddValue(random);
}

void changeMembers(support::Archive &archive, Random &random) {
  auto &members = archive.members;
  const size_t at = random.below(members.size()), to = random.below(members.size());
  switch (random.below(3)) {
  case 0:
    members.erase(members.begin() + long(at));
    break;
  case 1:
    std::swap(members[at].bytes, members[to].bytes);
    break;
  case 2:
    members[at].name += "x";
    break;
  }
}

// The manifest tells size and hash of each member.
void list(Json &manifest, const support::Archive &archive) {
  if (!manifest.is_object() || !manifest.contains("members") || !manifest["members"].is_array())
    return;
  for (Json &line : manifest["members"])
    if (line.is_object() && line.contains("name") && line["name"].is_string())
      if (const std::string *bytes = archive.find(line["name"].get<std::string>())) {
        line["bytes"] = bytes->size();
        line["xxh3_128"] = support::hashBytes(*bytes).hex();
      }
}

}  // namespace

Mutant mutateBinary(const std::string &good, Random &random) {
  support::Archive archive = support::readArchive(good);
  Json manifest = Json::parse(archive.members.at(0).bytes);
  Mutant mutant;
  const size_t way = random.below(10);
  if (way < 5) {
    mutant.what = "IR";
    if (random.below(8))
      manifest["generator"] = "weft 0.0.1";  // or else an executable's IR is not looked at
    for (support::ArchiveMember &member : archive.members)
      if (member.name == "program.bc")
        changeBytes(member.bytes, random);
  } else if (way < 8) {
    mutant.what = "manifest";
    for (size_t changes = 1 + random.below(3); changes; --changes)
      changeValue(random.below(4) && manifest.contains("kernels") ? manifest["kernels"] : manifest, random);
  } else if (way < 9) {
    mutant.what = "RTL";
    for (support::ArchiveMember &member : archive.members)
      if (member.name.ends_with(".sv") || member.name.ends_with(".json"))
        if (&member != &archive.members[0])
          changeBytes(member.bytes, random);
  } else {
    mutant.what = "members";
    changeMembers(archive, random);
  }
  list(manifest, archive);
  if (!archive.members.empty() && archive.members[0].name == "manifest.json")
    archive.members[0].bytes = manifest.dump(-1, ' ', false, Json::error_handler_t::replace);
  mutant.bytes = support::writeArchive(archive);
  program::seal(mutant.bytes);
  return mutant;
}

}  // namespace weft::fuzz
