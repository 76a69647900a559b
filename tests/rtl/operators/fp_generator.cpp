// SPDX-License-Identifier: Apache-2.0
// Writes the bench of a set of operators in a format, a module with the file's name: every operator on the same
// operands, one result an instance. usage: operators_generator SET EXP_W SIG_W FILE
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "fp_sets.h"

namespace {

struct Instance {
  std::string module, parameters, ports;
  unsigned width;
  std::string result = "result_o";
  std::string unusedPort = {};
  unsigned unusedWidth = 0;
};

std::string parameter(const char *name, unsigned value) {
  return std::string(", .") + name + "(" + std::to_string(value) + ")";
}

Instance instanceOf(const FpOperation &op) {
  const unsigned width = op.format.width();
  const std::string format = parameter("ExpW", op.format.expW) + parameter("SigW", op.format.sigW);
  const std::string one = ", .a_i", two = ", .a_i, .b_i", three = ", .a_i, .b_i, .c_i";
  const std::string rounding = parameter("Rounding", op.rounding);
  const std::string mode = rounding + parameter("Subnormals", op.subnormals);
  const std::string integer = parameter("IntW", op.intW) + parameter("Signed", op.isSigned);
  switch (op.code) {
  case FpCode::Add:
  case FpCode::Sub:
    return {"fp_add", format + mode + parameter("Subtract", op.code == FpCode::Sub), two, width};
  case FpCode::Mul:
    return {"fp_mul", format + mode, two, width};
  case FpCode::Div:
    return {"fp_div", format + mode, two, width};
  case FpCode::Fma:
    return {"fp_fma", format + mode, three, width};
  case FpCode::Sqrt:
    return {"fp_sqrt", format + mode, one, width};
  case FpCode::Min:
  case FpCode::Max:
    return {"fp_min_max", format + parameter("Max", op.code == FpCode::Max), two, width};
  case FpCode::Compare:
    return {"fp_compare", format + parameter("Subnormals", op.subnormals) + parameter("Predicate", op.choice), two, 1};
  case FpCode::Round:
    return {"fp_round_int", format + rounding, one, width};
  case FpCode::ToInt:
    return {"fp_to_int", format + integer + rounding, one, op.intW};
  case FpCode::FromInt:
    return {"fp_from_int", format + integer + rounding, ", .a_i(int_i[" + std::to_string(op.intW - 1) + ":0])", width};
  case FpCode::Convert:
    return {"fp_convert",
            parameter("FromExpW", op.format.expW) + parameter("FromSigW", op.format.sigW) +
                parameter("ToExpW", op.to.expW) + parameter("ToSigW", op.to.sigW) + mode,
            one, op.to.width()};
  case FpCode::Scale:
    return {"fp_scale", format + parameter("IntW", op.intW) + mode,
            ", .a_i, .n_i(int_i[" + std::to_string(op.intW - 1) + ":0])", width};
  case FpCode::Fraction:
    return {"fp_split", format, one, width, "fraction_o", "exponent_o", 32};
  case FpCode::Exponent:
    return {"fp_split", format, one, 32, "exponent_o", "fraction_o", width};
  case FpCode::Sign:
    return {"fp_sign", format + parameter("Operation", op.choice), two, width};
  case FpCode::Classify:
    return {"fp_classify", format, one, 10, "class_o"};
  default:
    throw std::runtime_error("no module for " + nameOf(op));
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: operators_generator SET EXP_W SIG_W FILE\n");
    return 2;
  }
  try {
    const FpFormat format{static_cast<unsigned>(std::atoi(argv[2])), static_cast<unsigned>(std::atoi(argv[3]))};
    const std::vector<FpInstance> instances = fpInstances(argv[1], format);
    const std::string file = argv[4], module = std::filesystem::path(file).stem();
    std::FILE *out = std::fopen(file.c_str(), "w");
    if (!out)
      throw std::runtime_error("cannot write " + file);
    std::fprintf(out,
                 "module %s (\n  input logic clk_i,\n  input logic [%u:0] a_i, b_i, c_i,\n"
                 "  input logic [63:0] int_i,\n  output logic [63:0] results_o [%zu]\n);\n",
                 module.c_str(), format.width() - 1, instances.size());
    for (size_t i = 0; i < instances.size(); i++) {
      const Instance instance = instanceOf(instances[i].operation);
      const std::string unused =
          instance.unusedWidth ? ", ." + instance.unusedPort + "(unused_" + std::to_string(i) + ")" : "";
      if (instance.unusedWidth)
        std::fprintf(out, "  logic [%u:0] unused_%zu;\n", instance.unusedWidth - 1, i);
      std::fprintf(out,
                   "  logic [%u:0] r_%zu;\n  %s #(.Latency(%u)%s) u_%zu (.clk_i%s, .%s(r_%zu)%s);\n"
                   "  assign results_o[%zu] = 64'(r_%zu);\n",
                   instance.width - 1, i, instance.module.c_str(), instances[i].latency, instance.parameters.c_str(), i,
                   instance.ports.c_str(), instance.result.c_str(), i, unused.c_str(), i, i);
    }
    std::fprintf(out, "endmodule\n");
    if (std::fclose(out) != 0)
      throw std::runtime_error("cannot write " + file);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
