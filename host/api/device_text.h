// SPDX-License-Identifier: Apache-2.0
// Versions and extensions that platform and device report.
#pragma once
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <cstring>
#include <string>
#include <vector>

namespace weft::entry {

constexpr cl_version kOpenclVersion = CL_MAKE_VERSION(1, 2, 0);

inline std::string versionText() { return "OpenCL 1.2 Weft " WEFT_VERSION; }

inline std::vector<std::string> extensions() {
  return {
      "cl_khr_icd",
#define WEFT_EXTENSION(name) #name,
#include "hls/extensions.def"
  };
}

inline std::string extensionsText() {
  std::string text;
  for (const std::string &name : extensions())
    text += (text.empty() ? "" : " ") + name;
  return text;
}

inline std::vector<cl_name_version> extensionVersions() {
  std::vector<cl_name_version> result;
  for (const std::string &name : extensions()) {
    cl_name_version entry{};
    entry.version = CL_MAKE_VERSION(1, 0, 0);
    std::strncpy(entry.name, name.c_str(), sizeof(entry.name) - 1);
    result.push_back(entry);
  }
  return result;
}

}  // namespace weft::entry
