// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel_instance.h"

#include <stdexcept>

namespace weft::sim {

void KernelInstance::attachTrace(const std::string &) {
  throw std::runtime_error("only Verilator's models write waveforms");
}

InstantKernel::InstantKernel(const std::shared_ptr<const instant::Program> &program)
    : program_(program), kernel_(program) {
  kernel_.connect(out);
}

}  // namespace weft::sim
