// SPDX-License-Identifier: Apache-2.0
// Pieces of HTML.
#pragma once
#include <string>
#include <vector>

namespace weft::cli {

/// Text as the content of an element or of a quoted attribute.
std::string escaped(const std::string &text);

/// A table that scrolls by itself where the page is narrow. Cells are HTML.
class HtmlTable {
public:
  struct Column {
    std::string title;
    enum class Kind { Short, Number, Prose } kind = Kind::Short;
  };
  explicit HtmlTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  std::string html() const;

private:
  const std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A bar of `share` (0 to 1) of its cell's width, behind the text.
std::string bar(const std::string &text, double share);

/// The page: everything that it shows is in it.
std::string page(const std::string &title, const std::string &body);

}  // namespace weft::cli
