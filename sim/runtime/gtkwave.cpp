// SPDX-License-Identifier: Apache-2.0
// GTKWave's FST writer and reader, as Verilator brings them: C, to be included as a whole.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>

#include "fst_writer.h"

// The writer heeds neither writes that fail nor files that are shorter than what it maps: on a full disk it would end
// the program with SIGBUS. It gets functions that do.
namespace {

std::atomic<bool> lost{false};

int closeFile(std::FILE *file) {
  const bool failed = std::ferror(file);
  const int result = std::fclose(file);
  if (failed || result != 0)
    lost = true;
  return result;
}

/// Maps memory of no file where the file's disk has no room.
void *mapFile(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  if (::posix_fallocate(file, offset, off_t(length)) == 0)
    return ::mmap(address, length, protection, flags, file, offset);
  lost = true;
  return ::mmap(nullptr, length, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

}  // namespace

bool weftFstLost() { return lost.exchange(false); }

#define fclose closeFile
#define mmap mapFile
#define HAVE_LIBPTHREAD
#define FST_WRITER_PARALLEL
#define FST_CONFIG_INCLUDE "fst_config.h"
// NOLINTBEGIN(bugprone-suspicious-include)
#include "gtkwave/fastlz.c"
#include "gtkwave/fstapi.c"
#include "gtkwave/lz4.c"
// NOLINTEND(bugprone-suspicious-include)
