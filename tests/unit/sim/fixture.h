// SPDX-License-Identifier: Apache-2.0
// What the tests of the simulated board share.
#pragma once
#include <filesystem>
#include <string>

#include "board/description.h"
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

/// The first `from` of a text replaced. Fails the test if there is none.
std::string replaced(std::string text, const std::string &from, const std::string &to);

/// One of these with the widths of a board's memory.
kernel::Image forBoard(kernel::Image image, const board::Description &board);

/// A compiled model to put under any key of the cache: what that does with it does not depend on its content.
const std::filesystem::path &anyProduct();

}  // namespace weft::sim::test
