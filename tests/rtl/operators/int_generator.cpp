// SPDX-License-Identifier: Apache-2.0
// Writes the bench of a set of integer operators, a module with the file's name: every operator on the same operands,
// one result an instance. usage: operators_int_generator SET FILE
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "int_sets.h"

namespace {

std::string withWidth(std::string text, unsigned width) {
  for (size_t at; (at = text.find("WIDTH")) != std::string::npos;)
    text.replace(at, 5, std::to_string(width));
  return text;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: operators_int_generator SET FILE\n");
    return 2;
  }
  try {
    const std::vector<IntInstance> instances = intInstances(argv[1]);
    const std::string file = argv[2], module = std::filesystem::path(file).stem();
    size_t results = 0;
    for (const IntInstance &instance : instances)
      results += instance.operation->results.size();
    std::FILE *out = std::fopen(file.c_str(), "w");
    if (!out)
      throw std::runtime_error("cannot write " + file);
    std::fprintf(out,
                 "module %s (\n  input logic clk_i,\n  input logic [63:0] a_i, b_i, c_i,\n"
                 "  output logic [63:0] results_o [%zu]\n);\n",
                 module.c_str(), results);
    size_t result = 0;
    for (size_t i = 0; i < instances.size(); i++) {
      const IntOperation &operation = *instances[i].operation;
      const unsigned width = instances[i].width;
      std::string ports;
      for (unsigned o = 0; o < operation.operands; o++)
        ports += std::string(", .") + "abc"[o] + "_i(" + "abc"[o] + "_i[" + std::to_string(width - 1) + ":0])";
      for (const char *port : operation.results) {
        ports += std::string(", .") + port + "(r_" + std::to_string(result) + ")";
        std::fprintf(out, "  logic [%u:0] r_%zu;\n  assign results_o[%zu] = 64'(r_%zu);\n",
                     operation.resultWidths * width - 1, result, result, result);
        result++;
      }
      std::fprintf(out, "  %s #(.Width(%u), .Latency(%u)%s) u_%zu (.clk_i%s);\n", operation.module, width,
                   instances[i].latency, withWidth(operation.parameters, width).c_str(), i, ports.c_str());
    }
    std::fprintf(out, "endmodule\n");
    if (std::fclose(out) != 0)
      throw std::runtime_error("cannot write " + file);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
