// SPDX-License-Identifier: Apache-2.0
// Text in columns, and sizes and counts as people read them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "support/kept_files.h"

namespace weft::cli {

class Table {
public:
  explicit Table(std::vector<std::string> titles) : rows_{std::move(titles)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.size() == 1; }
  /// Columns are as wide as their longest cell; the last one may be of any length.
  std::string text() const;

private:
  std::vector<std::vector<std::string>> rows_;
};

/// "4 GiB", "512 bytes", "1.5 MiB".
std::string sizeText(uint64_t bytes);

/// "5 models, 3 steps"; kinds of which there are none are left out, but models.
std::string countsOf(const std::vector<support::KeptFile> &files);

/// "500M", as the values of WEFT_CACHE_SIZE. Throws Failure that names `option`.
uint64_t sizeFrom(const std::string &text, const char *option);

}  // namespace weft::cli
