// SPDX-License-Identifier: Apache-2.0
// A step of a build: a tool that makes files of files, alone in a folder. Its result is kept by its inputs, its command
// and the tool's version, so a build that was stopped goes on behind the last step that was done.
#pragma once
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "flow/error.h"
#include "flow/step_cache.h"
#include "flow/tools.h"
#include "support/archive.h"

namespace weft::flow {

/// What Weft itself does to what a tool has made, before it is kept.
struct Refinement {
  const char *name;
  unsigned revision;                    // raised when it makes something else of the same
  std::string (*apply)(std::string &);  // changes the file; what it has done, for the log
};

/// A number that the tool prints, of which so much makes the rest of its work vain.
struct Bound {
  const char *figure;  // regular expression of a line with one group, the number; of several the last one counts
  const char *judged;  // part of the line at which it counts
  double most;
};

struct Step {
  const char *name;
  std::string subject;  // what is built, to people
  const Tool *tool;
  std::vector<std::string> arguments;  // files by their names alone: YoWASP's tools see no other folder
  std::vector<support::ArchiveMember> inputs;
  std::vector<std::string> outputs;
  std::string kind;                        // of steps whose durations are alike
  double size = 0;                         // of the design, in a measure of the kind's own: the duration grows with it
  const Refinement *refinement = nullptr;  // of the first output
  std::optional<Bound> bound = std::nullopt;
};

struct StepResult {
  support::Archive files;  // the outputs, and kLog
  double seconds = 0;
  bool kept = false;  // was there already

  const std::string &file(std::string_view name) const { return *files.find(name); }
};

/// The tool ended with an error.
class StepFailed : public Error {
public:
  StepFailed(const std::string &what, const std::string &hint, std::string output)
      : Error(Cause::Machine, what, hint), output_(std::move(output)) {}
  const std::string &output() const { return output_; }

private:
  std::string output_;
};

/// The tool was ended behind the step's bound.
class StepGivenUp : public Error {
public:
  StepGivenUp(const std::string &what, double figure, double most)
      : Error(Cause::Design, what), figure_(figure), most_(most) {}
  double figure() const { return figure_; }
  double most() const { return most_; }

private:
  double figure_, most_;
};

/// What the tool printed.
inline constexpr const char *kLog = "log.txt";

class StepRunner {
public:
  explicit StepRunner(StepCache &cache) : cache_(cache) {}
  /// From any thread. Throws Error if the tool is missing, StepFailed if it fails, with the tool's errors in its
  /// message, StepGivenUp, of which is kept that it was.
  StepResult run(const Step &step);
  /// Ends the steps that run; each throws Error.
  void cancel() { cancelled_ = true; }

private:
  std::optional<StepResult> findKept(const Step &step, const support::Hash128 &key) const;
  StepResult make(const Step &step, const std::filesystem::path &program, const support::Hash128 &key);

  StepCache &cache_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace weft::flow
