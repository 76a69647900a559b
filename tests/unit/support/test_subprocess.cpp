// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
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
  options.environment = {"TEST_VALUE=x y", "HOME=/elsewhere"};
  REQUIRE(shell("pwd; echo $TEST_VALUE $HOME; cat", options).output == "/usr\nx y /elsewhere\n");
}

TEST_CASE("subprocess: much output does not block") {
  const ProcessResult result = shell("head -c 3000000 /dev/zero");
  REQUIRE(result.output.size() == 3000000);
}

TEST_CASE("subprocess: a program that is not there") {
  REQUIRE_THROWS_AS(runProcess({"/no/such/program"}), std::system_error);
  char script[] = "/tmp/weft-script-XXXXXX";
  ::close(::mkostemp(script, O_CLOEXEC));
  std::ofstream(script) << "#!/no/such/python\n";
  ::chmod(script, 0700);
  REQUIRE_THROWS_WITH(runProcess({script}), Catch::Contains("a script for /no/such/python: No such file"));
  ::unlink(script);
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

TEST_CASE("subprocess: given up by what it prints") {
  std::vector<std::string> lines;
  ProcessOptions options;
  options.goesOn = [&](std::string_view line) {
    lines.emplace_back(line);
    return line != "no";
  };
  // A line may come in parts, and several at once.
  const char *script = "printf y; sleep 0.1; printf 'es\\n\\nno\\nbehind\\n'; sleep 60";
  ProcessResult result;
  REQUIRE(timed([&] { result = shell(script, options); }) < milliseconds(10000));
  REQUIRE(result.givenUp);
  REQUIRE(result.outcome() == "given up");
  REQUIRE(lines == std::vector<std::string>{"yes", "", "no"});
  lines.clear();
  result = shell("echo yes; printf no", options);
  REQUIRE((result.ok() && !result.givenUp));
  REQUIRE(lines == std::vector<std::string>{"yes"});
}

namespace {

/// This process gets what its descendants leave behind.
struct Subreaper {
  Subreaper() { REQUIRE(::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0); }
  ~Subreaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }
  /// Whether the process, such a one, is killed within ten seconds.
  static bool killed(pid_t pid) {
    int status = 0;
    for (int i = 0; i < 1000; ++i) {
      if (::waitpid(pid, &status, WNOHANG) == pid)
        return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
      std::this_thread::sleep_for(milliseconds(10));
    }
    return false;
  }
};

}  // namespace

TEST_CASE("subprocess: what it leaves running goes with its end") {
  const Subreaper reaper;
  const ProcessResult result = shell("sleep 60 > /dev/null 2>&1 & echo $!");
  REQUIRE(result.ok());
  REQUIRE(Subreaper::killed(std::stoi(result.output)));
}

TEST_CASE("subprocess: it goes with the process that runs it, whatever ends that") {
  const Subreaper reaper;
  for (const int signal : {SIGINT, SIGKILL}) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t host = ::fork();
    if (host == 0) {
      ::signal(signal, SIG_DFL);
      shell("echo $$ >&" + std::to_string(ends[1]) + "; sleep 60 & echo $! >&" + std::to_string(ends[1]) + "; wait");
      ::_exit(1);
    }
    ::close(ends[1]);
    std::string text;
    char buffer[64];
    while (std::count(text.begin(), text.end(), '\n') < 2) {
      const ssize_t count = ::read(ends[0], buffer, sizeof buffer);
      REQUIRE(count > 0);
      text.append(buffer, size_t(count));
    }
    ::close(ends[0]);
    REQUIRE(::kill(host, signal) == 0);
    int status = 0;
    REQUIRE(::waitpid(host, &status, 0) == host);
    REQUIRE((WIFSIGNALED(status) && WTERMSIG(status) == signal));
    size_t second = 0;
    const pid_t program = std::stoi(text, &second), child = std::stoi(text.substr(second));
    CHECK(Subreaper::killed(program));
    CHECK(Subreaper::killed(child));
  }
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
