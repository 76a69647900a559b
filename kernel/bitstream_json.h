// SPDX-License-Identifier: Apache-2.0
// What there is to know of a bitstream, as JSON.
#pragma once
#include <nlohmann/json.hpp>

#include "kernel/bitstream.h"

namespace weft::kernel {

nlohmann::ordered_json toJson(const Bitstream &bitstream);

/// Throws std::exception if it is incomplete, or if it claims a clock that its routing did not close.
Bitstream bitstreamFromJson(const nlohmann::ordered_json &json);

}  // namespace weft::kernel
