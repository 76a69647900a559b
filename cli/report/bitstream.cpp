// SPDX-License-Identifier: Apache-2.0
// The section about what was placed and routed.
#include <fmt/format.h>

#include "cli/report/html.h"
#include "cli/report/page.h"

namespace weft::cli {

using Kind = HtmlTable::Column::Kind;

std::string bitstreamSection(const kernel::Bitstream &made,
                             const std::function<std::string(const std::string &)> &place) {
  HtmlTable resources({{"resource"}, {"used", Kind::Number}, {"of", Kind::Number}});
  for (const kernel::Resource &resource : made.resources)
    resources.add({escaped(resource.name),
                   bar(std::to_string(resource.used), double(resource.used) / double(resource.available)),
                   std::to_string(resource.available)});
  HtmlTable path({{"ns", Kind::Number}, {"step"}, {"source"}});
  double at = 0;
  for (const kernel::PathStep &step : made.criticalPath) {
    at += step.nanoseconds;
    path.add({fmt::format("{:.2f}", at), escaped(step.what), place(step.location)});
  }
  std::string tools;
  for (const std::string &tool : made.tools)
    tools += (tools.empty() ? "" : "; ") + tool;
  return fmt::format("<h3>Bitstream</h3>\n<p><code>{}</code> for {}: it runs at {} MHz, and placement and routing with "
                     "seed {} close {:.2f} MHz. It has {} and the board's shell.</p>\n{}<p>The path that limits the "
                     "clock:</p>\n{}<p class=\"faint\">Made by {}.</p>\n",
                     escaped(made.file), escaped(made.part), made.clockMhz, made.seed, made.routedMhz,
                     escaped(made.subject()), resources.html(), path.html(), escaped(tools));
}

}  // namespace weft::cli
