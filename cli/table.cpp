// SPDX-License-Identifier: Apache-2.0
#include "cli/table.h"

#include <algorithm>
#include <charconv>

#include "cli/failure.h"

namespace weft::cli {

std::string Table::text() const {
  std::vector<size_t> widths;
  for (const auto &row : rows_)
    for (size_t column = 0; column < row.size(); ++column) {
      if (column == widths.size())
        widths.push_back(0);
      widths[column] = std::max(widths[column], row[column].size());
    }
  std::string text;
  for (const auto &row : rows_) {
    std::string line;
    for (size_t column = 0; column < row.size(); ++column)
      line += column + 1 == row.size() ? row[column] : fmt::format("{:<{}}  ", row[column], widths[column]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string sizeText(uint64_t bytes) {
  static constexpr const char *kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024)
    return fmt::format("{} {}", bytes, kUnits[0]);
  double size = double(bytes);
  size_t unit = 0;
  while (size >= 1024 && unit + 1 < std::size(kUnits)) {
    size /= 1024;
    ++unit;
  }
  return size == double(uint64_t(size)) ? fmt::format("{} {}", uint64_t(size), kUnits[unit])
                                        : fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string countsOf(const std::vector<support::KeptFile> &files) {
  std::string text;
  for (const support::KeptKind *kind : support::kKeptKinds) {
    const auto count =
        std::count_if(files.begin(), files.end(), [&](const support::KeptFile &file) { return file.kind == kind; });
    if (count || kind == &support::kModels)
      text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, kind->name, count == 1 ? "" : "s");
  }
  return text;
}

uint64_t sizeFrom(const std::string &text, const char *option) {
  uint64_t bytes = 0;
  const char *const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, bytes);
  const size_t power = rest == end ? 0 : std::string_view("KMGT").find(*rest) + 1;  // 0 also for none of them
  const unsigned shift = 10 * unsigned(power);
  if (text.empty() || error != std::errc() || end - rest > 1 || (rest != end && power == 0) ||
      bytes > (UINT64_MAX >> shift))
    throw Failure(kWrongUsage, fmt::format("{} {} is no size", option, text),
                  fmt::format("a whole number of bytes, or of K, M, G or T: {} 500M", option));
  return bytes << shift;
}

}  // namespace weft::cli
