// SPDX-License-Identifier: Apache-2.0
// The three ways to a program's executables, objects and libraries, for all of `devices`. Without a callback they block
// and throw the error of a failure; with one they return at once and call it at the end. Wrong options are found
// before, and throw either way. Throw CL_INVALID_OPERATION during another build for one of the devices, or while
// kernels exist.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "host/core/program.h"

namespace weft::core {

using BuildCallback = std::function<void()>;

void buildProgram(Program &program, const Program::Devices &devices, const std::string &options,
                  BuildCallback callback);
void compileProgram(Program &program, const Program::Devices &devices, const std::string &options,
                    std::map<std::string, std::string> headers, BuildCallback callback);
/// Links `inputs` into `program`, for each of its devices that they have objects or libraries for.
void linkProgram(Program &program, const std::vector<Ref<Program>> &inputs, const std::string &options,
                 BuildCallback callback);

/// The executable's kernels for ranges whose ids need more than 32 bits; compiled when first asked for, from the LLVM
/// IR that every program keeps. May be called from several threads. Throws CL_OUT_OF_RESOURCES if the compiler cannot.
std::shared_ptr<const Executable> widened(const Executable &executable, Device &device);

}  // namespace weft::core
