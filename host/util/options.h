// SPDX-License-Identifier: Apache-2.0
// Options from the environment, read once.
#pragma once
#include <string>

namespace weft {

struct Options {
#define OPTION(type, name, variable, value) type name = value;
#include "host/util/options.def"
#undef OPTION
};

const Options &options();

}  // namespace weft
