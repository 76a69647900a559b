// SPDX-License-Identifier: Apache-2.0
// What was installed, and how programs find it.
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

#include "cli/board_choice.h"
#include "cli/doctor/findings.h"
#include "support/options.h"
#include "support/resources.h"

extern "C" int clIcdGetPlatformIDsKHR();
extern char **environ;

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using Level = Finding::Level;

constexpr const char *kVendorDirectory = "/etc/OpenCL/vendors";
constexpr const char *kLoader = "libOpenCL.so.1";
constexpr const char *kReinstall = "install Weft again (ninja -C build install), or build it (scripts/build)";

/// The library that this program uses.
fs::path libraryPath() {
  Dl_info info{};
  std::error_code error;
  if (::dladdr(reinterpret_cast<const void *>(&::clIcdGetPlatformIDsKHR), &info) && info.dli_fname)
    return fs::canonical(info.dli_fname, error);
  return {};
}

/// The .icd files that the loader reads: those of a folder, or the one that the path names.
std::vector<fs::path> vendorFiles(const fs::path &place) {
  std::vector<fs::path> files;
  std::error_code error;
  if (!fs::is_directory(place, error))
    return {place};
  for (const auto &entry : fs::directory_iterator(place, error))
    if (entry.path().extension() == ".icd")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string firstLine(const fs::path &path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

Finding loaderFinding() {
  if (void *loader = ::dlopen(kLoader, RTLD_LAZY | RTLD_LOCAL)) {
    ::dlclose(loader);
    return {Level::Ok, "OpenCL loader", kLoader, ""};
  }
  return {Level::Warning, "OpenCL loader", fmt::format("{} is not installed: OpenCL programs cannot start", kLoader),
          "sudo apt install ocl-icd-libopencl1"};
}

Finding registrationFinding() {
  const char *given = std::getenv("OCL_ICD_VENDORS");
  const fs::path place = given && *given ? given : kVendorDirectory;
  const fs::path library = libraryPath();
  for (const fs::path &file : vendorFiles(place)) {
    const fs::path named = firstLine(file);
    if (named.filename() != library.filename())
      continue;
    std::error_code error;
    if (!named.is_absolute() || fs::equivalent(named, library, error))
      return {Level::Ok, "registration", fmt::format("{} names {}", file.string(), named.string()), ""};
    if (!fs::exists(named, error))
      return {Level::Error, "registration",
              fmt::format("{} names {}, which does not exist", file.string(), named.string()),
              fmt::format("write {} into it", library.string())};
    return {Level::Warning, "registration",
            fmt::format("{} names {}, and this weft uses {}", file.string(), named.string(), library.string()),
            fmt::format("write {} into it if programs shall use the same", library.string())};
  }
  const fs::path icd = library.parent_path().parent_path() / "weft.icd";
  std::error_code error;
  return {Level::Warning, "registration",
          fmt::format("no file in {} names {}: OpenCL programs do not find Weft", place.string(),
                      library.filename().string()),
          fs::exists(icd, error)
              ? fmt::format("export OCL_ICD_VENDORS={}, or sudo ninja -C build install", icd.string())
              : fmt::format("echo {} | sudo tee {}/weft.icd", library.string(), kVendorDirectory)};
}

}  // namespace

const char *nameOf(Level level) { return level == Level::Ok ? "ok" : level == Level::Warning ? "warning" : "error"; }

Findings checkResources() {
  fs::path directory;
  try {
    directory = support::resourceDirectory();
  } catch (const std::exception &error) {
    return {{Level::Error, "resources", error.what(), kReinstall}};
  }
  Findings findings;
  for (const char *name : {"board", "rtl", "sim/model", "weft_abi.h", "builtins-32.bc", "builtins-64.bc"})
    if (std::error_code error; !fs::exists(directory / name, error))
      findings.push_back(
          {Level::Error, "resources", fmt::format("{} is missing", (directory / name).string()), kReinstall});
  const fs::path compiler = directory / "weft-compile-process";
  if (::access(compiler.c_str(), X_OK) != 0)
    findings.push_back(
        {Level::Error, "compiler", fmt::format("{} is missing or cannot be run", compiler.string()), kReinstall});
  if (findings.empty())
    findings.push_back({Level::Ok, "resources", directory.string(), ""});
  return findings;
}

Findings checkEnvironment() {
  Findings findings;
  try {
    support::Options::parse([](const char *name) { return std::getenv(name); });
  } catch (const std::exception &error) {
    findings.push_back({Level::Error, "environment", error.what(), "correct it, or unset it"});
  }
  for (const std::string &text : support::unknownOptions(environ))
    findings.push_back({Level::Warning, "environment", text, "correct it, or unset it"});
  std::string set;
  for (char **entry = environ; *entry; ++entry)
    if (std::string_view(*entry).starts_with("WEFT_"))
      set += (set.empty() ? "" : " ") + std::string(*entry);
  if (findings.empty())
    findings.push_back({Level::Ok, "environment", set.empty() ? "no WEFT_ variable is set" : set, ""});
  return findings;
}

Findings checkRegistration() { return {loaderFinding(), registrationFinding()}; }

Findings checkBoards() {
  Findings findings;
  std::string names;
  try {
    const auto [boards, problems] = installedBoards();
    for (const BoardChoice &board : boards)
      names += (names.empty() ? "" : ", ") + board.description.name;
    for (const std::string &problem : problems)
      findings.push_back({Level::Error, "boards", problem, "correct the description"});
  } catch (const std::exception &error) {
    findings.push_back({Level::Error, "boards", error.what(), kReinstall});
  }
  if (findings.empty())
    findings.push_back({Level::Ok, "boards", names, ""});
  return findings;
}

}  // namespace weft::cli
