// SPDX-License-Identifier: Apache-2.0
// A file of its own: it is compiled again whenever anything in the compiler or the RTL library changes.
#include "hls/compile.h"
#include "weft_generator.h"

namespace weft::hls {

const char *generatorIdentity() { return WEFT_GENERATOR; }

}  // namespace weft::hls
