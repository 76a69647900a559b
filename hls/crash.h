// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace weft::hls {

/// For a process in which the compiler may crash: LLVM writes on stderr what it was doing ("<source>:1:2: current
/// parser token …") before the signal ends the process, and calls `outOfMemory`, which does not return, where memory
/// ends. It ends within seconds even if LLVM cannot write.
void prepareForCrash(void (*outOfMemory)());

}  // namespace weft::hls
