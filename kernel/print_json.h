// SPDX-License-Identifier: Apache-2.0
// What a kernel may print, as JSON.
#pragma once
#include <nlohmann/json.hpp>

#include "kernel/print.h"

namespace weft::kernel {

nlohmann::ordered_json toJson(const Prints &prints);
/// Throws std::exception if the description is incomplete, or does not fit the formats.
Prints printsFromJson(const nlohmann::ordered_json &json);

}  // namespace weft::kernel
