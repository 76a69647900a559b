// SPDX-License-Identifier: Apache-2.0
// What the host and the boards must know of a generated kernel, as JSON. Its graph's nodes are not part of it: they are
// for the compiler, and the report tells of them.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>

#include "hls/compile.h"

namespace weft::core {

/// A field that must be a whole number from 0 to `limit`. Throws std::exception.
uint64_t numberFromJson(const nlohmann::ordered_json &object, const char *field, uint64_t limit = UINT32_MAX);

/// All but the texts (systemVerilog, report).
nlohmann::ordered_json kernelImageToJson(const hls::KernelImage &image);

/// Throws std::exception if the description is not whole, or if its numbers do not fit each other.
hls::KernelImage kernelImageFromJson(const nlohmann::ordered_json &json);

/// Throws std::exception if the kernel cannot have been generated for the board.
void requireFit(const hls::KernelImage &image, const board::Description &board);

}  // namespace weft::core
