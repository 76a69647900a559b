// SPDX-License-Identifier: Apache-2.0
// Versions, language features and extensions: what platform and devices report, and in which version.
#pragma once
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <span>
#include <string>
#include <vector>

#include "board/description.h"

namespace weft::entry {

constexpr cl_version kOpenclVersion = CL_MAKE_VERSION(3, 0, 0);
/// The highest OpenCL C that is backward compatible: 3.0 is not with 2.0, whose features no device has.
constexpr cl_version kBackwardCompatibleC = CL_MAKE_VERSION(1, 2, 0);

std::string versionText();          // CL_PLATFORM_VERSION, CL_DEVICE_VERSION
std::string languageVersionText();  // CL_DEVICE_OPENCL_C_VERSION

/// What -cl-std= takes.
std::vector<cl_name_version> languageVersions();
/// The optional features of OpenCL C 3.0 that work.
std::vector<cl_name_version> languageFeatures(const board::Description &board);

/// Extensions of a device with this board.
std::vector<cl_name_version> extensions(const board::Description &board);
/// Extensions that all of these boards have.
std::vector<cl_name_version> commonExtensions(std::span<const board::Description> boards);

/// The names, separated by blanks.
std::string namesText(const std::vector<cl_name_version> &list);

}  // namespace weft::entry
