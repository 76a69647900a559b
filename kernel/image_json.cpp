// SPDX-License-Identifier: Apache-2.0
#include "kernel/image_json.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "kernel/print_json.h"
#include "weft_abi.h"

namespace weft::kernel {
namespace {

using Json = nlohmann::ordered_json;

// Far above what a kernel can have; a description that exceeds it was not written by the compiler.
constexpr uint64_t kMaxArgumentBytes = 1 << 16;
constexpr uint64_t kMaxWord = 1 << abi::CFG_ADDR_BITS;

void check(bool holds, const char *why) {
  if (!holds)
    throw std::runtime_error(why);
}

/// The value that a name stands for.
template <class Enum> Enum known(std::optional<Enum> value) {
  check(value.has_value(), "an unknown kind");
  return *value;
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

/// Adds its fields to an object.
Json with(Json object, const SourceLocation &location) {
  object["file"] = location.file;
  object["line"] = location.line;
  object["column"] = location.column;
  return object;
}

SourceLocation locationFromJson(const Json &json) {
  return {json.at("file").get<std::string>(), unsigned(numberFromJson(json, "line")),
          unsigned(numberFromJson(json, "column"))};
}

Json toJson(const Argument &argument) {
  return {{"name", argument.name},
          {"kind", nameOf(argument.kind)},
          {"implicit", nameOf(argument.implicit)},
          {"type", argument.typeName},
          {"base_type", argument.baseTypeName},
          {"address_space", argument.addressSpace},
          {"access_qualifier", argument.accessQualifier},
          {"type_qualifiers", argument.typeQualifiers},
          {"bytes", argument.bytes},
          {"word", argument.word},
          {"no_alias", argument.noAlias},
          {"variable", argument.variable}};
}

Argument argumentFromJson(const Json &json) {
  Argument argument;
  argument.name = json.at("name").get<std::string>();
  argument.kind = known(argumentKindFrom(json.at("kind").get<std::string>()));
  argument.implicit = known(implicitFrom(json.at("implicit").get<std::string>()));
  argument.typeName = json.at("type").get<std::string>();
  argument.baseTypeName = json.at("base_type").get<std::string>();
  argument.addressSpace = json.at("address_space").get<std::string>();
  argument.accessQualifier = json.at("access_qualifier").get<std::string>();
  argument.typeQualifiers = json.at("type_qualifiers").get<std::string>();
  argument.bytes = numberFromJson(json, "bytes", kMaxArgumentBytes);
  argument.word = uint32_t(numberFromJson(json, "word", kMaxWord));
  argument.noAlias = json.at("no_alias").get<bool>();
  argument.variable = uint32_t(numberFromJson(json, "variable"));
  check(argument.word >= abi::word::ARGS && argument.word + argument.words() <= kMaxWord,
        "an argument lies outside the words of arguments");
  return argument;
}

Json toJson(const Site &site) {
  return with({{"kind", nameOf(site.kind)}, {"bytes", site.bytes}, {"arguments", site.arguments}}, site.location);
}

Site siteFromJson(const Json &json, const std::vector<Argument> &arguments) {
  Site site;
  site.kind = known(siteKindFrom(json.at("kind").get<std::string>()));
  site.bytes = unsigned(numberFromJson(json, "bytes"));
  check(std::has_single_bit(site.bytes), "the size of an access is no power of two");
  for (const Json &index : json.at("arguments")) {
    const uint64_t argument = numberOf(index, "an access to no argument", UINT32_MAX);
    check(argument < arguments.size() && arguments[argument].kind == Argument::Kind::Buffer,
          "an access to an argument that is no buffer");
    site.arguments.push_back(uint32_t(argument));
  }
  site.location = locationFromJson(json);
  return site;
}

Json toJson(const Check &row) {
  return with({{"kind", nameOf(row.kind)},
               {"bytes", row.bytes},
               {"variable", row.variable},
               {"variable_bytes", row.variableBytes},
               {"arguments", row.arguments}},
              row.location);
}

Check checkFromJson(const Json &json, const std::vector<Argument> &arguments) {
  Check row;
  row.kind = known(siteKindFrom(json.at("kind").get<std::string>()));
  row.bytes = unsigned(numberFromJson(json, "bytes"));
  row.variable = json.at("variable").get<std::string>();
  row.variableBytes = numberFromJson(json, "variable_bytes");
  for (const Json &index : json.at("arguments")) {
    check(!arguments.empty(), "a check of no argument");
    row.arguments.push_back(uint32_t(numberOf(index, "a check of no argument", arguments.size() - 1)));
    check(arguments[row.arguments.back()].kind == Argument::Kind::Local, "a check of no local argument");
  }
  row.location = locationFromJson(json);
  return row;
}

Json toJson(const StallPoint &point) {
  return with({{"kind", nameOf(point.kind)}, {"name", point.name}}, point.location);
}

StallPoint stallPointFromJson(const Json &json) {
  return {known(stallPointKindFrom(json.at("kind").get<std::string>())), json.at("name").get<std::string>(),
          locationFromJson(json)};
}

/// A list of objects, each as toJson gives it.
Json listToJson(const auto &list) {
  Json json = Json::array();
  for (const auto &entry : list)
    json.push_back(toJson(entry));
  return json;
}

void checkImplicit(const Interface &kernel) {
  for (size_t i = 0; i < kernel.arguments.size(); ++i) {
    const Argument &argument = kernel.arguments[i];
    const bool isImplicit = argument.implicit != Argument::Implicit::None;
    check(isImplicit == (i >= kernel.explicitArguments()), "an implicit argument is not behind the others");
    check(!isImplicit || argument.kind == Argument::Kind::Buffer, "an implicit argument is no buffer");
    check(argument.implicit != Argument::Implicit::PrintBuffer ||
              kernel.implicitArgument(argument.implicit) == &argument,
          "a kernel has two buffers to print to");
  }
}

void checkSizes(const Interface &kernel) {
  check(kernel.maxWorkGroupSize != 0 && kernel.computeUnits != 0 && std::has_single_bit(kernel.lanes) &&
            std::has_single_bit(kernel.slots) &&
            (kernel.groupSlots == 0 ||
             (std::has_single_bit(kernel.groupSlots) && kernel.slots >= kernel.mostTokens() && kernel.usesGroups)) &&
            kernel.addressBits >= 1 && kernel.addressBits <= 64,
        "sizes that do not fit each other");
  check(kernel.stallPoints.size() <= kMaxStallPoints, "more loops and barriers than the hardware reports");
  if (!kernel.requiredSize[0])
    return;
  uint64_t items = 1;
  for (const auto &size : kernel.requiredSize) {
    items *= size.value_or(1);
    check(items >= 1 && items <= kernel.maxWorkGroupSize, "a required work-group size that the kernel cannot have");
  }
}

}  // namespace

uint64_t numberFromJson(const Json &object, const char *field, uint64_t limit) {
  return numberOf(object.at(field), field, limit);
}

Json toJson(const Image &image) {
  const Interface &kernel = image.interface;
  Json required = Json::array();
  if (kernel.requiredSize[0])
    for (const auto &size : kernel.requiredSize)
      required.push_back(size.value_or(1));
  return {{"name", kernel.name},
          {"arguments", listToJson(kernel.arguments)},
          {"sites", listToJson(kernel.sites)},
          {"checks", listToJson(kernel.checks)},
          {"stall_points", listToJson(kernel.stallPoints)},
          {"address_bits", kernel.addressBits},
          {"max_work_group_size", kernel.maxWorkGroupSize},
          {"required_size", required},
          {"size_hint", kernel.sizeHint},
          {"vec_type_hint", kernel.vecTypeHint},
          {"compute_units", kernel.computeUnits},
          {"lanes", kernel.lanes},
          {"slots", kernel.slots},
          {"group_slots", kernel.groupSlots},
          {"uses_groups", kernel.usesGroups},
          {"in_blocks", kernel.inBlocks},
          {"attributes", kernel.attributes},
          {"uniform_groups", image.uniformGroups},
          {"local_memory_bytes", image.localMemoryBytes},
          {"local_copies", image.localCopies},
          {"private_memory_bytes", image.privateMemoryBytes},
          {"prints", toJson(image.prints)}};
}

Image imageFromJson(const Json &json) {
  Image image;
  Interface &kernel = image.interface;
  kernel.name = json.at("name").get<std::string>();
  check(!kernel.name.empty() && kernel.name.find('/') == std::string::npos, "a kernel has no name");
  for (const Json &argument : json.at("arguments"))
    kernel.arguments.push_back(argumentFromJson(argument));
  checkImplicit(kernel);
  for (const Json &site : json.at("sites"))
    kernel.sites.push_back(siteFromJson(site, kernel.arguments));
  for (const Json &row : json.at("checks"))
    kernel.checks.push_back(checkFromJson(row, kernel.arguments));
  for (const Json &point : json.at("stall_points"))
    kernel.stallPoints.push_back(stallPointFromJson(point));
  kernel.addressBits = unsigned(numberFromJson(json, "address_bits", 64));
  kernel.maxWorkGroupSize = unsigned(numberFromJson(json, "max_work_group_size"));
  readSizes(json, "required_size", true, kernel.requiredSize);
  readSizes(json, "size_hint", false, kernel.sizeHint);
  kernel.vecTypeHint = json.at("vec_type_hint").get<std::string>();
  kernel.computeUnits =
      json.contains("compute_units") ? unsigned(numberFromJson(json, "compute_units", kMostComputeUnits)) : 1;
  kernel.lanes = json.contains("lanes") ? unsigned(numberFromJson(json, "lanes", 64)) : 1;  // as below
  kernel.slots = unsigned(numberFromJson(json, "slots"));
  kernel.groupSlots = unsigned(numberFromJson(json, "group_slots"));
  kernel.inBlocks = json.value("in_blocks", false);
  kernel.usesGroups = json.value("uses_groups", true);  // binaries of before do not say
  kernel.attributes = json.at("attributes").get<std::vector<std::string>>();
  image.uniformGroups = json.at("uniform_groups").get<bool>();
  image.localMemoryBytes = numberFromJson(json, "local_memory_bytes");
  image.localCopies = unsigned(numberFromJson(json, "local_copies"));
  image.privateMemoryBytes = numberFromJson(json, "private_memory_bytes");
  image.prints = printsFromJson(json.at("prints"));
  checkSizes(kernel);
  return image;
}

}  // namespace weft::kernel
