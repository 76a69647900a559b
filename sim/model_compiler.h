// SPDX-License-Identifier: Apache-2.0
// Makes a shared object of a model: Verilator, C++ compiler, linker.
#pragma once
#include <atomic>
#include <filesystem>
#include <string>

#include "sim/model_spec.h"
#include "support/hash.h"

namespace weft::sim {

/// The identity of what `compileModel` would make of `spec`: sources, parameters, tools, flags, run-time library.
support::Hash128 modelKey(const ModelSpec &spec);

/// Compiles inside the existing, empty directory `work`; returns the shared object's path there. Throws
/// std::runtime_error with the name of the model, the tool and what the tool said; also when `cancel` becomes true.
std::filesystem::path compileModel(const ModelSpec &spec, const std::filesystem::path &work,
                                   const std::atomic<bool> *cancel = nullptr);

}  // namespace weft::sim
