// SPDX-License-Identifier: Apache-2.0
#include "program/container.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <xxhash.h>

#include "kernel/bitstream_json.h"
#include "kernel/image_json.h"
#include "kernel/variables_json.h"
#include "support/archive.h"
#include "support/hash.h"

namespace weft::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kFormat = "weft-program";
constexpr unsigned kVersion = 1;
constexpr const char *kManifest = "manifest.json";
constexpr const char *kBitcode = "program.bc";

// The archive's comment ends with a hash of every byte before it.
constexpr std::string_view kSealText = "Weft program binary, XXH3 ";
constexpr size_t kSealDigits = 16;

std::string sealOf(std::string_view bytes) { return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size())); }

struct TypeName {
  Type type;
  const char *name;
};
constexpr TypeName kTypes[] = {{Type::Object, "object"}, {Type::Library, "library"}, {Type::Executable, "executable"}};

struct RoleName {
  Attachment::Role role;
  const char *name, *folder;
};
constexpr RoleName kRoles[] = {{Attachment::Role::Bitstream, "bitstream", "bitstreams/"},
                               {Attachment::Role::SimulationModel, "simulation-model", "models/"},
                               {Attachment::Role::Source, "source", "sources/"}};

void check(bool holds, const char *why) {
  if (!holds)
    throw InvalidContainer(why);
}

/// What generated RTL depends on beside the compiler.
Json describeBoard(const board::Description &board) {
  return {{"name", board.name},
          {"family", board.family},
          {"clock_mhz", board.clockMhz},
          {"address_bits", board.addressBits},
          {"memory_address_bits", board.memoryAddressBits},
          {"port_bits", board.portBits},
          {"ports", board.ports},
          {"max_work_group_size", board.maxWorkGroupSize},
          {"max_slots", board.maxSlots},
          {"max_groups_in_flight", board.maxGroupsInFlight},
          {"local_memory_bytes", board.localMemoryBytes},
          {"constant_buffer_bytes", board.constantBufferBytes},
          {"on_chip_memory_bytes", board.onChipMemoryBytes}};
}

/// Collects members with their lines in the manifest.
struct Members {
  support::Archive archive;
  Json list = Json::array();

  void add(const std::string &name, const char *role, const std::string &bytes) {
    list.push_back(
        {{"name", name}, {"role", role}, {"bytes", bytes.size()}, {"xxh3_128", support::hashBytes(bytes).hex()}});
    archive.members.push_back({name, bytes});
  }
};

std::string rtlName(const std::string &kernel) { return "kernels/" + kernel + ".sv"; }
std::string netlistName(const std::string &kernel) { return "kernels/" + kernel + ".netlist"; }
std::string reportName(const std::string &kernel) { return "kernels/" + kernel + ".json"; }

/// Takes the members that the manifest lists, each once, and finds them whole.
class ListedMembers {
public:
  ListedMembers(const support::Archive &archive, const Json &list) : archive_(archive) {
    check(list.size() + 1 == archive.members.size(), "the archive has members that its manifest does not list");
    for (const Json &line : list) {
      const std::string &bytes = member(line.at("name").get<std::string>());
      check(bytes.size() == kernel::numberFromJson(line, "bytes", UINT64_MAX) &&
                support::hashBytes(bytes).hex() == line.at("xxh3_128").get<std::string>(),
            "a member is not what the manifest says");
    }
  }

  const std::string &member(const std::string &name) const {
    const std::string *bytes = archive_.find(name);
    check(bytes && name != kManifest, "the archive has no member of a name in its manifest");
    return *bytes;
  }

private:
  const support::Archive &archive_;
};

/// Throws unless the kernel can have been generated for the board.
void requireImageFits(const kernel::Image &image, const board::Description &board) {
  const kernel::Interface &kernel = image.interface;
  check(kernel.maxWorkGroupSize <= board.maxWorkGroupSize && kernel.slots <= board.maxSlots &&
            kernel.groupSlots <= board.maxGroupsInFlight,
        "a kernel with more work-items in flight than the board has room for");
  for (const kernel::Argument &argument : kernel.arguments)
    check(argument.kind == kernel::Argument::Kind::Value || argument.bytes == board.addressBits / 8,
          "a pointer of another size than the board's");
  for (const kernel::Site &site : kernel.sites)
    check(site.bytes <= board.lineBytes(), "an access larger than a line of the board's memory");
}

