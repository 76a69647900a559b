// SPDX-License-Identifier: Apache-2.0
#include "host/api/versions.h"

#include <algorithm>
#include <cstring>

namespace weft::entry {
namespace {

cl_name_version named(const char *name, cl_version version = CL_MAKE_VERSION(1, 0, 0)) {
  cl_name_version entry{};
  entry.version = version;
  std::strncpy(entry.name, name, sizeof(entry.name) - 1);
  return entry;
}

}  // namespace

std::string versionText() { return "OpenCL 3.0 Weft " WEFT_VERSION; }

std::string languageVersionText() { return "OpenCL C 1.2 Weft " WEFT_VERSION; }

std::vector<cl_name_version> languageVersions() {
  return {named("OpenCL C", CL_MAKE_VERSION(1, 0, 0)), named("OpenCL C", CL_MAKE_VERSION(1, 1, 0)),
          named("OpenCL C", CL_MAKE_VERSION(1, 2, 0)), named("OpenCL C", CL_MAKE_VERSION(3, 0, 0))};
}

std::vector<cl_name_version> languageFeatures(const board::Description &board) {
  std::vector<cl_name_version> list;
#define WEFT_FEATURE(name) list.push_back(named(#name, CL_MAKE_VERSION(3, 0, 0)));
#define WEFT_GLOBAL_ATOMIC_FEATURE(name)                                                                               \
  if (board.atomicBits != 0)                                                                                           \
  WEFT_FEATURE(name)
#define WEFT_WIDE_ATOMIC_FEATURE(name)                                                                                 \
  if (board.atomicBits == 64)                                                                                          \
  WEFT_FEATURE(name)
#include "hls/features.def"
  return list;
}

std::vector<cl_name_version> extensions(const board::Description &board) {
  std::vector<cl_name_version> list = {named("cl_khr_icd"), named("cl_khr_extended_versioning"),
                                       named("cl_khr_suggested_local_work_size"), named("cl_arm_printf")};
#define WEFT_EXTENSION(name) list.push_back(named(#name));
#define WEFT_VERSIONED_EXTENSION(name, major, minor, patch)                                                            \
  list.push_back(named(#name, CL_MAKE_VERSION(major, minor, patch)));
#define WEFT_EMBEDDED_EXTENSION(name)                                                                                  \
  if (board.profile == "EMBEDDED_PROFILE")                                                                             \
    list.push_back(named(#name));
#define WEFT_GLOBAL_ATOMIC_EXTENSION(name)                                                                             \
  if (board.atomicBits != 0)                                                                                           \
    list.push_back(named(#name));
#define WEFT_WIDE_ATOMIC_EXTENSION(name)                                                                               \
  if (board.atomicBits == 64)                                                                                          \
    list.push_back(named(#name));
#include "hls/extensions.def"
  return list;
}

std::vector<cl_name_version> commonExtensions(std::span<const board::Description> boards) {
  std::vector<cl_name_version> common = extensions(boards.empty() ? board::Description{} : boards.front());
  for (const board::Description &board : boards) {
    const std::vector<cl_name_version> other = extensions(board);
    std::erase_if(common, [&](const cl_name_version &entry) {
      return std::none_of(other.begin(), other.end(), [&](const cl_name_version &candidate) {
        return std::strcmp(entry.name, candidate.name) == 0;
      });
    });
  }
  return common;
}

std::string namesText(const std::vector<cl_name_version> &list) {
  std::string text;
  for (const cl_name_version &entry : list)
    text += (text.empty() ? "" : " ") + std::string(entry.name);
  return text;
}

}  // namespace weft::entry
