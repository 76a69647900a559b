// SPDX-License-Identifier: Apache-2.0
#include "support/resources.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <memory>
#include <stdexcept>

#include "support/options.h"

namespace weft::support {
namespace {

namespace fs = std::filesystem;

/// The file that this code was loaded from: libweft.so, or a program that links it statically.
fs::path ownFile() {
  Dl_info info{};
  std::error_code error;
  if (dladdr(reinterpret_cast<const void *>(&ownFile), &info) && info.dli_fname && std::strchr(info.dli_fname, '/')) {
    fs::path path = fs::canonical(info.dli_fname, error);
    if (!error)
      return path;
  }
  // A program found through PATH is known to the loader by its bare name.
  return fs::read_symlink("/proc/self/exe", error);
}

bool isResourceDirectory(const fs::path &path) {
  std::error_code error;
  return fs::is_directory(path / "board", error);
}

fs::path find() {
  const std::string &given = options().RESOURCE_DIR;
  if (!given.empty()) {
    if (!isResourceDirectory(given))
      throw std::runtime_error(fmt::format("WEFT_RESOURCE_DIR={}: no Weft resources there (no folder board/)", given));
    return given;
  }
  fs::path beside = (ownFile().parent_path() / ".." / "share" / "weft").lexically_normal();
  if (isResourceDirectory(beside))
    return beside;
  fs::path built = WEFT_BUILD_RESOURCE_DIR;
  if (isResourceDirectory(built))
    return built;
  throw std::runtime_error(fmt::format("Weft's resources are neither in {} nor in {}; set WEFT_RESOURCE_DIR",
                                       beside.string(), built.string()));
}

}  // namespace

const fs::path &resourceDirectory() {
  // Never destroyed: threads of the library may still work while the process exits.
  static const fs::path &path = *new fs::path(find());
  return path;
}

std::string readFile(const fs::path &path) {
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (!file)
    throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  std::string content;
  char buffer[1 << 16];
  size_t count;
  do {
    count = std::fread(buffer, 1, sizeof buffer, file.get());
    content.append(buffer, count);
  } while (count == sizeof buffer);
  if (std::ferror(file.get()))
    throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  return content;
}

}  // namespace weft::support
