// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl_sources.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>
#include <stdexcept>

#include "support/resources.h"

namespace weft::sim {
namespace {

namespace fs = std::filesystem;

/// Calls `use` for each identifier. Comments and strings are not told apart: a module too many is harmless.
template <class Use> void forEachIdentifier(std::string_view text, Use use) {
  auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t i = 0; i < text.size();) {
    if (!isPart(text[i])) {
      ++i;
      continue;
    }
    const size_t start = i;
    while (i < text.size() && isPart(text[i]))
      ++i;
    use(text.substr(start, i - start));
  }
}

}  // namespace

RtlLibrary::RtlLibrary(fs::path directory) {
  std::error_code error;
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(directory, error)) {
    if (entry.path().extension() != ".sv")
      continue;
    const std::string stem = entry.path().stem().string();
    if (stem.ends_with("_pkg"))
      packages_.push_back(entry.path());
    else
      modules_.emplace(stem, entry.path());
  }
  std::sort(packages_.begin(), packages_.end());
  if (packages_.empty())
    throw std::runtime_error(fmt::format("no RTL library in {}", directory.string()));
}

std::vector<SourceFile> RtlLibrary::closure(std::string_view text, const std::vector<std::string> &modules) const {
  std::vector<SourceFile> result;
  for (const fs::path &path : packages_)
    result.push_back({path.filename().string(), support::readFile(path)});

  std::set<std::string, std::less<>> seen;
  std::map<std::string, SourceFile> files;  // by module name: one order on every machine
  std::vector<std::string> pending;
  auto want = [&](std::string_view name) {
    auto it = modules_.find(name);
    if (it == modules_.end())
      return false;
    if (seen.emplace(name).second)
      pending.emplace_back(name);
    return true;
  };
  forEachIdentifier(text, want);
  for (const std::string &module : modules)
    if (!want(module))
      throw std::runtime_error(fmt::format("RTL module {} is not in the library", module));
  while (!pending.empty()) {
    const std::string name = pending.back();
    pending.pop_back();
    const fs::path &path = modules_.find(name)->second;
    SourceFile &file = files[name];
    file = {path.filename().string(), support::readFile(path)};
    forEachIdentifier(file.text, want);
  }
  for (auto &[name, file] : files)
    result.push_back(std::move(file));
  return result;
}

}  // namespace weft::sim
