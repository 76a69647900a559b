// SPDX-License-Identifier: Apache-2.0
#include "cli/report/page.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <tuple>

#include "cli/report/html.h"
#include "cli/report/kernel_report.h"
#include "cli/run/types.h"
#include "cli/table.h"

namespace weft::cli {
namespace {

using Kind = HtmlTable::Column::Kind;

std::string number(double value) { return fmt::format("{:.0f}", value); }
std::string code(const std::string &text) { return "<code>" + escaped(text) + "</code>"; }

std::string card(const std::string &title, const std::string &value, const std::string &more = "") {
  return fmt::format("<div class=\"card\">{}<b>{}</b><span class=\"faint\">{}</span></div>\n", escaped(title),
                     escaped(value), escaped(more));
}

/// Of one kernel.
class KernelSection {
public:
  KernelSection(const ReportInput &input, const kernel::Image &image)
      : input_(input), image_(image), report_(parseKernelReport(image.report)) {
    for (const kernel::Bitstream &bitstream : input.contents.bitstreams)
      if (bitstream.has(image.interface.name))
        bitstream_ = &bitstream;
  }

  std::string html() const {
    return fmt::format("<h2 id=\"{0}\">Kernel {0}</h2>\n", escaped(report_.name)) + signature() + cards() +
           bitstream() + cycles() + nodes() + sites() + memories() + units() + source();
  }

private:
  std::string bitstream() const {
    if (!bitstream_)
      return "";
    const auto link = [this](const std::string &at) { return place(at); };
    return bitstreamSection(*bitstream_, link) + floorplanSection(*bitstream_, link);
  }

  std::string signature() const {
    const kernel::Interface &kernel = image_.interface;
    std::string text;
    for (size_t i = 0; i < kernel.explicitArguments(); ++i)
      text += (i ? ", " : "") + declarationOf(kernel.arguments[i]);
    return "<p>" + code(kernel.name + "(" + text + ")") + "</p>\n";
  }

  static std::string whyNoMore(const ReasonReport &limit, const std::string &otherwise) {
    return limit.cause.empty() ? otherwise : limit.noMore();
  }

  std::string cards() const {
    const Area &area = report_.area;
    std::string text = "<div class=\"cards\">\n";
    text += card("look-up tables", number(area.luts), "of 4 inputs");
    text += card("flip-flops", number(area.flipFlops));
    text += card("block RAMs", number(area.blockRams), fmt::format("of {} kbit", report_.blockRamKbit));
    text += card("multiplier blocks", number(area.multipliers));
    text += card("clock", fmt::format("{} MHz", report_.clockMhz),
                 bitstream_ ? fmt::format("routing closes {:.2f} MHz", bitstream_->routedMhz) : "asked of the board");
    if (const ExpectedClock &expected = report_.expectedClock; expected.mhz > 0)
      text += card("expected clock", fmt::format("{} MHz", expected.mhz), "limited by " + expected.limitAt());
    text += card(
        "work-items at once", std::to_string(report_.lanes),
        whyNoMore(report_.noMoreLanes, fmt::format("a {} goes through the pipeline each cycle", tokenOf(report_))));
    if (const ReasonReport &copies = report_.noMoreCopies; !copies.cause.empty())
      text += card("loops", "unrolled less", whyNoMore(copies, ""));
    if (report_.computeUnits > 1 || !report_.noMoreUnits.cause.empty())
      text +=
          card("compute units", std::to_string(report_.computeUnits),
               whyNoMore(report_.noMoreUnits, fmt::format("that share a launch's groups, of {:.0f} look-up tables each",
                                                          report_.unitArea.luts)));
    const std::string flying = fmt::format("{}{}", report_.lanes > 1 ? "packets" : "work-items",
                                           report_.computeUnits > 1 ? " in each unit" : "");
    const std::string inGroups =
        report_.groupSlots ? fmt::format("{}, in {} groups", flying, report_.groupSlots) : flying;
    text += card("in flight", std::to_string(report_.slots),
                 report_.noMoreSlots.cause.empty() ? inGroups : inGroups + "; " + whyNoMore(report_.noMoreSlots, ""));
    return text +
           "</div>\n<p class=\"faint\">Resources and the expected clock, of the kernel alone, are estimates from "
           "components and operators measured on " +
           report_.family +
           (bitstream_ ? "; those of the whole bitstream are below" : "; nothing was placed or routed") + ".</p>\n";
  }

  std::string cycles() const {
    const bool isRun = input_.launch && input_.launch->kernel == report_.name;
    return cyclesSection(report_, input_.lineBytes, isRun ? input_.launch : std::optional<LaunchReport>());
  }

