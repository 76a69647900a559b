// SPDX-License-Identifier: Apache-2.0
#include "hls/crash.h"

#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/PrettyStackTrace.h>

namespace weft::hls {

void prepareForCrash(void (*outOfMemory)()) {
  llvm::setBugReportMsg("");
  llvm::EnablePrettyStackTrace();
  llvm::install_bad_alloc_error_handler(
      [](void *function, const char *, bool) { reinterpret_cast<void (*)()>(function)(); },
      reinterpret_cast<void *>(outOfMemory));
}

}  // namespace weft::hls
