// SPDX-License-Identifier: Apache-2.0
// Program-scope variables as JSON.
#pragma once
#include <nlohmann/json.hpp>

#include "kernel/variables.h"

namespace weft::kernel {

nlohmann::ordered_json toJson(const Variables &variables);

/// Throws std::exception if the description is incomplete, or if its numbers do not fit each other.
Variables variablesFromJson(const nlohmann::ordered_json &json);

}  // namespace weft::kernel