std::shared_ptr<const kernel::Program> readProgram(const Json &manifest, const ListedMembers &members,
                                                   const std::string &bitcode) {
  auto program = std::make_shared<kernel::Program>();
  program->variables = kernel::variablesFromJson(manifest.at("variables"));
  program->bitcode = bitcode;
  for (const Json &line : manifest.at("kernels")) {
    kernel::Image image = kernel::imageFromJson(line);
    image.systemVerilog = members.member(rtlName(image.interface.name));
    image.netlist = members.member(netlistName(image.interface.name));
    image.report = members.member(reportName(image.interface.name));
    program->kernels.push_back(std::move(image));
  }
  return program;
}

const std::string &manifestOf(const support::Archive &archive) {
  const std::string *text = archive.find(kManifest);
  check(text && !archive.members.empty() && archive.members[0].name == kManifest, "the archive has no manifest");
  return *text;
}

Json parseManifest(const std::string &text) {
  Json manifest = Json::parse(text);
  check(manifest.at("format") == kFormat, "the archive is not a program binary");
  check(manifest.at("version") == kVersion, "the program binary is of a version that this library does not know");
  return manifest;
}

Type typeOf(const Json &manifest) {
  const auto type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                 [&](const TypeName &entry) { return manifest.at("type") == entry.name; });
  check(type != std::end(kTypes), "the program binary is neither an object, a library nor an executable");
  return type->type;
}

std::vector<Attachment> readAttachments(const Json &manifest, const ListedMembers &members) {
  std::vector<Attachment> attachments;
  for (const Json &line : manifest.at("members"))
    for (const RoleName &role : kRoles)
      if (line.at("role") == role.name) {
        const auto name = line.at("name").get<std::string>();
        check(name.starts_with(role.folder), "an attachment is not in the folder of its role");
        attachments.push_back({role.role, name.substr(std::string_view(role.folder).size()), members.member(name)});
      }
  return attachments;
}

/// Those that the manifest describes; each is an attachment. Manifests of programs without any may have no list.
std::vector<kernel::Bitstream> readBitstreams(const Json &manifest, const std::vector<Attachment> &attachments) {
  std::vector<kernel::Bitstream> bitstreams;
  if (!manifest.contains("bitstreams"))
    return bitstreams;
  for (const Json &line : manifest.at("bitstreams")) {
    bitstreams.push_back(kernel::bitstreamFromJson(line));
    check(std::any_of(attachments.begin(), attachments.end(),
                      [&](const Attachment &attachment) {
                        return attachment.role == Attachment::Role::Bitstream &&
                               attachment.name == bitstreams.back().file;
                      }),
          "the manifest describes a bitstream that is not there");
  }
  return bitstreams;
}

Container readContainer(const support::Archive &archive, const board::Description &board, std::string_view generator) {
  const Json manifest = parseManifest(manifestOf(archive));
  const auto made = manifest.at("board").at("name").get<std::string>();
  if (made != board.name)
    throw InvalidContainer(
        fmt::format("the program binary is for board {} and the device is board {}: build it for that one "
                    "(weft build --board {})",
                    made, board.name, board.name));

  const ListedMembers members(archive, manifest.at("members"));
  Container container;
  container.type = typeOf(manifest);
  container.options = manifest.at("options").get<std::string>();
  container.bitcode = members.member(kBitcode);
  container.attachments = readAttachments(manifest, members);
  container.bitstreams = readBitstreams(manifest, container.attachments);
  const bool executable = container.type == Type::Executable;
  check(executable || manifest.at("kernels").empty(), "only executables have generated kernels");
  // What another version generated is described in that version's form; it is generated again from the IR.
  if (executable && manifest.at("generator") == generator) {
    auto program = readProgram(manifest, members, container.bitcode);
    if (manifest.at("board") == describeBoard(board)) {
      program::requireFit(*program, board);
      container.program = std::move(program);
    }
  }
  return container;
}

