// SPDX-License-Identifier: Apache-2.0
#include "cli/report/report.h"

#include <filesystem>

#include "cli/build/stages.h"
#include "cli/failure.h"
#include "cli/output_file.h"

namespace weft::cli {
namespace {

using Json = nlohmann::ordered_json;

void requireHardware(const std::string &file, const program::Contents &contents) {
  if (contents.type != program::Type::Executable)
    throw Failure(kInputFailed, fmt::format("{} is no executable but {}: it has no hardware to report of", file,
                                            nameOf(contents.type)));
  if (!contents.program)
    throw Failure(kInputFailed, fmt::format("{} was made by {}", file, contents.generator),
                  "build it again with this version");
}

/// What the compiler called the file whose member is `name`: its path as given to it. If it is not named like that, the
/// first file that the kernels name.
std::string nameInReports(const program::Contents &contents, const std::string &name) {
  std::string first = name;
  for (const kernel::Image &image : contents.program->kernels) {
    const Json report = Json::parse(image.report);
    for (const Json &node : report.at("nodes")) {
      const std::string location = node.value("location", ""), file = location.substr(0, location.rfind(':'));
      if (!file.empty() && sourceMemberName(file) == name)
        return file;
      if (first == name && !file.empty())
        first = file;
    }
  }
  return first;
}

/// Of the memory port of the board that it was made for, whose description need not be here.
unsigned lineBytesOf(const program::Contents &contents) {
  return Json::parse(contents.manifest).at("board").at("port_bits").get<unsigned>() / 8;
}

}  // namespace

std::string reportAsJson(const std::string &file, const program::Contents &contents,
                         const std::optional<LaunchReport> &launch) {
  requireHardware(file, contents);
  Json kernels = Json::array();
  for (const kernel::Image &image : contents.program->kernels) {
    kernels.push_back(Json::parse(image.report));
    const bool isRun = launch && launch->kernel == image.interface.name;
    kernels.back()["prediction"] = predictionJson(parseKernelReport(image.report), lineBytesOf(contents),
                                                  isRun ? launch : std::optional<LaunchReport>());
  }
  const Json all = {{"file", file},
                    {"board", contents.board},
                    {"generator", contents.generator},
                    {"options", contents.options},
                    {"kernels", kernels},
                    {"bitstreams", Json::parse(contents.manifest).value("bitstreams", Json::array())}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string reportAsPage(const std::string &file, const program::Contents &contents, const std::string &sourceFile,
                         const std::optional<LaunchReport> &launch) {
  requireHardware(file, contents);
  std::string name = sourceMemberName(sourceFile), source;
  if (!sourceFile.empty())
    source = readInput(sourceFile);
  else
    for (const program::Attachment &attachment : contents.attachments)
      if (attachment.role == program::Attachment::Role::Source) {
        name = attachment.name;
        source = attachment.bytes;
      }
  return reportPage({std::filesystem::path(file).filename(), contents, lineBytesOf(contents),
                     nameInReports(contents, name), source, launch});
}

}  // namespace weft::cli
