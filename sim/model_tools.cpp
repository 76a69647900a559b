// SPDX-License-Identifier: Apache-2.0
#include "sim/model_tools.h"

namespace weft::sim {

const ModelTool kVerilator{"Verilator", "Verilator", WEFT_VERILATOR, "verilator"};
const ModelTool kCompiler{"the C++ compiler", "C++ compiler", WEFT_MODEL_CXX, "clang-19"};
const ModelTool kLinker{"the linker", "linker", WEFT_MODEL_LD, "lld-19"};

}  // namespace weft::sim
