// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl_sources.h"

#include <cctype>
#include <fmt/format.h>
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

bool isPackage(std::string_view name) { return name.ends_with("_pkg"); }

}  // namespace

std::vector<SourceFile> headerClosure(const fs::path &path) {
  constexpr std::string_view directive = "#include \"";
  std::map<std::string, std::string, std::less<>> texts;
  auto visit = [&](auto &self, const std::string &name) -> void {
    const auto [entry, isNew] = texts.try_emplace(name);
    if (!isNew)
      return;
    entry->second = support::readFile(path.parent_path() / name);
    const std::string_view text = entry->second;
    for (size_t at = 0; (at = text.find(directive, at)) != text.npos;) {
      at += directive.size();
      self(self, std::string(text.substr(at, text.find('"', at) - at)));
    }
  };
  visit(visit, path.filename().string());
  std::vector<SourceFile> result;
  for (auto &[name, text] : texts)
    result.push_back({name, std::move(text)});
  return result;
}

RtlLibrary::RtlLibrary(const fs::path &directory) {
  std::error_code error;
  // Of the technology wrappers the behavioural form; the families' own have the same names.
  auto isForFpga = [](const fs::path &path) {
    return path.parent_path().parent_path().filename() == "tech" && path.parent_path().filename() != "generic";
  };
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(directory, error))
    if (entry.path().extension() == ".sv" && !isForFpga(entry.path()))
      files_.emplace(entry.path().stem().string(), entry.path());
  if (files_.empty())
    throw std::runtime_error(fmt::format("no RTL library in {}", directory.string()));
}

std::vector<SourceFile> RtlLibrary::closure(std::string_view text) const {
  std::vector<SourceFile> packages;
  std::map<std::string, SourceFile, std::less<>> seen;  // one order on every machine
  // Depth first: a package comes after those that it uses itself.
  auto visit = [&](auto &self, std::string_view name) -> void {
    const auto it = files_.find(name);
    if (it == files_.end())
      return;
    const auto [entry, isNew] = seen.try_emplace(it->first);
    if (!isNew)
      return;
    SourceFile file{it->second.filename().string(), support::readFile(it->second)};
    forEachIdentifier(file.text, [&](std::string_view used) { self(self, used); });
    if (isPackage(name))
      packages.push_back(std::move(file));
    else
      entry->second = std::move(file);
  };
  forEachIdentifier(text, [&](std::string_view name) { visit(visit, name); });

  std::vector<SourceFile> result = std::move(packages);
  for (auto &[name, file] : seen)
    if (!isPackage(name))
      result.push_back(std::move(file));
  return result;
}

}  // namespace weft::sim