  std::string place(const std::string &location) const {
    if (location.empty())
      return "";
    const size_t colon = location.rfind(':');
    if (input_.source.empty() || location.substr(0, colon) != input_.sourceName)
      return escaped(location);
    return fmt::format("<a href=\"#{}-{}\">{}</a>", escaped(report_.name), escaped(location.substr(colon + 1)),
                       escaped(location));
  }

  /// The memory port and memories are for all nodes; here they are one's alone.
  std::string rate(const NodeReport &node) const {
    return fmt::format("{:.2f}", report_.lanes / cyclesOf(node, report_, input_.lineBytes));
  }

  std::string nodes() const {
    HtmlTable table({{"node"},
                     {"kind"},
                     {"source"},
                     {"interval", Kind::Number},
                     {"work-items a cycle", Kind::Number},
                     {"held up by", Kind::Prose},
                     {"latency", Kind::Number},
                     {"segments"},
                     {"operations", Kind::Number},
                     {"token bits", Kind::Number},
                     {"LUT4", Kind::Number},
                     {"FF", Kind::Number},
                     {"RAM", Kind::Number},
                     {"DSP", Kind::Number}});
    for (const NodeReport &node : report_.nodes) {
      std::string segments;
      for (const unsigned latency : node.segments)
        segments += (segments.empty() ? "" : " + ") + std::to_string(latency);
      const bool isPipeline = node.kind == "pipeline";
      const auto cell = [&](unsigned value) { return isPipeline ? std::to_string(value) : std::string(); };
      table.add({code(node.name), node.isLoop ? "loop" : escaped(node.kind), place(node.location), cell(node.interval),
                 isPipeline ? rate(node) : "", escaped(limitOf(node, report_, input_.lineBytes)), cell(node.latency),
                 segments, cell(node.operations), cell(node.tokenBits),
                 isPipeline ? bar(number(node.area.luts), node.area.luts / report_.area.luts) : "",
                 isPipeline ? bar(number(node.area.flipFlops), node.area.flipFlops / report_.area.flipFlops) : "",
                 isPipeline ? number(node.area.blockRams) : "", isPipeline ? number(node.area.multipliers) : ""});
    }
    return fmt::format("<h3>Pipelines, loops and barriers</h3>\n<p>Work-items stream through these nodes. The interval "
                       "is the number of cycles from one {0} to the next, the latency that from entering to leaving; "
                       "between segments a {0} may wait for memory.</p>\n",
                       tokenOf(report_)) +
           table.html();
  }

  static std::string unitOf(const SiteReport &site) {
    if (site.kind == "atomic")
      return "atomic";
    static const std::map<std::string, std::string> names = {
        {"stream", "coalescing"}, {"packet", "packets"}, {"lanes", "line by line"}, {"scatter", "scattered"}};
    const auto name = names.find(site.unit);
    return name == names.end() ? site.unit : name->second;
  }

  std::string sites() const {
    HtmlTable table({{"access"},
                     {"source"},
                     {"node"},
                     {"buffers"},
                     {"bytes", Kind::Number},
                     {"unit"},
                     {"under way", Kind::Number},
                     {"why", Kind::Prose}});
    for (const SiteReport &site : report_.sites) {
      std::string buffers;
      for (const std::string &buffer : site.buffers)
        buffers += (buffers.empty() ? "" : ", ") + buffer;
      const std::string order = orderOf(site);
      table.add({escaped(site.kind), place(site.location), code(site.node), escaped(buffers),
                 std::to_string(site.bytes), escaped(unitOf(site)), std::to_string(site.depth),
                 escaped(reasonFor(site, input_.lineBytes) + (order.empty() ? "" : "; " + order))});
    }
    if (table.empty())
      return "";
    return fmt::format("<h3>Accesses to device memory</h3>\n<p>All share a port of {} bytes a cycle. A coalescing unit "
                       "gathers the accesses of neighbouring work-items to a line of that size; a scattered one takes "
                       "the port for a cycle each time.{} Under way: the lines or requests that a unit waits for at "
                       "once, at most.</p>\n",
                       input_.lineBytes,
                       report_.lanes > 1 ? " Packets: the neighbours of a packet are one access. Line by line: they "
                                           "lie in several lines, each of which takes a cycle for all that are in it; "
                                           "cached: the same, but for lines that were read before."
                                         : "") +
           table.html();
  }

