// SPDX-License-Identifier: Apache-2.0
// Look-up tables of an ECP5 on long paths that several parts of the design read (ADR 91): a placer can put a table near
// one of its readers only.
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace weft::flow {

struct LateTables {
  unsigned tables = 0, copies = 0;  // that have copies now; how many these are
};

/// Copies look-up tables (LUT4) on paths of nearly the design's longest delay, one for the readers in each instance of
/// the hierarchy. `netlist` is Yosys's, flattened, with cells named after their instances. Throws std::exception if it
/// is no such netlist.
LateTables copyLateTables(nlohmann::json &netlist);

}  // namespace weft::flow
