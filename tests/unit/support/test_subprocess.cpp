// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <fstream>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "support/subprocess.h"

using namespace weft::support;
using std::chrono::milliseconds;

namespace {

ProcessResult shell(const std::string &script, ProcessOptions options = {}) {
  return runProcess({"sh", "-c", script}, options);
}

template <class Body> milliseconds timed(Body body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
}

}  // namespace

TEST_CASE("subprocess: output and exit code") {
  const ProcessResult result = shell("echo out; echo err >&2; exit 3");
  REQUIRE(result.exitCode == 3);
  REQUIRE_FALSE(result.ok());
  REQUIRE(result.output == "out\nerr\n");
  REQUIRE(result.outcome() == "exit code 3");
  REQUIRE(shell("true").ok());
}

TEST_CASE("subprocess: arguments are passed as they are") {
  const ProcessResult result = runProcess({"printf", "%s|", "a b", "$HOME", "*", ""});
  REQUIRE(result.output == "a b|$HOME|*||");
}

TEST_CASE("subprocess: directory, environment, stdin") {
  ProcessOptions options;
  options.directory = "/usr";
  options.environment = {"WEFT_TEST_VALUE=x y", "HOME=/elsewhere"};
  REQUIRE(shell("pwd; echo $WEFT_TEST_VALUE $HOME; cat", options).output == "/usr\nx y /elsewhere\n");
}

TEST_CASE("subprocess: much output does not block") {
  const ProcessResult result = shell("head -c 3000000 /dev/zero");
  REQUIRE(result.output.size() == 3000000);
}

TEST_CASE("subprocess: a program that is not there") {
  REQUIRE_THROWS_AS(runProcess({"/no/such/program"}), std::system_error);
}

TEST_CASE("subprocess: death by a signal") {
  const ProcessResult result = shell("kill -SEGV $$");
  REQUIRE(result.signal == SIGSEGV);
  REQUIRE(result.outcome().find("signal 11") != std::string::npos);
}

TEST_CASE("subprocess: a time limit ends it and its children") {
  ProcessOptions options;
  options.timeout = milliseconds(200);
  ProcessResult result;
  // The child of the shell holds the pipe: were it left alive, this would take a minute.
  REQUIRE(timed([&] { result = shell("sleep 60 & sleep 60", options); }) < milliseconds(10000));
  REQUIRE(result.timedOut);
  REQUIRE_FALSE(result.ok());
  REQUIRE(result.outcome() == "stopped after its time limit");
}

TEST_CASE("subprocess: cancellation") {
  std::atomic<bool> cancel{false};
  ProcessOptions options;
  options.cancel = &cancel;
  std::thread canceller([&] {
    std::this_thread::sleep_for(milliseconds(100));
    cancel = true;
  });
  ProcessResult result;
  REQUIRE(timed([&] { result = shell("sleep 60", options); }) < milliseconds(10000));
  canceller.join();
  REQUIRE(result.cancelled);
}

TEST_CASE("subprocess: signals that the host ignores or blocks are as usual") {
  ::signal(SIGTERM, SIG_IGN);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  const int ignored = shell("kill -TERM $$; sleep 5").signal, blocked = shell("kill -USR1 $$; sleep 5").signal;
  ::signal(SIGTERM, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  REQUIRE(ignored == SIGTERM);
  REQUIRE(blocked == SIGUSR1);
}

TEST_CASE("subprocess: a host that reaps all children gets an unknown status, not a hang") {
  ::signal(SIGCHLD, SIG_IGN);
  const ProcessResult result = shell("echo x");
  ::signal(SIGCHLD, SIG_DFL);
  REQUIRE(result.output == "x\n");
  REQUIRE(result.exitCode == -1);
  REQUIRE(result.outcome() == "its exit status is unknown");
}
