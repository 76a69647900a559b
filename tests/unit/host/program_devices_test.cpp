// SPDX-License-Identifier: Apache-2.0
// Programs and kernels in a context with two different boards: a build, a log and a binary for each.
#include <catch2/catch.hpp>
#include <map>

#include "board/board.h"
#include "code_of.h"
#include "host/core/build.h"
#include "host/core/device.h"
#include "host/core/kernel.h"
#include "host/core/platform.h"

using namespace weft;
using namespace weft::core;
using test::codeOf;

namespace {

struct TwoBoards {
  Device &card = open("null:card");
  Device &soc = open("null:soc");
  Ref<Context> context =
      makeRef<Context>(Program::Devices{&card, &soc}, std::vector<cl_context_properties>{}, nullptr, nullptr);

  static Device &open(const std::string &name) {  // devices are for ever
    static auto &opened = *new std::map<std::string, Ref<Device>>;
    Ref<Device> &device = opened[name];
    if (!device)
      device = makeRef<Device>(Platform::instance(), board::open(name));
    return *device;
  }
  Ref<Program> source(const char *text) const { return makeRef<Program>(*context, text); }
  static std::shared_ptr<const PackedBinary> load(const Program &program, Device &from, Device &to) {
    const std::string &bytes = program.state(from).binary->bytes();
    return std::make_shared<const PackedBinary>(unpackBinary(bytes, to.description()), to.description(), bytes);
  }
};

constexpr const char *kSource = "kernel void k(global int *p, T x) { p[0] = x; }\n"
                                "kernel void same(global int *p) { p[0] = 1; }\n";

}  // namespace

TEST_CASE_METHOD(TwoBoards, "a program is built for the devices of the list, the others stay as they are") {
  const Ref<Program> program = source(kSource);
  buildProgram(*program, {&soc}, "-DT=int", nullptr);
  CHECK(program->state(card).status == CL_BUILD_NONE);
  CHECK(!program->state(card).binary);
  CHECK(program->state(soc).status == CL_BUILD_SUCCESS);
  const auto found = Kernel::find(*program, "k");
  REQUIRE(found.size() == 1);
  const Ref<Kernel> kernel = makeRef<Kernel>(*program, found);
  CHECK(kernel->on(soc).device == &soc);
  CHECK(codeOf([&] { kernel->on(card); }) == CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE_METHOD(TwoBoards, "a failure for one device is the call's; the other has its executable") {
  const Ref<Program> program = source("#ifdef __EMBEDDED_PROFILE__\n#error not here\n#endif\n"
                                      "kernel void k(global int *p) { p[0] = 1; }\n");
  CHECK(codeOf([&] { buildProgram(*program, {&card, &soc}, "", nullptr); }) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(program->state(card).status == CL_BUILD_SUCCESS);
  CHECK(program->state(card).log.find("not here") == std::string::npos);
  CHECK(program->state(soc).status == CL_BUILD_ERROR);
  CHECK(program->state(soc).log.find("not here") != std::string::npos);
  CHECK(Kernel::find(*program, "k").size() == 1);
}

TEST_CASE_METHOD(TwoBoards, "CL_INVALID_KERNEL_DEFINITION: arguments that are not the same for all devices") {
  const Ref<Program> program = source(kSource);
  buildProgram(*program, {&card}, "-DT=int", nullptr);
  buildProgram(*program, {&soc}, "-DT=int", nullptr);
  CHECK(Kernel::find(*program, "k").size() == 2);  // pointers of 64 and of 32 bits are no difference
  CHECK(Kernel::findAll(*program).size() == 2);
  buildProgram(*program, {&soc}, "-DT=short", nullptr);
  CHECK(codeOf([&] { Kernel::find(*program, "k"); }) == CL_INVALID_KERNEL_DEFINITION);
  const auto all = Kernel::findAll(*program);
  REQUIRE(all.size() == 1);
  CHECK(all[0][0].image().interface.name == "same");
}

TEST_CASE_METHOD(TwoBoards, "binaries belong to their boards") {
  const Ref<Program> program = source(kSource);
  buildProgram(*program, {&card, &soc}, "-DT=int", nullptr);
  CHECK(program->state(card).binary->bytes() != program->state(soc).binary->bytes());
  CHECK(codeOf([&] { load(*program, card, soc); }) == CL_INVALID_BINARY);
  CHECK(codeOf([&] { load(*program, soc, card); }) == CL_INVALID_BINARY);
  const Ref<Program> loaded = makeRef<Program>(
      *context, Program::Devices{&soc, &card},
      std::vector<std::shared_ptr<const PackedBinary>>{load(*program, soc, soc), load(*program, card, card)});
  buildProgram(*loaded, {&card, &soc}, "", nullptr);
  CHECK(Kernel::find(*loaded, "k").size() == 2);
  CHECK(loaded->state(soc).binary->bytes() == program->state(soc).binary->bytes());
}

TEST_CASE_METHOD(TwoBoards, "a link wants an object for a device from all programs or from none") {
  const Ref<Program> caller = source("int f(int x);\nkernel void k(global int *p) { p[0] = f(p[0]); }\n");
  const Ref<Program> callee = source("int f(int x) { return x; }\n");
  compileProgram(*caller, {&card}, "", {}, nullptr);
  compileProgram(*callee, {&card}, "", {}, nullptr);
  const auto link = [&](const Program::Devices &devices) {
    const Ref<Program> linked = makeRef<Program>(*context, devices);
    linkProgram(*linked, {caller, callee}, "", nullptr);
    return linked;
  };
  const Ref<Program> first = link({&card, &soc});
  CHECK(first->state(card).type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(first->state(soc).status == CL_BUILD_NONE);
  compileProgram(*caller, {&soc}, "", {}, nullptr);
  CHECK(codeOf([&] { link({&card, &soc}); }) == CL_INVALID_OPERATION);
  CHECK(codeOf([&] { link({&card}); }) == CL_SUCCESS);
}
