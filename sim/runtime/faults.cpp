// SPDX-License-Identifier: Apache-2.0
// What models do when a design asks to stop: an exception that the model's step function turns into an error of the
// command. Verilator's own versions end the process, which belongs to the host program.
#include <stdexcept>
#include <string>

#include "verilated.h"

namespace {
std::string place(const char *file, int line) {
  return file && *file ? std::string(file) + ":" + std::to_string(line) + ": " : std::string();
}
}  // namespace

void vl_fatal(const char *file, int line, const char *, const char *message) {
  throw std::runtime_error(place(file, line) + message);
}

void vl_stop(const char *file, int line, const char *) {
  throw std::runtime_error(place(file, line) + "the simulated design stopped ($stop)");
}

void vl_finish(const char *file, int line, const char *) {
  throw std::runtime_error(place(file, line) + "the simulated design ended ($finish)");
}
