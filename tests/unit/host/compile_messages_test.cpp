// SPDX-License-Identifier: Apache-2.0
// What goes between the library and the process that compiles for it, and what the user learns of its end.
#include <catch2/catch.hpp>
#include <random>
#include <sys/wait.h>
#include <thread>

#include "board/description.h"
#include "host/compiler/channel.h"
#include "host/compiler/failure.h"
#include "host/compiler/perform.h"
#include "support/private_socket.h"

using namespace weft;
using namespace weft::compiler;
using Type = Message::Type;

namespace {

const board::Description &card() {
  static const board::Description description = board::loadDescription("sim-card");
  return description;
}

constexpr int signalled(int signal) { return signal; }
constexpr int exited(int code) { return code << 8; }

}  // namespace

TEST_CASE("compile messages: texts of any size arrive whole and in order") {
  auto [one, other] = support::PrivateSocket::pair();
  std::string big(5 << 20, 'x');
  big[1 << 20] = '\0';
  std::thread sender([&, socket = one.get()] {
    sendMessage(socket, Type::StageBegin, "");
    sendMessage(socket, Type::Request, big);
    sendMessage(socket, Type::StageEnd, "end");
  });
  CHECK(receiveMessage(other.get())->type == Type::StageBegin);
  CHECK(receiveMessage(other.get())->text == big);
  CHECK(receiveMessage(other.get())->text == "end");
  sender.join();
  sendMessage(other.get(), Type::Result, "not read");
  other.close();
  CHECK_FALSE(sendMessage(one.get(), Type::Request, "x"));
  CHECK(receiveMessage(one.get())->text == "not read");
  CHECK_FALSE(receiveMessage(one.get()));
}

TEST_CASE("compile messages: more than the limit is not taken") {
  auto [one, other] = support::PrivateSocket::pair();
  std::thread sender([socket = one.get()] { sendMessage(socket, Type::Result, std::string(1 << 20, 'x')); });
  CHECK_THROWS_WITH(receiveMessage(other.get(), 1000), "more than 0 MiB");
  other.close();
  sender.join();
}

TEST_CASE("compile messages: a request's result comes back as it was, and a damaged one is refused") {
  const char *source =
      "kernel void one(global int *a) { a[0] = 1; }\nkernel void two(local int *b, float4 c) { b[0] = c.x; }\n";
  const Request request{Request::Operation::Build, "-DX=1 -w", {source}, {}};
  const auto [received, board] = unpackRequest(packRequest(request, card()));
  const hls::CompileResult made = perform(received, board);
  REQUIRE(made.outcome == hls::Outcome::Ok);
  const std::string packed = packResult(made);
  const hls::CompileResult back = unpackResult(packed, card());
  REQUIRE(back.program);
  REQUIRE(back.program->kernels.size() == 2);
  CHECK(back.program->bitcode == made.bitcode);
  for (size_t i = 0; i < 2; ++i) {
    CHECK(back.program->kernels[i].interface.name == made.program->kernels[i].interface.name);
    CHECK(back.program->kernels[i].systemVerilog == made.program->kernels[i].systemVerilog);
    CHECK(back.program->kernels[i].report == made.program->kernels[i].report);
  }
  CHECK(packResult(back) == packed);
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = packed;
    for (int hits = 0; hits < 3; ++hits)
      damaged[random() % (i % 2 ? damaged.size() : 2000)] ^= char(1u << (random() % 8));
    if (i % 8 == 0)
      damaged.resize(random() % damaged.size());
    try {
      unpackResult(damaged, card());
    } catch (const std::exception &) {  // nothing else happens
    }
  }
}

TEST_CASE("compile messages: diagnostics come back as they were, also with bytes that are no text") {
  hls::CompileResult made;
  made.outcome = hls::Outcome::CompileFailure;
  made.diagnostics = {hls::userError({"caf\xe9.cl", 3, 7}, "no \xff", "do this"), hls::internalDefect("broken", "k")};
  made.diagnostics[1].rendered = "source line \xe9\n^";
  const hls::CompileResult back = unpackResult(packResult(made), card());
  REQUIRE(back.diagnostics.size() == made.diagnostics.size());
  for (size_t i = 0; i < made.diagnostics.size(); ++i) {
    const hls::Diagnostic &was = made.diagnostics[i], &is = back.diagnostics[i];
    CHECK(is.severity == was.severity);
    CHECK(is.message == was.message);
    CHECK(is.hint == was.hint);
    CHECK(is.location == was.location);
    CHECK(is.function == was.function);
    CHECK(is.rendered == was.rendered);
  }
}

TEST_CASE("compile messages: why there is no result") {
  const char *dump = "Stack dump:\n"
                     "0.\tProgram arguments: x\n"
                     "1.\tdir/my file.cl:12:5: current parser token ';'\n"
                     "2.\t<source>:1:1: parsing function body 'k'\n";
  CHECK_THAT(hls::buildLog(describeFailure({signalled(11), dump, ""}, FailedInput::Source, "front end")),
             Catch::StartsWith("dir/my file.cl:12:5: error: the compiler crashed (signal 11, Segmentation fault) in "
                               "stage 'front end' while compiling this program\n"
                               "dir/my file.cl:12:5: note: this is a fault of Weft or Clang: please report it with "
                               "the source\nStack dump:"));
  CHECK_THAT(hls::buildLog(describeFailure({signalled(6), "LLVM ERROR: no\n", ""}, FailedInput::Ir, "")),
             Catch::StartsWith("error: the compiler crashed (signal 6, Aborted) while compiling LLVM IR of objects or "
                               "of a program binary\nnote: build it again from its source") &&
                 Catch::EndsWith("LLVM ERROR: no\n1 error generated.\n"));
  const auto what = [](const End &end) { return hls::buildLog(describeFailure(end, FailedInput::Source, "")); };
  CHECK_THAT(what({exited(77), "", ""}), Catch::StartsWith("error: the compiler needs more than 4 GiB of memory"));
  CHECK_THAT(what({signalled(24), "", ""}), Catch::StartsWith("error: the compiler needs more than 600 seconds"));
  CHECK_THAT(what({exited(1), "why\n", ""}), Catch::StartsWith("error: the compiler gave up (exit code 1)") &&
                                                 Catch::EndsWith("why\n1 error generated.\n"));
  CHECK_THAT(what({signalled(6), "LLVM ERROR: pthread_create failed: Resource temporarily unavailable\n", ""}),
             Catch::StartsWith("error: the compiler cannot have a thread") && !Catch::Contains("report"));
  CHECK_THAT(what({signalled(9), "", ""}), Catch::StartsWith("error: the compiler's process was killed"));
  CHECK_THAT(what({std::nullopt, "", ""}), Catch::StartsWith("error: the compiler's process was killed"));
  CHECK_THAT(what({std::nullopt, "", "no"}), Catch::StartsWith("error: the compiler's answer cannot be taken (no)"));
}
