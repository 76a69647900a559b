// SPDX-License-Identifier: Apache-2.0
// What the tests of the simulated board share.
#pragma once
#include <filesystem>
#include <string>

#include "hls/compile.h"

namespace weft::sim::test {

/// A directory that lives as long as the object.
class TemporaryDirectory {
public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;
  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// A kernel image around SystemVerilog text.
kernel::Image imageOf(const std::string &name, const std::string &systemVerilog);

/// copy_kernel.sv: copies lines. `variant` makes images whose models differ.
kernel::Image copyKernel(const std::string &variant = "");

/// The smallest module that passes for a kernel region, to test what surrounds it: it never does anything.
kernel::Image idleKernel(const std::string &variant = "");

}  // namespace weft::sim::test
