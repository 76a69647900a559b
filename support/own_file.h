// SPDX-License-Identifier: Apache-2.0
// Files and folders that hold what is run, and so must be the user's own. What is checked is what was opened: nobody
// can put another file in its place between the two.
#pragma once
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace weft::support {

/// Another user can have put it there, or changed it. Says why, and what to do.
class UntrustedError : public std::runtime_error {
  using runtime_error::runtime_error;
};

/// An open file.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int get() const { return number_; }

private:
  int number_;
};

/// Opens a folder that belongs to the user and that nobody else may write, and whose name not everybody may give to
/// another one. Throws std::system_error if it cannot be opened, UntrustedError.
Descriptor openOwnDirectory(const std::filesystem::path &path);
/// The same of a folder in `parent`, which is named `path` in errors; a link is refused.
Descriptor openOwnDirectory(const Descriptor &parent, const std::filesystem::path &path);

/// Opens a regular file in `parent` for reading that belongs to the user and that nobody else may write. Anything else,
/// links and pipes among it, is refused and does not block. Throws std::system_error if it cannot be opened,
/// UntrustedError.
Descriptor openOwnFile(const Descriptor &parent, const std::filesystem::path &path);
/// Opens a regular file for reading, whoever owns it. Throws std::system_error.
Descriptor openRegularFile(const std::filesystem::path &path);

/// Creates the folder and those above it that are missing, for the user alone whatever the umask. Throws
/// std::system_error.
void makeOwnDirectories(const std::filesystem::path &path);

uint64_t sizeOf(const Descriptor &file);
/// `bytes` bytes from `offset` on; fewer if the file ends before. Throws std::system_error.
std::string readBytes(const Descriptor &file, uint64_t offset, uint64_t bytes);

}  // namespace weft::support
