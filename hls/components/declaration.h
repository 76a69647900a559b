// SPDX-License-Identifier: Apache-2.0
// What is written in declarations.cpp for a component: see component.h for the meaning of each field.
#pragma once
#include <vector>

#include "hls/components/component.h"

namespace weft::components {

struct StreamDeclaration {
  const char *name;
  const char *count = "1";
  Half half = Half::Whole;
};

struct PathDeclaration {
  const char *output;
  std::vector<const char *> inputs;
};

struct MemoryDeclaration {
  const char *width, *rows;
  const char *count = "1";
  bool restApart = false;
};

struct Declaration {
  const char *name;
  Kind kind;
  State state = State::None;
  unsigned latency = 0;
  unsigned depth = 0;
  std::vector<StreamDeclaration> streams = {};
  std::vector<PathDeclaration> paths = {};
  // Its cost grows in proportion to this expression of its parameters, as long as the band does not change;
  const char *size = "0";
  const char *band = "0";
  const char *pathSize = nullptr;                // its longest path with this one. Null: with the size
  std::vector<MemoryDeclaration> memories = {};  // those whose blocks are not in proportion to the size
};

const std::vector<Declaration> &declarations();

}  // namespace weft::components
