// SPDX-License-Identifier: Apache-2.0
// The small language in which a command line says what a buffer holds.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "cli/run/npy.h"
#include "cli/run/types.h"

namespace weft::cli {

/// What is shown of it in the help.
inline constexpr const char *kBufferLanguage =
    "  @FILE.npy                       what the file holds: numbers, complex ones for vectors of two, or\n"
    "                                  records for structures\n"
    "  zeros[:TYPE]:SHAPE              zeros\n"
    "  full[:TYPE]:SHAPE:VALUE         one value throughout\n"
    "  range[:TYPE]:SHAPE[:START[:STEP]]   START, START + STEP, ... (from 0 by 1)\n"
    "  random[:TYPE]:SHAPE[:SEED]      random numbers, the same for the same seed: floats from 0 up to 1,\n"
    "                                  integers of all values\n"
    "  null                            no buffer: the kernel gets a null pointer";

/// An array as the text describes it. `declared`: the elements that the kernel wants; TYPE is needed without, and must
/// be the same with. SHAPE: 1024, or 64x32 in NumPy's order, in elements of TYPE. Files may have any shape. Throws
/// std::runtime_error; a hint stands behind a line break.
NpyArray arrayFrom(std::string_view text, const std::optional<Type> &declared);

/// An array of one dimension of zeros.
NpyArray zeros(const Type &type, uint64_t elements);

/// At most this many bytes are made for a buffer.
constexpr uint64_t kMostBytes = uint64_t(1) << 32;

}  // namespace weft::cli
