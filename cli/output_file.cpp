// SPDX-License-Identifier: Apache-2.0
#include "cli/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>
#include <unistd.h>

#include "cli/failure.h"
#include "support/publish.h"
#include "support/resources.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

void writeThrough(const fs::path &path, std::string_view bytes) {
  std::FILE *const file = std::fopen(path.c_str(), "wbe");
  bool written = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  int reason = errno;
  if (file && std::fclose(file) != 0 && written) {
    written = false;
    reason = errno;
  }
  if (!written)
    throw std::system_error(reason, std::generic_category(), "cannot write " + path.string());
}

const char *adviceFor(int error) {
  switch (error) {
  case ENOSPC:
  case EDQUOT:
    return "make room on that disk, or name a file on another one";
  case EFBIG:
    return "raise the file size limit (ulimit -f)";
  default:
    return "name a file that you may write";
  }
}

}  // namespace

std::string readInput(const fs::path &path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    throw Failure(kInputFailed, fmt::format("cannot read {}: it is a folder", path.string()));
  try {
    return support::readFile(path);
  } catch (const std::runtime_error &failure) {
    throw Failure(kInputFailed, failure.what());
  }
}

void requireWritable(const fs::path &path) {
  const auto fail = [&](const std::string &why) {
    throw Failure(kMachineFailed, fmt::format("cannot write {}: {}", path.string(), why),
                  "name a file that you may write");
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status))
    fail("it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status))
    return;
  const fs::path folder = fs::absolute(path, error).parent_path();
  if (!fs::is_directory(folder, error))
    fail(fmt::format("the folder {} does not exist", folder.string()));
  if (::access(folder.c_str(), W_OK) != 0)
    fail(fmt::format("{}: {}", folder.string(), std::strerror(errno)));
}

void writeOutput(const fs::path &path, std::string_view bytes) {
  requireWritable(path);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  try {
    if (fs::exists(status) && !fs::is_regular_file(status))
      return writeThrough(path, bytes);
    const fs::path target = fs::weakly_canonical(path, error);
    support::publishFile(error ? path : target, bytes);
  } catch (const std::system_error &failure) {
    throw Failure(kMachineFailed, failure.what(), adviceFor(failure.code().value()));
  }
}

}  // namespace weft::cli
