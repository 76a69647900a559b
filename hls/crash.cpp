// SPDX-License-Identifier: Apache-2.0
#include "hls/crash.h"

#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/Signals.h>
#include <unistd.h>

namespace weft::hls {
namespace {

constexpr unsigned kPatience = 5;  // seconds

}  // namespace

void prepareForCrash(void (*outOfMemory)()) {
  llvm::setBugReportMsg("");
  // What LLVM does then may hang: it allocates, and the crash may have been in the allocator.
  llvm::sys::AddSignalHandler([](void *) { ::alarm(kPatience); }, nullptr);
  llvm::EnablePrettyStackTrace();
  llvm::install_bad_alloc_error_handler(
      [](void *function, const char *, bool) { reinterpret_cast<void (*)()>(function)(); },
      reinterpret_cast<void *>(outOfMemory));
}

}  // namespace weft::hls
