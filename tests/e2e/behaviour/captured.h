// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdio>
#include <string>
#include <unistd.h>

/// Takes what the process writes to stdout or stderr, until it is destroyed.
class Captured {
public:
  explicit Captured(FILE *stream) : stream_(stream), file_(std::tmpfile()) {
    std::fflush(stream);
    saved_ = dup(fileno(stream));
    dup2(fileno(file_), fileno(stream));
  }
  ~Captured() {
    std::fflush(stream_);
    dup2(saved_, fileno(stream_));
    close(saved_);
    std::fclose(file_);
  }
  Captured(const Captured &) = delete;
  Captured &operator=(const Captured &) = delete;

  /// What has arrived: nothing is flushed here. Empty again afterwards.
  std::string take() {
    std::string text(size_t(lseek(fileno(file_), 0, SEEK_END)), '\0');
    text.resize(size_t(pread(fileno(file_), text.data(), text.size(), 0)));
    if (ftruncate(fileno(file_), 0) != 0)
      text += "(cannot be emptied)";
    lseek(fileno(file_), 0, SEEK_SET);
    return text;
  }

private:
  FILE *const stream_;
  FILE *const file_;
  int saved_ = -1;
};
