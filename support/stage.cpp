// SPDX-License-Identifier: Apache-2.0
#include "support/stage.h"

#include <cmath>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

#include "support/log.h"

namespace weft::support {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{2}, kInterval{1};

thread_local Stage *innermost = nullptr;
StageListener *stageListener = nullptr;

/// Whether stderr is a terminal that this process may write to: one in the background might be stopped for it.
bool onTerminal() {
  if (!logEnabled(LogLevel::Error) || !::isatty(STDERR_FILENO))
    return false;
  const pid_t foreground = ::tcgetpgrp(STDERR_FILENO);
  return foreground < 0 || foreground == ::getpgrp();
}

size_t terminalWidth() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

/// Shows the builds that are under way. Its thread lives only while there are some.
class StatusLine {
public:
  static StatusLine &instance() {
    static StatusLine &line = *new StatusLine;  // leaked: builds may go on while the process exits
    return line;
  }

  std::list<Stage::Build>::iterator begin(const Stage &stage) {
    std::lock_guard lock(mutex_);
    const auto build = builds_.insert(builds_.end(), {stage.start_, &stage});
    try {
      if (!watched_)
        std::thread([this] { watch(); }).detach();
      watched_ = true;
    } catch (const std::exception &) {  // then it is not shown
    }
    return build;
  }

  void enter(std::list<Stage::Build>::iterator build, const Stage *stage) {
    std::lock_guard lock(mutex_);
    build->stage = stage;
  }

  void end(std::list<Stage::Build>::iterator build) {
    std::lock_guard lock(mutex_);
    builds_.erase(build);
    if (!builds_.empty())
      return;
    showStatus("");
    changed_.notify_one();
  }

private:
  void watch() {
    std::unique_lock lock(mutex_);
    while (!builds_.empty()) {
      const Clock::time_point due = builds_.front().start + kPatience, now = Clock::now();
      if (now >= due && onTerminal())
        showStatus(text(now));
      changed_.wait_until(lock, std::max(due, now + kInterval), [&] { return builds_.empty(); });
    }
    watched_ = false;
  }

  /// The oldest build, and how many there are besides.
  std::string text(Clock::time_point now) const {
    const auto &[start, stage] = builds_.front();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start).count();
    std::string rest = fmt::format(": {}, {} s", stage->name_, seconds);
    if (stage->expectedSeconds_ > 0) {
      // Of the build's time, what went by before the stage counts too.
      const double before = std::chrono::duration<double>(stage->start_ - start).count();
      rest += fmt::format(" of about {:.0f} s", std::ceil(before + stage->expectedSeconds_));
    }
    if (builds_.size() > 1)
      rest += fmt::format(" (and {} more)", builds_.size() - 1);
    std::string subject = "weft: " + stage->subject_;
    // A line that is too long would be wrapped, and could not be rewritten.
    const size_t width = terminalWidth(), room = width > rest.size() + 1 ? width - rest.size() - 1 : 0;
    if (subject.size() > room)
      subject = room > 3 ? subject.substr(0, room - 3) + "..." : "";
    return (subject + rest).substr(0, width > 1 ? width - 1 : 0);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Stage::Build> builds_;  // by age
  bool watched_ = false;            // has a thread
};

Stage::Stage(const char *name, const std::string &subject, double expectedSeconds)
    : name_(name), subject_(subject.empty() && innermost ? innermost->subject_ : subject),
      expectedSeconds_(expectedSeconds), outer_(innermost), start_(Clock::now()) {
  if (stageListener) {
    stageListener->begin(name_, subject_);
    return;
  }
  if (!subject_.empty())
    log(LogLevel::Info, "{}: {} begins", subject_, name_);
  if (outer_ ? outer_->shown_ : !subject_.empty() && onTerminal()) {
    shown_ = true;
    if (outer_) {
      build_ = outer_->build_;
      StatusLine::instance().enter(build_, this);
    } else {
      build_ = StatusLine::instance().begin(*this);
    }
  }
  innermost = this;
}

Stage::~Stage() {
  if (stageListener) {
    stageListener->end();
    return;
  }
  innermost = outer_;
  if (shown_ && outer_)
    StatusLine::instance().enter(build_, outer_);
  else if (shown_)
    StatusLine::instance().end(build_);
  if (!subject_.empty())
    log(LogLevel::Info, "{}: {} took {:.2f} s", subject_, name_,
        std::chrono::duration<double>(Clock::now() - start_).count());
}

void tellStagesTo(StageListener &listener) { stageListener = &listener; }

}  // namespace weft::support
