// SPDX-License-Identifier: Apache-2.0
// The description of a kernel as JSON: all of an image but its texts (systemVerilog, netlist, report).
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>

#include "kernel/image.h"

namespace weft::kernel {

/// A field that must be a whole number from 0 to `limit`. Throws std::exception.
uint64_t numberFromJson(const nlohmann::ordered_json &object, const char *field, uint64_t limit = UINT32_MAX);

nlohmann::ordered_json toJson(const Image &image);

/// Throws std::exception if the description is incomplete, or if its numbers do not fit each other.
Image imageFromJson(const nlohmann::ordered_json &json);

}  // namespace weft::kernel
