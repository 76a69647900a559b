// SPDX-License-Identifier: Apache-2.0
#include "fst_writer.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <unistd.h>

namespace {

struct Writer {
  void *file = nullptr;
  unsigned users = 0;
  pid_t process = 0;  // that opened it
  bool started = false;
  uint64_t time = 0;
};

std::mutex mutex;

std::map<std::string, Writer> &writers() {
  // Never destroyed: models may outlive static objects.
  static auto *map = new std::map<std::string, Writer>;
  return *map;
}

std::map<std::string, Writer>::iterator find(void *file) {
  auto it = writers().begin();
  while (it != writers().end() && it->second.file != file)
    ++it;
  return it;
}

void closeFile(const std::string &path, void *file) {
  fstWriterClose(file);
  const char *log = std::getenv("WEFT_LOG");
  if (weftFstLost() && !(log && std::strcmp(log, "off") == 0))
    std::fprintf(stderr, "weft: error: WEFT_TRACE: %s is not complete: its disk, or that of /tmp, has no room\n",
                 path.c_str());
}

/// A host program need not close its devices before it exits; an FST file must be closed to be readable. This runs
/// after all of the program's own exit handlers. The file of a forked child belongs to its parent.
__attribute__((destructor)) void closeAll() {
  std::lock_guard lock(mutex);
  for (auto &[path, writer] : writers())
    if (writer.process == getpid())
      closeFile(path, writer.file);
  writers().clear();
}

}  // namespace

void *weftFstOpen(const char *path, int compressHierarchy) {
  std::lock_guard lock(mutex);
  Writer &writer = writers()[path];
  if (!writer.file)
    writer.file = fstWriterCreate(path, compressHierarchy);
  if (!writer.file) {
    writers().erase(path);
    return nullptr;
  }
  ++writer.users;
  writer.process = getpid();
  // The caller declares its variables next. Values seen so far belong to a block that knows nothing of them.
  if (writer.started) {
    fstWriterFlushContext(writer.file);
    fstWriterEmitTimeChange(writer.file, writer.time);
  }
  return writer.file;
}

void weftFstClose(void *file) {
  std::lock_guard lock(mutex);
  auto it = find(file);
  if (it == writers().end() || --it->second.users > 0)
    return;
  closeFile(it->first, file);
  writers().erase(it);
}

void weftFstTime(void *file, uint64_t time) {
  std::lock_guard lock(mutex);
  auto it = find(file);
  if (it == writers().end() || (it->second.started && time <= it->second.time))
    return;
  it->second.started = true;
  it->second.time = time;
  fstWriterEmitTimeChange(file, time);
}
