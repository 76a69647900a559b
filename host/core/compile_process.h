// SPDX-License-Identifier: Apache-2.0
// Compiling LLVM IR that came in a program binary. LLVM's bitcode reader and its passes trust their input: IR that no
// compiler wrote can crash them, end the process, or grow without limit. So it is done in a process of its own, and
// what comes back is a container that is checked like every other. IR that this process made from source needs no such
// care.
#pragma once
#include <string>
#include <vector>

#include "board/description.h"
#include "hls/compile.h"

namespace weft::core {

/// hls::link and hls::generate, each in a process that may fail without harm: then the result is a failure whose log
/// says how it ended. Throw std::exception if the process cannot be started or its files not be written.
hls::CompileResult linkApart(const std::vector<std::string> &modules, const std::string &options,
                             const board::Description &board);
hls::CompileResult generateApart(const std::string &bitcode, const board::Description &board);

/// The main function of that process: request file, result file. Returns its exit status.
int compileProcess(int argc, const char *const *argv);

}  // namespace weft::core
