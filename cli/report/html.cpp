// SPDX-License-Identifier: Apache-2.0
#include "cli/report/html.h"

#include <algorithm>
#include <fmt/format.h>

namespace weft::cli {
namespace {

constexpr const char *kStyle = R"css(
:root { color-scheme: light dark; --text: #1c2126; --faint: #5b6570; --ground: #ffffff; --panel: #f3f5f7; --line: #d6dbe0;
  --bar: #bfd7f2; --mark: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7ea; --faint: #9aa5b0; --ground: #15191d; --panel: #20262c;
  --line: #39424b; --bar: #24486e; --mark: #8cc1ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; color: var(--text); background: var(--ground);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0 .75rem; max-width: 46rem; }
a { color: var(--mark); }
.faint { color: var(--faint); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem; margin: .75rem 0; }
.card { background: var(--panel); border-radius: .4rem; padding: .5rem .75rem; }
.card b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; overflow-wrap: normal; }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.prose { min-width: 13rem; }
th { color: var(--faint); font-weight: 600; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: block; min-width: 4rem; padding: 0 .3rem;
  background: linear-gradient(var(--bar), var(--bar)) no-repeat right / var(--share) 100%; }
code, pre, .code { font: .8125rem/1.45 ui-monospace, monospace; }
td.code { white-space: pre; tab-size: 4; }
.floorplan { display: block; width: 100%; max-width: 46rem; max-height: 80vh; margin: .5rem 0; }
.floorplan .ground { fill: var(--panel); }
.floorplan .critical { fill: none; stroke: var(--text); stroke-width: .4; stroke-linejoin: round; }
.floorplan .from { fill: var(--text); }
.node { --part: #3b82c4; } .unit { --part: #2f9e63; } .memory { --part: #d08a1d; } .control { --part: #9a7fd1; }
.shell { --part: #8a949e; }
.part { fill: var(--part); }
.swatch { background: var(--part); }
.swatch { display: inline-block; width: .8em; height: .8em; margin-right: .4em; border-radius: .15em; }
tr:target { background: var(--panel); outline: 2px solid var(--mark); }
)css";

}  // namespace

std::string escaped(const std::string &text) {
  std::string result;
  for (const char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      // Source files may hold bytes that no document may.
      result += static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' ? '?' : c;
    }
  return result;
}

namespace {

const char *classOf(HtmlTable::Column::Kind kind) {
  using enum HtmlTable::Column::Kind;
  return kind == Number ? " class=\"number\"" : kind == Prose ? " class=\"prose\"" : "";
}

}  // namespace

std::string HtmlTable::html() const {
  std::string text = "<div class=\"wide\"><table><thead><tr>";
  for (const Column &column : columns_)
    text += fmt::format("<th{}>{}</th>", classOf(column.kind), escaped(column.title));
  text += "</tr></thead><tbody>\n";
  for (const auto &row : rows_) {
    text += "<tr>";
    for (size_t i = 0; i < row.size(); ++i)
      text += fmt::format("<td{}>{}</td>", classOf(columns_[i].kind), row[i]);
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string bar(const std::string &text, double share) {
  return fmt::format("<span class=\"bar\" style=\"--share:{:.1f}%\">{}</span>", 100 * std::clamp(share, 0.0, 1.0),
                     escaped(text));
}

std::string page(const std::string &title, const std::string &body) {
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>{}</title>\n<style>{}</style></head>\n<body>\n{}</body></html>\n",
                     escaped(title), kStyle, body);
}

}  // namespace weft::cli
