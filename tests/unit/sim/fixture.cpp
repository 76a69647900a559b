// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

#include <catch2/catch.hpp>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "sim/model_compiler.h"
#include "sim/model_spec.h"
#include "support/resources.h"

namespace weft::sim::test {

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "weft-test-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw std::system_error(errno, std::generic_category(), "mkdtemp");
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

kernel::Image imageOf(const std::string &name, const std::string &systemVerilog) {
  kernel::Image image;
  image.interface.name = name;
  image.interface.addressBits = 40;  // as copy_kernel.sv has them
  image.systemVerilog = systemVerilog;
  return image;
}

kernel::Image copyKernel(const std::string &variant) {
  return imageOf("copy_lines", support::readFile(WEFT_TEST_SOURCE_DIR "/copy_kernel.sv") + "/* " + variant + " */\n");
}

kernel::Image idleKernel(const std::string &variant) {
  std::string text = support::readFile(WEFT_TEST_SOURCE_DIR "/copy_kernel.sv");
  // The ports without the body.
  text = text.substr(0, text.find("  typedef enum"));
  for (const char *port : {"done_o",          "fault_valid_o", "fault_code_o",   "fault_site_o",  "fault_addr_o",
                           "m_axi_awvalid_o", "m_axi_awid_o",  "m_axi_awaddr_o", "m_axi_awlen_o", "m_axi_awatop_o",
                           "m_axi_wvalid_o",  "m_axi_wdata_o", "m_axi_wstrb_o",  "m_axi_wlast_o", "m_axi_bready_o",
                           "m_axi_arvalid_o", "m_axi_arid_o",  "m_axi_araddr_o", "m_axi_arlen_o", "m_axi_rready_o"})
    text += std::string("  assign ") + port + " = '0;\n";
  return imageOf("idle", text + "endmodule\n/* " + variant + " */\n");
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

kernel::Image forBoard(kernel::Image image, const board::Description &board) {
  image.interface.addressBits = board.memoryAddressBits;
  image.systemVerilog =
      replaced(replaced(image.systemVerilog, "LineBits = 512", "LineBits = " + std::to_string(board.portBits)),
               "AddrBits = 40", "AddrBits = " + std::to_string(board.memoryAddressBits));
  return image;
}

const std::filesystem::path &anyProduct() {
  static TemporaryDirectory directory;
  static const std::filesystem::path product = compileModel(kernelSpec(idleKernel(), {}), directory.path());
  return product;
}

}  // namespace weft::sim::test
