// SPDX-License-Identifier: Apache-2.0
#include "model.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "hls/rtlgen/emit.h"

namespace fs = std::filesystem;

namespace {

void run(const std::string &command, const fs::path &log) {
  if (std::system(fmt::format("{} > {} 2>&1", command, log.string()).c_str()) == 0)
    return;
  std::ifstream in(log);
  throw std::runtime_error(command.substr(0, command.find(' ')) + " failed:\n" +
                           std::string(std::istreambuf_iterator<char>(in), {}));
}

/// The RTL library as Verilator finds modules in it.
std::string library() {
  std::string options;
  for (const auto &entry : fs::directory_iterator(WEFT_TEST_RTL))
    if (entry.is_directory())
      options += " -y " + entry.path().string();
  options += std::string(" -y ") + WEFT_TEST_RTL + "/tech/generic";
  return options + " " + WEFT_TEST_RTL + "/weft_abi_pkg.sv ";
}

}  // namespace

KernelModel::KernelModel(const weft::graph::Kernel &kernel, const weft::board::Description &board,
                         const std::string &name)
    : kernel_(kernel), board_(board) {
  auto result = weft::rtlgen::emit(kernel, board);
  if (!result)
    throw std::runtime_error(weft::hls::format(result.error()));
  image_ = std::move(*result);
  fs::path dir = fs::absolute("kernel_models") / name;
  fs::remove_all(dir);
  fs::create_directories(dir);
  std::ofstream(dir / "kernel.sv") << image_.systemVerilog;
  std::string sources = library() + (dir / "kernel.sv").string();
  run(fmt::format("{} --lint-only -Wall --top-module kernel_region {}", WEFT_TEST_VERILATOR, sources),
      dir / "lint.log");
  run(fmt::format("{} --cc -O3 --x-assign fast --x-initial fast --no-decoration --output-split-cfuncs 300 --Mdir {} "
                  "--prefix Vkernel_region --top-module kernel_region {}",
                  WEFT_TEST_VERILATOR, (dir / "obj").string(), sources),
      dir / "verilate.log");
  std::vector<fs::path> parts;
  for (const auto &entry : fs::directory_iterator(dir / "obj"))
    if (entry.path().extension() == ".cpp")
      parts.push_back(entry.path());
  std::sort(parts.begin(), parts.end());
  std::ofstream unit(dir / "model.cpp");
  for (const fs::path &p : parts)
    unit << "#include \"" << p.string() << "\"\n";
  unit << "#include \"model_shim.h\"\n";
  unit.close();
  fs::path library = dir / "model.so";
  run(fmt::format(
          "{} -std=gnu++20 -O0 -w -shared -fPIC -fvisibility=hidden -DWEFT_TEST_LINE_BYTES={} -I{} -I{} -isystem {} "
          "-isystem {}/vltstd {} -o {}",
          WEFT_TEST_CXX, board.lineBytes(), WEFT_TEST_SOURCE, WEFT_TEST_ROOT, WEFT_TEST_VERILATOR_INCLUDE,
          WEFT_TEST_VERILATOR_INCLUDE, (dir / "model.cpp").string(), library.string()),
      dir / "compile.log");
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library_)
    throw std::runtime_error(dlerror());
  create_ = reinterpret_cast<decltype(create_)>(dlsym(library_, "kernelModelCreate"));
  destroy_ = reinterpret_cast<decltype(destroy_)>(dlsym(library_, "kernelModelDestroy"));
  step_ = reinterpret_cast<decltype(step_)>(dlsym(library_, "kernelModelStep"));
}

KernelModel::~KernelModel() {
  if (library_)
    dlclose(library_);
}