Contents readContents(const support::Archive &archive, std::string_view generator) {
  Contents contents;
  contents.manifest = manifestOf(archive);
  const Json manifest = parseManifest(contents.manifest);
  const ListedMembers members(archive, manifest.at("members"));
  contents.type = typeOf(manifest);
  contents.generator = manifest.at("generator").get<std::string>();
  contents.board = manifest.at("board").at("name").get<std::string>();
  contents.clockMhz = manifest.at("board").at("clock_mhz").get<double>();
  contents.options = manifest.at("options").get<std::string>();
  contents.members.push_back({kManifest, "manifest", contents.manifest.size()});
  for (const Json &line : manifest.at("members"))
    contents.members.push_back({line.at("name").get<std::string>(), line.at("role").get<std::string>(),
                                kernel::numberFromJson(line, "bytes", UINT64_MAX)});
  contents.attachments = readAttachments(manifest, members);
  contents.bitstreams = readBitstreams(manifest, contents.attachments);
  if (contents.type == Type::Executable && contents.generator == generator)
    contents.program = readProgram(manifest, members, members.member(kBitcode));
  return contents;
}

/// What `read` makes of the archive in a container that is whole. Throws InvalidContainer.
template <class Read> auto readSealed(std::string_view bytes, Read read) {
  check(bytes.size() > kSealText.size() + kSealDigits, "too short for a program binary");
  const std::string_view sealed = bytes.substr(0, bytes.size() - kSealDigits);
  check(sealed.ends_with(kSealText), "not a program binary, or not all of it");
  check(bytes.substr(sealed.size()) == sealOf(sealed), "the program binary is damaged");
  try {
    return read(support::readArchive(bytes));
  } catch (const InvalidContainer &) {
    throw;
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {  // of the archive or of the manifest
    throw InvalidContainer(fmt::format("program binary: {}", error.what()));
  }
}

}  // namespace

const char *nameOf(Type type) {
  for (const TypeName &entry : kTypes)
    if (entry.type == type)
      return entry.name;
  return "";
}

std::string pack(const Container &container, const board::Description &board, std::string_view generator) {
  Members members;
  Json kernels = Json::array();
  members.add(kBitcode, "ir", container.bitcode);
  if (container.program)
    for (const kernel::Image &image : container.program->kernels) {
      members.add(rtlName(image.interface.name), "rtl", image.systemVerilog);
      members.add(netlistName(image.interface.name), "netlist", image.netlist);
      members.add(reportName(image.interface.name), "report", image.report);
      kernels.push_back(kernel::toJson(image));
    }
  for (const Attachment &attachment : container.attachments)
    for (const RoleName &role : kRoles)
      if (role.role == attachment.role)
        members.add(role.folder + attachment.name, role.name, attachment.bytes);
  Json manifest = {{"format", kFormat},      {"version", kVersion},           {"type", nameOf(container.type)},
                   {"generator", generator}, {"board", describeBoard(board)}, {"options", container.options},
                   {"kernels", kernels},     {"members", members.list}};
  if (container.program)
    manifest["variables"] = kernel::toJson(container.program->variables);
  for (const kernel::Bitstream &bitstream : container.bitstreams)
    manifest["bitstreams"].push_back(kernel::toJson(bitstream));
  // Options may hold bytes that are no text.
  const std::string text = manifest.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  members.archive.members.insert(members.archive.members.begin(), {kManifest, text});
  members.archive.comment = std::string(kSealText) + std::string(kSealDigits, '0');
  std::string bytes = support::writeArchive(members.archive);
  seal(bytes);
  return bytes;
}

void requireFit(const kernel::Program &program, const board::Description &board) {
  std::set<std::string_view> names;
  for (const kernel::Image &image : program.kernels) {
    check(names.insert(image.interface.name).second, "two kernels have the same name");
    for (const kernel::Argument &argument : image.interface.arguments)
      check(argument.implicit != kernel::Argument::Implicit::ProgramVariable ||
                argument.variable < program.variables.list.size(),
            "a kernel uses a variable that the program has not");
    requireImageFits(image, board);
  }
}

void seal(std::string &bytes) {
  if (bytes.size() < kSealDigits)
    return;
  const size_t sealed = bytes.size() - kSealDigits;
  bytes.replace(sealed, kSealDigits, sealOf(std::string_view(bytes).substr(0, sealed)));
}

Container unpack(std::string_view bytes, const board::Description &board, std::string_view generator) {
  return readSealed(bytes, [&](const support::Archive &archive) { return readContainer(archive, board, generator); });
}

Contents inspect(std::string_view bytes, std::string_view generator) {
  return readSealed(bytes, [&](const support::Archive &archive) { return readContents(archive, generator); });
}

}  // namespace weft::program
