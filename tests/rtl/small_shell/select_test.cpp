// SPDX-License-Identifier: Apache-2.0
// kernel_select against what it is to do, cycle by cycle: one of three kernels, or none, is out of reset, gets control
// and is heard; the choice changes in reset alone.
#include <array>
#include <cstdint>

#include MODEL_HEADER
#include "tests/rtl/common/bench.h"

namespace {

constexpr unsigned kKernels = 3, kControlBits = 4, kResultBits = 5;
constexpr std::array<uint32_t, kKernels> kNumbers = {0x11111111, 0x80000001, 0xfedcba98};  // as in CMakeLists.txt

void compare(const Vselect &top, unsigned selected) {
  uint32_t control = 0, result = 0, number = 0, reset = 7;
  if (selected < kKernels) {
    control = uint32_t(top.control_i) << selected * kControlBits;
    result = top.result_i >> selected * kResultBits & 31;
    number = kNumbers[selected];
    reset = top.rst_i ? 7 : 7 & ~(1u << selected);
  }
  BENCH_CHECK(top.rst_o == reset, "resets %x instead of %x", unsigned(top.rst_o), reset);
  BENCH_CHECK(top.control_o == control, "control %x instead of %x", unsigned(top.control_o), control);
  BENCH_CHECK(top.result_o == result, "result %x instead of %x", unsigned(top.result_o), result);
  BENCH_CHECK(top.selected_o == number, "number %x instead of %x", unsigned(top.selected_o), number);
}

}  // namespace

int main() {
  Vselect top;
  bench::Random random(4);
  unsigned selected = kKernels;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const unsigned wanted = random.below(kKernels + 1);
    top.select_i = wanted < kKernels ? kNumbers[wanted] : kNumbers[0] ^ 1u << random.below(32u);
    top.rst_i = cycle == 0 || random.chance(20);
    top.control_i = uint32_t(random.next()) & 15;
    top.result_i = uint32_t(random.next()) & 0x7fff;
    top.clk_i = 0;
    top.eval();
    if (cycle != 0)
      compare(top, selected);
    if (top.rst_i)
      selected = wanted;
    top.clk_i = 1;
    top.eval();
    compare(top, selected);
  }
  return 0;
}
