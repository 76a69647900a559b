// SPDX-License-Identifier: Apache-2.0
#include "flow/step.h"

#include <chrono>
#include <fmt/format.h>
#include <regex>
#include <sstream>

#include "support/publish.h"
#include "support/resources.h"
#include "support/stage.h"
#include "support/subprocess.h"

namespace weft::flow {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr uint64_t kFormat = 1;  // of what a step keeps
constexpr std::chrono::hours kTimeout{12};
constexpr size_t kMostErrorLines = 8;

support::Hash128 keyOf(const Step &step, const std::string &version) {
  support::ContentHash hash;
  hash.add(kFormat).add(step.name).add(version).add(uint64_t(step.arguments.size()));
  for (const std::string &argument : step.arguments)
    hash.add(argument);
  hash.add(uint64_t(step.inputs.size()));
  for (const support::ArchiveMember &input : step.inputs)
    hash.add(input.name).add(input.bytes);
  for (const std::string &output : step.outputs)
    hash.add(output);
  if (step.refinement)
    hash.add(step.refinement->name).add(uint64_t(step.refinement->revision));
  if (step.bound)
    hash.add(step.bound->figure).add(step.bound->judged).add(fmt::format("{}", step.bound->most));
  return hash.finish();
}

/// The lines of a tool's output that say what is wrong; else its last ones.
std::string errorsIn(const std::string &output) {
  std::vector<std::string> errors, all;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    all.push_back(line);
    if (line.find("ERROR") != line.npos || line.find("error:") != line.npos)
      errors.push_back(line);
  }
  const std::vector<std::string> &shown = errors.empty() ? all : errors;
  std::string text;
  for (size_t i = shown.size() - std::min(shown.size(), kMostErrorLines); i < shown.size(); ++i)
    text += "\n  " + shown[i];
  return text;
}

/// Follows what a tool prints against the step's bound.
class BoundWatch {
public:
  explicit BoundWatch(const Bound &bound) : bound_(bound), pattern_(bound.figure) {}
  double figure() const { return figure_; }

  /// False behind the bound.
  bool goesOn(std::string_view line) {
    std::match_results<std::string_view::const_iterator> found;
    if (std::regex_search(line.begin(), line.end(), found, pattern_))
      figure_ = std::stod(found[1]);
    return line.find(bound_.judged) == line.npos || figure_ <= bound_.most;
  }

private:
  const Bound &bound_;
  std::regex pattern_;
  double figure_ = 0;
};

[[noreturn]] void giveUp(const Step &step, const std::string &log) {
  BoundWatch watch(*step.bound);
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line) && watch.goesOn(line);) {
  }
  throw StepGivenUp(
      fmt::format("{} of {} was given up: {} of at most {}", step.name, step.subject, watch.figure(), step.bound->most),
      watch.figure(), step.bound->most);
}

/// The outputs, the first refined, and the log.
support::Archive collect(const Step &step, const fs::path &folder, std::string log) {
  support::Archive files;
  for (const std::string &output : step.outputs)
    files.members.push_back({output, support::readFile(folder / output)});
  try {
    if (step.refinement)
      log += step.refinement->apply(files.members.front().bytes);
  } catch (const std::exception &reason) {
    throw Error(Error::Cause::Machine,
                fmt::format("{} of {} failed: {}: {}", step.name, step.subject, step.refinement->name, reason.what()));
  }
  files.members.push_back({kLog, std::move(log)});
  return files;
}

[[noreturn]] void fail(const Step &step, const support::ProcessResult &result) {
  throw StepFailed(fmt::format("{} of {} failed: {}: {}{}", step.name, step.subject, step.tool->name, result.outcome(),
                               errorsIn(result.output)),
                   "--dump-dir keeps what the stages before it have made", result.output);
}

}  // namespace

StepResult StepRunner::run(const Step &step) {
  const fs::path program = require(*step.tool);
  const support::Hash128 key = keyOf(step, versionOf(*step.tool, program));
  if (auto kept = findKept(step, key))
    return std::move(*kept);
  const StepCache::Turn turn = cache_.turn(key, step.subject, cancelled_);
  if (turn.waited())
    if (auto kept = findKept(step, key))
      return std::move(*kept);
  return make(step, program, key);
}

std::optional<StepResult> StepRunner::findKept(const Step &step, const support::Hash128 &key) const {
  auto files = cache_.find(key);
  if (!files)
    return std::nullopt;
  if (!files->find(step.outputs.front()))
    giveUp(step, *files->find(kLog));
  return StepResult{std::move(*files), 0, true};
}

StepResult StepRunner::make(const Step &step, const fs::path &program, const support::Hash128 &key) {
  const support::WorkDirectory work(cache_.workFolder());
  for (const support::ArchiveMember &input : step.inputs)
    support::publishFile(work.path() / input.name, input.bytes);
  support::ProcessOptions options;
  options.directory = work.path();
  options.timeout = kTimeout;
  options.cancel = &cancelled_;
  std::optional<BoundWatch> watch;
  if (step.bound)
    options.goesOn = [&watch = watch.emplace(*step.bound)](std::string_view line) { return watch.goesOn(line); };
  std::vector<std::string> command = step.arguments;
  command.insert(command.begin(), program.string());
  const Clock::time_point start = Clock::now();
  const support::ProcessResult process = [&] {
    const support::Stage shown(step.name, step.subject, cache_.expected(step.kind, step.size));
    return support::runProcess(command, options);
  }();
  StepResult result;
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (process.givenUp) {
    cache_.keep(key, {.members = {{kLog, process.output}}, .comment = {}});
    giveUp(step, process.output);
  }
  if (!process.ok())
    fail(step, process);
  result.files = collect(step, work.path(), process.output);
  cache_.keep(key, result.files);
  cache_.note(step.kind, step.size, result.seconds);
  return result;
}

}  // namespace weft::flow
