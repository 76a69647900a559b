// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/common/trial.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <poll.h>
#include <random>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// A process that sleeps uses no CPU time: a deadlock is found by the clock on the wall, however busy the machine is.
constexpr unsigned kWallFactor = 10;

/// Between kind, failure and remark on the pipe.
constexpr char kSeparator = '\0';

void limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit limits{soft, hard};
  ::setrlimit(__rlimit_resource(resource), &limits);
}

[[noreturn]] void child(int output, const std::function<Verdict()> &body, const Limits &limits) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, limits.cpuSeconds, limits.cpuSeconds + 5);
  // Address space is not memory: boards reserve theirs. What is resident is asked for at the end; this is the last
  // stop.
  limit(RLIMIT_DATA, limits.residentBytes * 8, limits.residentBytes * 8);
  Verdict verdict;
  try {
    verdict = body();
  } catch (const std::exception &error) {
    verdict.failure = fmt::format("the trial itself failed: {}", error.what());
  }
  const std::string text = verdict.kind + kSeparator + verdict.failure + kSeparator + verdict.remark;
  for (size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(output, text.data() + done, text.size() - done);
    if (count <= 0)
      break;
    done += size_t(count);
  }
  ::_exit(0);  // threads of the library may still work
}

/// Everything that comes until the end; false if it does not come in time.
bool collect(int input, std::string &text, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0)
      return false;
    pollfd descriptor{input, POLLIN, 0};
    if (::poll(&descriptor, 1, int(left)) <= 0)
      continue;
    char buffer[4096];
    const ssize_t count = ::read(input, buffer, sizeof buffer);
    if (count > 0)
      text.append(buffer, size_t(count));
    else if (count == 0 || errno != EINTR)
      return true;
  }
}

/// Waits for the processes that the trial's left, which end with it; their largest memory in KiB. False if one does
/// not.
bool reapOrphans(long &resident) {
  const auto limit = Clock::now() + std::chrono::seconds(20);
  while (Clock::now() < limit) {
    rusage usage{};
    int status;
    const pid_t pid = ::wait4(-1, &status, WNOHANG, &usage);
    if (pid < 0 && errno == ECHILD)
      return true;
    if (pid > 0)
      resident = std::max(resident, usage.ru_maxrss);
    else
      ::usleep(200);
  }
  return false;
}

std::string keep(const std::string &name, const std::string &content) {
  const std::filesystem::path directory = WEFT_FUZZ_DIRECTORY;
  std::filesystem::create_directories(directory);
  const std::filesystem::path path = directory / name;
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

}  // namespace

Verdict attempt(const std::function<Verdict()> &body, const Limits &limits) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  int ends[2];
  if (::pipe(ends) != 0)
    throw std::runtime_error("no pipe");
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0)
    throw std::runtime_error("cannot fork");
  if (pid == 0) {
    ::close(ends[0]);
    child(ends[1], body, limits);
  }
  ::close(ends[1]);
  std::string text;
  const bool inTime = collect(ends[0], text, Clock::now() + std::chrono::seconds(limits.cpuSeconds) * kWallFactor);
  ::close(ends[0]);
  if (!inTime)
    ::kill(pid, SIGKILL);
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const bool alone = reapOrphans(usage.ru_maxrss);
  if (!inTime)
    return {"hang", fmt::format("no end after {} s", limits.cpuSeconds * kWallFactor)};
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    return {"hang", fmt::format("more than {} s of CPU time", limits.cpuSeconds)};
  if (WIFSIGNALED(status))
    return {"crash", fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))};
  if (!alone)
    return {"left", "a process of the library's lives on"};
  const size_t first = text.find(kSeparator), second = text.find(kSeparator, first + 1);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || second == std::string::npos)
    return {"crash", fmt::format("the process ended with status {}", WEXITSTATUS(status))};
  Verdict verdict = {text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
  if (const uint64_t resident = uint64_t(usage.ru_maxrss) * 1024;
      resident > limits.residentBytes && verdict.remark.empty())
    return {"memory", fmt::format("{} MiB of memory", resident >> 20)};
  return verdict;
}

int campaign(CLI::App &app, int argc, char **argv, const std::function<Trial(Random &)> &make, const Limits &limits) {
  double seconds = 0;
  uint64_t seed = 0, number = 0, count = 0;
  app.add_option("seconds", seconds, "how long")->required();
  const CLI::Option *seeded = app.add_option("seed", seed, "what the inputs depend on; fresh if left out");
  const CLI::Option *only = app.add_option("number", number, "only the input of this number");
  app.add_option("--count", count, "so many inputs, however long they take");
  CLI11_PARSE(app, argc, argv);
  if (!*seeded)
    seed = std::random_device()();
  if (*only)
    count = 1;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const std::string name = std::filesystem::path(argv[0]).filename().string();
  std::printf("%s: seed %llu\n", name.c_str(), static_cast<unsigned long long>(seed));
  std::map<std::string, unsigned> kinds;
  unsigned tried = 0, failed = 0;
  for (; count ? tried < count : Clock::now() < end; ++number) {
    Random random(seed * 0x9e3779b97f4a7c15 + number);
    const Trial trial = make(random);
    const Verdict verdict = attempt(trial.body, limits);
    ++tried;
    ++kinds[verdict.kind];
    if (verdict.failure.empty() && verdict.remark.empty())
      continue;
    failed += !verdict.failure.empty();
    const std::string file = keep(fmt::format("{}-{}-{}.{}", name, seed, number, trial.extension), trial.input);
    std::printf("%s: input %llu: %s: %s\n  kept in %s; again: %s 0 %llu %llu\n", name.c_str(),
                static_cast<unsigned long long>(number), verdict.kind.c_str(),
                (verdict.failure.empty() ? "no failure: " + verdict.remark : verdict.failure).c_str(), file.c_str(),
                argv[0], static_cast<unsigned long long>(seed), static_cast<unsigned long long>(number));
    std::fflush(stdout);
  }
  std::printf("%s: seed %llu: %u inputs, %u failures;", name.c_str(), static_cast<unsigned long long>(seed), tried,
              failed);
  for (const auto &[kind, count] : kinds)
    std::printf(" %s %u", kind.c_str(), count);
  std::printf("\n");
  return failed ? 1 : 0;
}

}  // namespace weft::fuzz
