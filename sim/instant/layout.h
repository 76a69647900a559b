// SPDX-License-Identifier: Apache-2.0
// Where an instance of a circuit keeps what, in words of 64 bits from the start of its memory. Word 0 counts cycles.
#pragma once
#include <map>

#include "sim/instant/circuit.h"

namespace weft::instant {

/// A token's record: word 0 is 1 while the token is in the segment, then values that later events look at. The record
/// of the token that entered in cycle n is number n modulo the number of records.
struct Records {
  uint32_t first = 0;
  uint32_t words = 1;  // of one
  uint32_t mask = 0;   // their number less one
  std::map<SignalId, uint32_t> fields;
};

struct Layout {
  std::vector<uint32_t> storages;
  uint32_t models = 0;  // by instance, the address of its model
  std::vector<Records> segments;
  uint32_t words = 1;
};

Layout makeLayout(const Circuit &circuit);

}  // namespace weft::instant
