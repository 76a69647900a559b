// SPDX-License-Identifier: Apache-2.0
#include "host/core/image_json.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "weft_abi.h"

namespace weft::core {
namespace {

using Json = nlohmann::ordered_json;
using graph::Argument;
using graph::Check;
using graph::Site;

// Far above what a kernel can have; a description that exceeds it was not written by the compiler.
constexpr uint64_t kMaxArgumentBytes = 1 << 16;
constexpr uint64_t kMaxWord = 1 << abi::CFG_ADDR_BITS;

void check(bool holds, const char *why) {
  if (!holds)
    throw std::runtime_error(why);
}

template <class Enum> struct Name {
  Enum value;
  const char *name;
};
constexpr Name<Argument::Kind> kArgumentKinds[] = {
    {Argument::Kind::Buffer, "buffer"}, {Argument::Kind::Local, "local"}, {Argument::Kind::Value, "value"}};
constexpr Name<Site::Kind> kSiteKinds[] = {
    {Site::Kind::Load, "load"}, {Site::Kind::Store, "store"}, {Site::Kind::Atomic, "atomic"}};
constexpr Name<Site::Unit> kUnits[] = {{Site::Unit::Stream, "stream"}, {Site::Unit::Scatter, "scatter"}};

template <class Enum, size_t n> const char *nameOf(const Name<Enum> (&names)[n], Enum value) {
  return std::find_if(names, names + n, [&](const auto &entry) { return entry.value == value; })->name;
}
template <class Enum, size_t n> Enum valueOf(const Name<Enum> (&names)[n], const Json &name) {
  const auto found = std::find_if(names, names + n, [&](const auto &entry) { return name == entry.name; });
  check(found != names + n, "an unknown kind");
  return found->value;
}

uint64_t numberOf(const Json &value, const char *field, uint64_t limit) {
  // Asked for first: to convert any other number is not defined for all of them.
  check(value.is_number_unsigned() && value.get<uint64_t>() <= limit, field);
  return value.get<uint64_t>();
}

/// Three sizes, or, if `mayBeEmpty`, none.
void readSizes(const Json &json, const char *field, bool mayBeEmpty, auto &sizes) {
  const Json &list = json.at(field);
  check(list.is_array() && (list.size() == 3 || (mayBeEmpty && list.empty())), field);
  for (size_t i = 0; i < list.size(); ++i)
    sizes[i] = unsigned(numberOf(list[i], field, UINT32_MAX));
}

Json toJson(const Argument &argument) {
  return {{"name", argument.name},
          {"kind", nameOf(kArgumentKinds, argument.kind)},
          {"type", argument.typeName},
          {"address_space", argument.addressSpace},
          {"access_qualifier", argument.accessQualifier},
          {"type_qualifiers", argument.typeQualifiers},
          {"bytes", argument.bytes},
          {"alignment", argument.alignment},
          {"word", argument.word},
          {"no_alias", argument.noAlias}};
}

Argument argumentFromJson(const Json &json) {
  Argument argument;
  argument.name = json.at("name").get<std::string>();
  argument.kind = valueOf(kArgumentKinds, json.at("kind"));
  argument.typeName = json.at("type").get<std::string>();
  argument.addressSpace = json.at("address_space").get<std::string>();
  argument.accessQualifier = json.at("access_qualifier").get<std::string>();
  argument.typeQualifiers = json.at("type_qualifiers").get<std::string>();
  argument.bytes = numberFromJson(json, "bytes", kMaxArgumentBytes);
  argument.alignment = numberFromJson(json, "alignment");
  check(argument.alignment == 0 || std::has_single_bit(argument.alignment), "an alignment is no power of two");
  argument.word = uint32_t(numberFromJson(json, "word", kMaxWord));
  argument.noAlias = json.at("no_alias").get<bool>();
  check(argument.word >= abi::word::ARGS && argument.word + argument.words() <= kMaxWord,
        "an argument lies outside the words of arguments");
  return argument;
}

Json toJson(const Site &site) {
  return {{"kind", nameOf(kSiteKinds, site.kind)}, {"unit", nameOf(kUnits, site.unit)}, {"bytes", site.bytes},
          {"arguments", site.arguments},           {"file", site.location.file},        {"line", site.location.line},
          {"column", site.location.column}};
}

Site siteFromJson(const Json &json, const std::vector<Argument> &arguments) {
  Site site;
  site.kind = valueOf(kSiteKinds, json.at("kind"));
  site.unit = valueOf(kUnits, json.at("unit"));
  site.bytes = unsigned(numberFromJson(json, "bytes"));
  check(std::has_single_bit(site.bytes), "the size of an access is no power of two");
  for (const Json &index : json.at("arguments")) {
    const uint64_t argument = numberOf(index, "an access to no argument", UINT32_MAX);
    check(argument < arguments.size() && arguments[argument].kind == Argument::Kind::Buffer,
          "an access to an argument that is no buffer");
    site.arguments.push_back(uint32_t(argument));
  }
  site.location.file = json.at("file").get<std::string>();
  site.location.line = unsigned(numberFromJson(json, "line"));
  site.location.column = unsigned(numberFromJson(json, "column"));
  return site;
}

Json toJson(const Check &row) {
  return {{"kind", nameOf(kSiteKinds, row.kind)},
          {"bytes", row.bytes},
          {"variable", row.variable},
          {"variable_bytes", row.variableBytes},
          {"arguments", row.arguments},
          {"file", row.location.file},
          {"line", row.location.line},
          {"column", row.location.column}};
}

Check checkFromJson(const Json &json, const std::vector<Argument> &arguments) {
  Check row;
  row.kind = valueOf(kSiteKinds, json.at("kind"));
  row.bytes = unsigned(numberFromJson(json, "bytes"));
  row.variable = json.at("variable").get<std::string>();
  row.variableBytes = numberFromJson(json, "variable_bytes");
  for (const Json &index : json.at("arguments")) {
    check(!arguments.empty(), "a check of no argument");
    row.arguments.push_back(uint32_t(numberOf(index, "a check of no argument", arguments.size() - 1)));
    check(arguments[row.arguments.back()].kind == Argument::Kind::Local, "a check of no local argument");
  }
  row.location.file = json.at("file").get<std::string>();
  row.location.line = unsigned(numberFromJson(json, "line"));
  row.location.column = unsigned(numberFromJson(json, "column"));
  return row;
}

}  // namespace

uint64_t numberFromJson(const Json &object, const char *field, uint64_t limit) {
  return numberOf(object.at(field), field, limit);
}

Json kernelImageToJson(const hls::KernelImage &image) {
  const graph::Kernel &info = image.info;
  Json arguments = Json::array(), sites = Json::array(), checks = Json::array(), required = Json::array();
  for (const Argument &argument : info.arguments)
    arguments.push_back(toJson(argument));
  for (const Site &site : info.sites)
    sites.push_back(toJson(site));
  for (const Check &check : info.checks)
    checks.push_back(toJson(check));
  if (info.requiredSize[0])
    for (const auto &size : info.requiredSize)
      required.push_back(size.value_or(1));
  return {{"name", info.name},
          {"module", image.moduleName},
          {"arguments", arguments},
          {"sites", sites},
          {"checks", checks},
          {"address_bits", info.addressBits},
          {"max_work_group_size", info.maxWorkGroupSize},
          {"required_size", required},
          {"size_hint", info.sizeHint},
          {"vec_type_hint", info.vecTypeHint},
          {"slots", info.slots},
          {"group_slots", info.groupSlots},
          {"attributes", info.attributes},
          {"local_memory_bytes", image.localMemoryBytes},
          {"local_copies", image.localCopies},
          {"private_memory_bytes", image.privateMemoryBytes}};
}

hls::KernelImage kernelImageFromJson(const Json &json) {
  hls::KernelImage image;
  graph::Kernel &info = image.info;
  info.name = json.at("name").get<std::string>();
  check(!info.name.empty() && info.name.find('/') == std::string::npos, "a kernel has no name");
  image.moduleName = json.at("module").get<std::string>();
  check(image.moduleName == "kernel_region", "a kernel's module has another name than all");
  for (const Json &argument : json.at("arguments"))
    info.arguments.push_back(argumentFromJson(argument));
  for (const Json &site : json.at("sites"))
    info.sites.push_back(siteFromJson(site, info.arguments));
  for (const Json &row : json.at("checks"))
    info.checks.push_back(checkFromJson(row, info.arguments));
  info.addressBits = unsigned(numberFromJson(json, "address_bits", 64));
  info.maxWorkGroupSize = unsigned(numberFromJson(json, "max_work_group_size"));
  readSizes(json, "required_size", true, info.requiredSize);
  readSizes(json, "size_hint", false, info.sizeHint);
  info.vecTypeHint = json.at("vec_type_hint").get<std::string>();
  info.slots = unsigned(numberFromJson(json, "slots"));
  info.groupSlots = unsigned(numberFromJson(json, "group_slots"));
  info.attributes = json.at("attributes").get<std::vector<std::string>>();
  image.localMemoryBytes = numberFromJson(json, "local_memory_bytes");
  image.localCopies = unsigned(numberFromJson(json, "local_copies"));
  image.privateMemoryBytes = numberFromJson(json, "private_memory_bytes");
  check(info.maxWorkGroupSize != 0 && info.slots >= info.maxWorkGroupSize && std::has_single_bit(info.slots) &&
            std::has_single_bit(info.groupSlots) && info.addressBits >= 1 && info.addressBits <= 64,
        "sizes that do not fit each other");
  if (info.requiredSize[0]) {
    uint64_t items = 1;
    for (const auto &size : info.requiredSize) {
      items *= size.value_or(1);
      check(items >= 1 && items <= info.maxWorkGroupSize, "a required work-group size that the kernel cannot have");
    }
  }
  return image;
}

void requireFit(const hls::KernelImage &image, const board::Description &board) {
  const graph::Kernel &info = image.info;
  check(info.maxWorkGroupSize <= board.maxWorkGroupSize && info.slots <= board.maxSlots &&
            info.groupSlots <= board.maxGroupsInFlight,
        "a kernel with more work-items in flight than the board has room for");
  for (const Argument &argument : info.arguments)
    check(argument.kind == Argument::Kind::Value || argument.bytes == board.addressBits / 8,
          "a pointer of another size than the board's");
  for (const Site &site : info.sites)
    check(site.bytes <= board.lineBytes(), "an access larger than a line of the board's memory");
}

}  // namespace weft::core
