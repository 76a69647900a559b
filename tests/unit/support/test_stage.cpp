// SPDX-License-Identifier: Apache-2.0
// What the user sees of a build that takes long: on a terminal, in a pipe, in the log. The builds are hidden test cases
// at the end, run by this program in processes of their own.
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <future>
#include <pty.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "support/log.h"
#include "support/stage.h"
#include "support/subprocess.h"

using namespace weft::support;
using std::chrono::milliseconds;

namespace {

using Output = std::future<std::string>;  // throws if the process failed

std::string ofTerminal(const char *testCase, const char *log, unsigned short width) {
  winsize size{24, width, 0, 0};
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child < 0)
    throw std::runtime_error("no terminal");
  if (child == 0) {
    ::setenv("WEFT_LOG", log, 1);
    ::execl("/proc/self/exe", "weft", testCase, nullptr);
    ::_exit(127);
  }
  std::string output;
  char buffer[4096];
  for (ssize_t count; (count = ::read(terminal, buffer, sizeof buffer)) > 0;)
    output.append(buffer, size_t(count));
  ::close(terminal);
  int status = 1;
  ::waitpid(child, &status, 0);
  return status == 0 ? output : throw std::runtime_error(output);
}

/// What a process writes to a terminal of its own.
Output onTerminal(const char *testCase, const char *log = "warning", unsigned short width = 80) {
  return std::async(std::launch::async, ofTerminal, testCase, log, width);
}

Output inPipe(const char *testCase, const char *log) {
  return std::async(std::launch::async, [=] {
    ProcessOptions options;
    options.environment = {std::string("WEFT_LOG=") + log};
    const ProcessResult result = runProcess({"/proc/self/exe", testCase}, options);
    return result.ok() ? result.output : throw std::runtime_error(result.output);
  });
}

/// What stands on the terminal when `output` has been written: "\r" goes back and what follows overwrites.
std::string screen(const std::string &output) {
  std::string result, line;
  size_t column = 0;
  for (const char c : output) {
    if (c == '\r') {
      column = 0;
    } else if (c == '\n') {
      result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line.clear();
      column = 0;
    } else {
      line.resize(std::max(line.size(), column + 1), ' ');
      line[column++] = c;
    }
  }
  return result + line.substr(0, line.find_last_not_of(' ') + 1);
}

}  // namespace

TEST_CASE("stage: a terminal shows a build of over two seconds, and nothing of it stays") {
  Output usual = onTerminal("child: long build"), logged = onTerminal("child: long build and log"),
         narrowed = onTerminal("child: long build", "warning", 30), unfinished = onTerminal("child: unfinished build");
  const std::string output = usual.get();
  INFO(output);
  CHECK_THAT(output, Catch::Contains("weft: kernel foo: Verilator, 2 s (and 1 more)") &&
                         Catch::Contains("weft: kernel foo: C++ compiler, 3 s of about 4 s"));
  CHECK_THAT(screen(output), !Catch::Contains("weft:"));
  // What is logged meanwhile stands on a line of its own.
  CHECK_THAT(screen(logged.get()), Catch::Contains("\nweft: warning: careful\n"));
  // A line that is longer than the terminal is wide could not be rewritten.
  const std::string narrow = narrowed.get();
  CHECK_THAT(narrow, Catch::Contains("\rweft: ke...: Verilator, 2 s") || Catch::Contains(", 2 s (and 1 more)"));
  CHECK_THAT(narrow, !Catch::Contains("kernel foo"));
  CHECK_THAT(screen(narrow), !Catch::Contains("weft:"));
  // Nor when the process ends in the middle.
  const std::string ended = unfinished.get();
  CHECK_THAT(ended, Catch::Contains("weft: kernel foo: Verilator, 2 s"));
  CHECK_THAT(screen(ended), !Catch::Contains("weft:"));
}

TEST_CASE("stage: short builds, pipes, WEFT_LOG=off and processes in the background are quiet") {
  Output outputs[] = {onTerminal("child: short build"), inPipe("child: long build", "warning"),
                      onTerminal("child: long build", "off"), onTerminal("child: long build in the background")};
  for (Output &output : outputs)
    CHECK_THAT(output.get(), !Catch::Contains("weft:"));
}

TEST_CASE("stage: the log tells begin and end of each stage") {
  const std::string output = inPipe("child: short build", "info").get();
  size_t at = 0;
  for (const char *line : {"weft: kernel foo: simulation model begins\n", "weft: kernel foo: Verilator begins\n",
                           "weft: kernel foo: Verilator took 0.", "weft: kernel bar: hardware begins\n",
                           "weft: kernel bar: hardware took 0.", "weft: kernel foo: simulation model took 0."}) {
    INFO(line << " in " << output);
    at = output.find(line, at);
    REQUIRE(at != output.npos);
  }
  REQUIRE_THAT(output, !Catch::Contains("orphan"));
}

TEST_CASE("child: short build", "[.]") {
  const Stage orphan("orphan");
  const Stage model("simulation model", "kernel foo");
  {
    const Stage tool("Verilator");
  }
  const Stage other("hardware", "kernel bar");
}

TEST_CASE("child: long build", "[.]") {
  std::thread second([] {
    std::this_thread::sleep_for(milliseconds(100));
    const Stage stage("compilation", "program");
    std::this_thread::sleep_for(milliseconds(2500));
  });
  const Stage model("simulation model", "kernel foo");
  {
    const Stage tool("Verilator");
    std::this_thread::sleep_for(milliseconds(2500));
  }
  const Stage tool("C++ compiler", "", 1.0);
  std::this_thread::sleep_for(milliseconds(1000));
  second.join();
}

TEST_CASE("child: long build and log", "[.]") {
  const Stage model("simulation model", "kernel foo");
  std::this_thread::sleep_for(milliseconds(2300));
  log(LogLevel::Warning, "careful");
}

TEST_CASE("child: unfinished build", "[.]") {
  std::thread([] {
    const Stage model("simulation model", "kernel foo");
    const Stage tool("Verilator");
    std::this_thread::sleep_for(milliseconds(60000));
  }).detach();
  std::this_thread::sleep_for(milliseconds(2300));
  std::exit(0);
}

TEST_CASE("child: long build in the background", "[.]") {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    const Stage model("simulation model", "kernel foo");
    std::this_thread::sleep_for(milliseconds(2500));
    ::_exit(0);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  REQUIRE(status == 0);
}
