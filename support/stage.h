// SPDX-License-Identifier: Apache-2.0
// A word while it works: who builds kernels says in which stage, and the user sees it.
//
// With WEFT_LOG=info, begin and end of each stage are told with its time. On a terminal, one line on stderr says what
// has been under way for two seconds; it is rewritten in place and cleared at the end. It says nothing with
// WEFT_LOG=off, and nothing where stderr is no terminal.
#pragma once
#include <chrono>
#include <list>
#include <string>

namespace weft::support {

/// A stage of what the thread does, while the object lives. Stages nest: the outermost is a build, whose time the line
/// shows beside the innermost one's name.
class Stage {
public:
  /// `name` must live as long. `subject`: what is built; without, that of the surrounding stage; if there is none,
  /// nothing is said. `expectedSeconds`: how long it is likely to take, for the line; 0: not known.
  explicit Stage(const char *name, const std::string &subject = {}, double expectedSeconds = 0);
  ~Stage();
  Stage(const Stage &) = delete;
  Stage &operator=(const Stage &) = delete;

  /// A build that is shown while it lasts.
  struct Build {
    std::chrono::steady_clock::time_point start;
    const Stage *stage;  // the innermost
  };

private:
  friend class StatusLine;
  const char *const name_;
  const std::string subject_;
  const double expectedSeconds_;
  Stage *const outer_;
  const std::chrono::steady_clock::time_point start_;
  std::list<Build>::iterator build_;  // only where it is shown
  bool shown_ = false;
};

/// Who is told of the stages of a process whose stderr is not the user's.
class StageListener {
public:
  virtual ~StageListener() = default;
  /// As the constructor of Stage has them.
  virtual void begin(const char *name, const std::string &subject) = 0;
  virtual void end() = 0;
};

/// From now on `listener` is told of all stages, on the threads that they are of, and nobody else. Before the first.
void tellStagesTo(StageListener &listener);

}  // namespace weft::support
