// SPDX-License-Identifier: Apache-2.0
#include "support/own_file.h"

#include <cerrno>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace weft::support {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char *what, const fs::path &path, int reason = errno) {
  throw std::system_error(reason, std::generic_category(), fmt::format("{} {}", what, path.string()));
}

struct stat statusOf(const Descriptor &file) {
  struct stat status;
  if (::fstat(file.get(), &status) != 0)
    throw std::system_error(errno, std::generic_category(), "fstat");
  return status;
}

Descriptor open(int parent, const fs::path &name, int flags, const fs::path &path) {
  Descriptor file(::openat(parent, name.c_str(), flags | O_RDONLY | O_CLOEXEC));
  if (file.get() < 0)
    fail("cannot open", path);
  return file;
}

void requireOwn(const Descriptor &file, const fs::path &path) {
  const struct stat status = statusOf(file);
  if (status.st_uid != ::geteuid())
    throw UntrustedError(
        fmt::format("{0} belongs to user {1} and the program runs as user {2}; make it yours (chown {2} {0})",
                    path.string(), status.st_uid, ::geteuid()));
  // With an access control list, the group's bits say what others may have at most.
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    throw UntrustedError(fmt::format("others may write to {0} (mode {1:o}); forbid it (chmod go-w {0})", path.string(),
                                     status.st_mode & 07777));
}

Descriptor openRegular(int parent, const fs::path &name, int flags, const fs::path &path) {
  Descriptor file = open(parent, name, flags | O_NONBLOCK, path);  // a pipe without a writer does not block
  if (!S_ISREG(statusOf(file).st_mode))
    fail("not a regular file:", path, EINVAL);
  return file;
}

/// Who may write to a folder above can put another one in the place of ours, unless it is sticky as /tmp is. Owners and
/// groups of such folders are left alone: they let the user in.
void requireLastingName(const fs::path &path) {
  fs::path parent = fs::canonical(path);
  while (parent.has_relative_path()) {
    parent = parent.parent_path();
    struct stat status;
    if (::stat(parent.c_str(), &status) == 0 && (status.st_mode & S_IWOTH) && !(status.st_mode & S_ISVTX))
      throw UntrustedError(
          fmt::format("everybody may replace folders in {0} (mode {1:o}); forbid it (chmod o-w {0}, or "
                      "chmod +t {0})",
                      parent.string(), status.st_mode & 07777));
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0)
    ::close(number_);
}

Descriptor openOwnDirectory(const fs::path &path) {
  Descriptor directory = open(AT_FDCWD, path, O_DIRECTORY, path);
  requireOwn(directory, path);
  requireLastingName(path);
  return directory;
}

Descriptor openOwnDirectory(const Descriptor &parent, const fs::path &path) {
  Descriptor directory = open(parent.get(), path.filename(), O_DIRECTORY | O_NOFOLLOW, path);
  requireOwn(directory, path);
  return directory;
}

Descriptor openOwnFile(const Descriptor &parent, const fs::path &path) {
  Descriptor file = openRegular(parent.get(), path.filename(), O_NOFOLLOW, path);
  requireOwn(file, path);
  return file;
}

Descriptor openRegularFile(const fs::path &path) { return openRegular(AT_FDCWD, path, 0, path); }

void makeOwnDirectories(const fs::path &path) {
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST)
    return;
  const int reason = errno;
  if (reason != ENOENT || !path.has_relative_path())
    fail("cannot create folder", path, reason);
  makeOwnDirectories(path.parent_path());
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    fail("cannot create folder", path);
}

uint64_t sizeOf(const Descriptor &file) { return uint64_t(statusOf(file).st_size); }

std::string readBytes(const Descriptor &file, uint64_t offset, uint64_t bytes) {
  std::string content(bytes, '\0');
  uint64_t done = 0;
  while (done < bytes) {
    const ssize_t count = ::pread(file.get(), content.data() + done, bytes - done, off_t(offset + done));
    if (count < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "pread");
    if (count == 0)
      break;
    if (count > 0)
      done += uint64_t(count);
  }
  content.resize(done);
  return content;
}

}  // namespace weft::support
