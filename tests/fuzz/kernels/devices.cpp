// SPDX-License-Identifier: Apache-2.0
// fuzz_kernels_devices SEED: one random kernel on Weft's devices and on PoCL, against the model; --oracle says only
// which devices of PoCL there are. A program of its own: PoCL's LLVM and the compiler's do not go together in one
// process, and what crashes here leaves fuzz_kernels running. Exit status: bit 0 if a device of Weft is wrong, bit 1 if
// PoCL differs.
#include <CLI/CLI.hpp>
#include <cstdlib>

#include "device_runner.h"
#include "judge.h"

int main(int argc, char **argv) {
  using namespace weft::fuzz;
  CLI::App app("One random kernel on the simulated boards and on PoCL");
  uint64_t seed = 0;
  bool oracleOnly = false;
  app.add_option("seed", seed);
  app.add_flag("--oracle", oracleOnly, "name the devices that results are compared with, and end");
  CLI11_PARSE(app, argc, argv);
  setenv("WEFT_DEVICE", "sim:card,sim:soc", /*overwrite=*/0);
  // Of Weft alone, which is what the variable usually says, PoCL would not be found.
  setenv("OCL_ICD_VENDORS", WEFT_FUZZ_VENDORS, /*overwrite=*/1);
  try {
    const auto oracles = devicesOf("Portable Computing Language");
    if (oracleOnly) {
      for (cl_device_id device : oracles)
        fmt::print("{}\n", DeviceRunner(device, "").name());
      return 0;
    }
    const Program program = generate(seed);
    const std::vector<uint8_t> expected = program.expected();
    const auto devices = devicesOf("Weft");
    if (devices.empty())
      throw std::runtime_error("no platform named Weft");
    int status = 0;
    for (cl_device_id device : devices) {
      const std::string problem = judge(DeviceRunner(device, "-w"), program, expected);
      fmt::print("{}", problem);
      status |= problem.empty() ? 0 : 1;
    }
    for (cl_device_id device : oracles)
      try {
        // It takes zero divisors to be undefined.
        const DeviceRunner oracle(device, "-w -DORACLE -cl-fp32-correctly-rounded-divide-sqrt");
        status |= oracle.run(program) == expected ? 0 : 2;
      } catch (const std::exception &) {
        status |= 2;
      }
    return status;
  } catch (const std::exception &error) {
    fmt::print("error: {}\n", error.what());
    return 1;
  }
}
