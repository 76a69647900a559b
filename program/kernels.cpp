// SPDX-License-Identifier: Apache-2.0
#include "program/kernels.h"

#include <stdexcept>

namespace weft::program {
namespace {

void check(bool holds, const char *why) {
  if (!holds)
    throw std::runtime_error(why);
}

}  // namespace

void requireFit(const kernel::Image &image, const board::Description &board) {
  const kernel::Interface &kernel = image.interface;
  check(kernel.maxWorkGroupSize <= board.maxWorkGroupSize && kernel.slots <= board.maxSlots &&
            kernel.groupSlots <= board.maxGroupsInFlight,
        "a kernel with more work-items in flight than the board has room for");
  for (const kernel::Argument &argument : kernel.arguments)
    check(argument.kind == kernel::Argument::Kind::Value || argument.bytes == board.addressBits / 8,
          "a pointer of another size than the board's");
  for (const kernel::Site &site : kernel.sites)
    check(site.bytes <= board.lineBytes(), "an access larger than a line of the board's memory");
}

void addKernel(kernel::Program &program, kernel::Image image) {
  for (const kernel::Image &other : program.kernels)
    check(other.interface.name != image.interface.name, "two kernels have the same name");
  program.kernels.push_back(std::move(image));
}

}  // namespace weft::program