  std::string memories() const {
    HtmlTable table({{"variable"},
                     {"kind"},
                     {"words", Kind::Number},
                     {"bits", Kind::Number},
                     {"size", Kind::Number},
                     {"reads", Kind::Number},
                     {"writes", Kind::Number},
                     {"atomics", Kind::Number},
                     {"what it is", Kind::Prose}});
    for (const MemoryReport &memory : report_.memories)
      table.add({code(memory.name), escaped(memory.kind), std::to_string(memory.words), std::to_string(memory.wordBits),
                 sizeText(memory.words * memory.wordBits / 8), std::to_string(memory.reads),
                 std::to_string(memory.writes), std::to_string(memory.atomics),
                 escaped(describe(memory, report_, image_.localCopies))});
    return table.empty() ? "" : "<h3>Memories on chip</h3>\n" + table.html();
  }

  std::string units() const {
    HtmlTable table({{"module of rtl/"},
                     {"instances", Kind::Number},
                     {"LUT4", Kind::Number},
                     {"FF", Kind::Number},
                     {"RAM", Kind::Number},
                     {"DSP", Kind::Number}});
    std::vector<UnitReport> sorted = report_.units;
    std::sort(sorted.begin(), sorted.end(), [](const UnitReport &a, const UnitReport &b) {
      return std::tie(b.area.luts, a.name) < std::tie(a.area.luts, b.name);
    });
    for (const UnitReport &unit : sorted)
      table.add({code(unit.name), std::to_string(unit.count),
                 bar(number(unit.area.luts), unit.area.luts / report_.area.luts),
                 bar(number(unit.area.flipFlops), unit.area.flipFlops / report_.area.flipFlops),
                 number(unit.area.blockRams), number(unit.area.multipliers)});
    Area rest = report_.area;
    for (const UnitReport &unit : report_.units)
      rest -= unit.area;
    table.add({"expressions and registers", "", number(rest.luts), number(rest.flipFlops), number(rest.blockRams),
               number(rest.multipliers)});
    return "<h3>Units</h3>\n" + table.html();
  }

  std::string source() const {
    if (input_.source.empty())
      return "";
    Area most;
    for (const auto &[line, area] : report_.lines) {
      most.luts = std::max(most.luts, area.luts);
      most.flipFlops = std::max(most.flipFlops, area.flipFlops);
    }
    std::string text =
        "<h3>Resources by source line</h3>\n<p>Operations and access units; registers between pipeline stages, "
        "queues and control belong to no line.</p>\n<div class=\"wide\"><table><thead><tr>";
    for (const char *title : {"LUT4", "FF", "RAM", "DSP", "line"})
      text += fmt::format("<th class=\"number\">{}</th>", title);
    text += "<th>source</th></tr></thead><tbody>\n";
    std::istringstream lines(input_.source);
    std::string line;
    for (unsigned n = 1; std::getline(lines, line); ++n) {
      const auto found = report_.lines.find(fmt::format("{}:{}", input_.sourceName, n));
      const Area area = found == report_.lines.end() ? Area() : found->second;
      const auto cell = [](double value) { return value > 0 ? number(value) : std::string(); };
      text += fmt::format("<tr id=\"{}-{}\">", escaped(report_.name), n);
      for (const std::string &content :
           {area.luts > 0 ? bar(number(area.luts), area.luts / most.luts) : "",
            area.flipFlops > 0 ? bar(number(area.flipFlops), area.flipFlops / most.flipFlops) : "",
            cell(area.blockRams), cell(area.multipliers), std::to_string(n)})
        text += "<td class=\"number\">" + content + "</td>";
      text += "<td class=\"code\">" + escaped(line) + "</td></tr>\n";
    }
    return text + "</tbody></table></div>\n";
  }

  const ReportInput &input_;
  const kernel::Image &image_;
  const KernelReport report_;
  const kernel::Bitstream *bitstream_ = nullptr;  // if it was made
};

}  // namespace

std::string reportPage(const ReportInput &input) {
  const program::Contents &contents = input.contents;
  std::string body = fmt::format("<h1>{}</h1>\n<p class=\"faint\">for board {}, by {}{}</p>\n", escaped(input.file),
                                 escaped(contents.board), escaped(contents.generator),
                                 contents.options.empty() ? "" : ", with " + code(contents.options));
  if (contents.program->kernels.size() > 1) {
    body += "<p>Kernels:";
    for (const kernel::Image &image : contents.program->kernels)
      body += fmt::format(" <a href=\"#{0}\">{0}</a>", escaped(image.interface.name));
    body += "</p>\n";
  }
  for (const kernel::Image &image : contents.program->kernels)
    body += KernelSection(input, image).html();
  return page(input.file, body);
}

}  // namespace weft::cli
