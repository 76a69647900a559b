// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/rtl_modules.h"

#include <cctype>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace weft::rtlgen {

namespace {

/// Calls `found` with each identifier outside comments.
template <typename Found> void scan(const std::string &text, Found found) {
  for (size_t i = 0; i < text.size();) {
    if (text.compare(i, 2, "//") == 0) {
      i = text.find('\n', i);
      if (i == std::string::npos)
        return;
    } else if (text.compare(i, 2, "/*") == 0) {
      size_t end = text.find("*/", i + 2);
      if (end == std::string::npos)
        return;
      i = end + 2;
    } else if (std::isalpha(static_cast<unsigned char>(text[i])) || text[i] == '_') {
      size_t end = i;
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
        ++end;
      found(text.substr(i, end - i));
      i = end;
    } else {
      ++i;
    }
  }
}

std::string read(const std::filesystem::path &file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw std::runtime_error("cannot read " + file.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

std::vector<std::string> modulesNeeded(const std::string &text, const std::filesystem::path &directory) {
  std::map<std::string, std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(directory, error), end; !error && it != end;
       it.increment(error))
    if (it->path().extension() == ".sv")
      files[it->path().stem().string()] = it->path();
  if (error || files.empty())
    throw std::runtime_error("no RTL modules in " + directory.string());
  std::set<std::string> needed;
  std::vector<std::string> open;
  auto visit = [&](const std::string &word) {
    if (files.count(word) && needed.insert(word).second)
      open.push_back(word);
  };
  scan(text, visit);
  while (!open.empty()) {
    std::string name = open.back();
    open.pop_back();
    scan(read(files[name]), visit);
  }
  return {needed.begin(), needed.end()};
}

}  // namespace weft::rtlgen
