// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl_sources.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>
#include <stdexcept>
#include <unordered_set>

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

bool replaceSource(std::vector<SourceFile> &sources, std::string_view name, std::string text) {
  for (SourceFile &source : sources)
    if (source.name == name) {
      source.text = std::move(text);
      return true;
    }
  return false;
}

std::string withoutLineComments(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const size_t comment = std::min(text.find("//", i), text.size());
    result += text.substr(i, comment - i);
    i = std::min(text.find('\n', comment), text.size());
  }
  return result;
}

RtlLibrary::RtlLibrary(const fs::path &directory, const std::vector<std::string_view> &technologies) {
  std::error_code error;
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(directory, error))
    if (entry.path().extension() == ".sv" && entry.path().parent_path().parent_path().filename() != "tech")
      units_[entry.path().stem().string()].path = entry.path();
  for (const std::string_view technology : technologies)
    for (const fs::directory_entry &entry : fs::directory_iterator(directory / "tech" / technology, error))
      if (entry.path().extension() == ".sv")
        units_[entry.path().stem().string()].path = entry.path();
  if (units_.empty())
    throw std::runtime_error(fmt::format("no RTL library in {}", directory.string()));
}

std::vector<std::string_view> RtlLibrary::mentioned(std::string_view text) const {
  std::vector<std::string_view> names;
  std::unordered_set<std::string_view> seen;
  forEachIdentifier(text, [&](std::string_view identifier) {
    if (!seen.insert(identifier).second)
      return;
    if (const auto it = units_.find(identifier); it != units_.end())
      names.push_back(it->first);
  });
  return names;
}

const RtlLibrary::Unit &RtlLibrary::unit(std::string_view name) const {
  const Unit &unit = units_.find(name)->second;
  std::call_once(unit.read, [&] {
    unit.text = support::readFile(unit.path);
    unit.mentions = mentioned(unit.text);
  });
  return unit;
}

std::vector<SourceFile> RtlLibrary::closure(std::string_view text) const {
  std::vector<SourceFile> result;
  std::set<std::string_view> modules;  // one order on every machine
  std::set<std::string_view> seen;
  const auto file = [&](std::string_view name) {
    return SourceFile{unit(name).path.filename().string(), unit(name).text};
  };
  // Depth first: a package comes after those that it uses itself.
  auto visit = [&](auto &self, std::string_view name) -> void {
    if (!seen.insert(name).second)
      return;
    for (std::string_view used : unit(name).mentions)
      self(self, used);
    if (isPackage(name))
      result.push_back(file(name));
    else
      modules.insert(name);
  };
  for (std::string_view name : mentioned(text))
    visit(visit, name);
  for (std::string_view name : modules)
    result.push_back(file(name));
  return result;
}

}  // namespace weft::sim
