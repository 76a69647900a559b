// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/source_names.h"

#include <map>

#include "hls/graph/cfg.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

std::string placeOf(const Node &node) {
  const std::string &file = node.location.file;
  return file.substr(file.rfind('/') + 1) + ":" + std::to_string(node.location.line);
}

std::string nameFor(const Kernel &kernel, const Loops &loops, NodeId n) {
  const Node &node = kernel.nodes[n];
  if (node.kind == NodeKind::Exit)
    return "end of the kernel";
  if (node.location.line == 0)
    return node.name;
  if (node.kind == NodeKind::Barrier)
    return "barrier at " + placeOf(node);
  if (node.loopHeader)
    return "loop at " + placeOf(node);
  if (n == 0)
    return "start of the kernel";
  if (!loops[n].empty() && kernel.nodes[loops[n].back()].location.line != 0)
    return "body of the loop at " + placeOf(kernel.nodes[loops[n].back()]);
  return "code at " + placeOf(node);
}

}  // namespace

std::vector<std::string> sourceNames(const Kernel &kernel) {
  const Loops loops = enclosingLoops(kernel);
  std::vector<std::string> names;
  std::map<std::string, unsigned> uses;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    std::string name = nameFor(kernel, loops, n);
    if (const unsigned use = ++uses[name]; use > 1)
      name += " (" + std::to_string(use) + ")";
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace weft::rtlgen
