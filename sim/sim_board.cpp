// SPDX-License-Identifier: Apache-2.0
#include "sim/sim_board.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <unistd.h>

#include "kernel/image.h"
#include "sim/fair_mutex.h"
#include "sim/kernel_source.h"
#include "sim/machine.h"
#include "sim/model_spec.h"
#include "sim/serial_fpga.h"
#include "support/log.h"

namespace weft::sim {
namespace {

using Clock = std::chrono::steady_clock;

/// The clock is read this often while the device runs; another thread that wants the device gets it at once.
constexpr unsigned kCyclesPerTurn = 2048;

class SimKernel final : public board::PreparedKernel {
public:
  SimKernel(std::unique_ptr<KernelSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}
  void wait() override { source_->wait(); }
  bool ready() const override { return source_->ready(); }

  /// The hardware itself in a region; made once for each, so what a kernel leaves in its block RAM stays, as on a real
  /// board.
  const std::shared_ptr<KernelInstance> &instance(unsigned region, const std::string &tracePath) {
    std::shared_ptr<KernelInstance> &instance = instances_.at(region);
    if (!instance) {
      instance = source_->instantiate(region ? fmt::format("{}_region{}", name_, region) : name_);
      if (!tracePath.empty())
        instance->attachTrace(tracePath);
    }
    return instance;
  }

private:
  std::unique_ptr<KernelSource> source_;
  std::string name_;
  std::array<std::shared_ptr<KernelInstance>, abi::MAX_REGIONS> instances_;
};

/// The writer of waveforms does not tell why it cannot write. Throws with the reason.
void requireWritable(const std::string &path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0)
    throw std::runtime_error(fmt::format("WEFT_TRACE: cannot write {}: {}", path, std::strerror(errno)));
  ::close(file);
}

/// Two boards that are open at once do not write into one waveform file: the second gets its number into the name.
class TracePath {
public:
  explicit TracePath(const std::string &wanted) : path_(wanted) {
    std::lock_guard lock(mutex());
    const std::filesystem::path file(wanted);
    if (wanted.empty())
      return;
    for (unsigned i = 2; used().count(path_); ++i)
      path_ =
          (file.parent_path() / fmt::format("{}-{}{}", file.stem().string(), i, file.extension().string())).string();
    requireWritable(path_);
    used().insert(path_);
  }
  ~TracePath() {
    std::lock_guard lock(mutex());
    used().erase(path_);
  }
  TracePath(const TracePath &) = delete;
  TracePath &operator=(const TracePath &) = delete;
  const std::string &get() const { return path_; }

private:
  static std::mutex &mutex() {
    static auto &mutex = *new std::mutex;
    return mutex;
  }
  static std::set<std::string> &used() {
    static auto &paths = *new std::set<std::string>;
    return paths;
  }
  std::string path_;
};

/// The boards that are open. Host programs exit without closing them; their statistics are then logged at exit.
class OpenBoards {
public:
  static void add(class SimBoard *board) {
    std::lock_guard lock(mutex());
    boards().insert(board);
  }
  static void remove(class SimBoard *board) {
    std::lock_guard lock(mutex());
    boards().erase(board);
  }

private:
  friend void reportAtExit();
  static std::mutex &mutex() {
    static auto &mutex = *new std::mutex;
    return mutex;
  }
  static std::set<class SimBoard *> &boards() {
    static auto &boards = *new std::set<class SimBoard *>;
    return boards;
  }
};

class SimBoard final : public board::Board {
public:
  SimBoard(const board::Description &description, const SimSettings &settings, std::shared_ptr<BuildPool> pool)
      : description_(description), settings_(settings), tracePath_(settings.trace), pool_(std::move(pool)),
        machine_(description, settings.memory == support::SimMemory::Ideal ? DramTiming::ideal() : *description.timing,
                 makeShell(description, engine(), modelOptions(), pool_), tracePath_.get()) {
    OpenBoards::add(this);
  }

  ~SimBoard() override {
    OpenBoards::remove(this);
    logStatistics();
  }

  bool ownedByThisProcess() const { return process_ == ::getpid(); }

  /// What a benchmark wants to know, on stderr with WEFT_LOG=info.
  void logStatistics() {
    std::lock_guard lock(mutex_);  // a command that exit does not wait for may still move the device
    const MachineStatistics s = machine_.statistics();
    const double seconds = busy_.count();
    support::log(support::LogLevel::Info,
                 "{}: {} cycles in {:.3f} s ({:.0f} kHz); shell evaluated in {}, kernels in {}", description_.name,
                 s.cycles, seconds, seconds > 0 ? double(s.cycles) / seconds / 1000 : 0, s.shellSteps, s.kernelSteps);
  }

  const board::Description &description() const override { return description_; }

  uint32_t readRegister(uint32_t byteOffset) override {
    return onDevice([&] { return machine_.readRegister(byteOffset); });
  }

  void writeRegister(uint32_t byteOffset, uint32_t value) override {
    onDevice([&] { machine_.writeRegister(byteOffset, value); });
  }

  uint64_t mapHostMemory(void *pointer, size_t bytes) override { return machine_.hostMappings().map(pointer, bytes); }

  void unmapHostMemory(uint64_t busAddress, size_t bytes) override { machine_.hostMappings().unmap(busAddress, bytes); }

  bool waitInterrupt(std::chrono::milliseconds timeout) override {
    const Clock::time_point deadline = Clock::now() + timeout;
    do {
      bool stuck = false;
      const bool up = onDevice([&] {
        for (unsigned i = 0; i < kCyclesPerTurn && !stuck && !machine_.interrupt() && !mutex_.contended(); ++i)
          stuck = !machine_.advance();
        return machine_.interrupt();
      });
      if (up || stuck)
        return up;
    } while (Clock::now() < deadline);
    return false;
  }

  uint64_t deviceCycles() const override { return machine_.cycles(); }

  std::shared_ptr<board::PreparedKernel> prepare(const kernel::Image &kernel) override {
    return std::make_shared<SimKernel>(kernelSource(kernel, engine(), modelOptions(), pool_), kernel.interface.name);
  }

  void activate(unsigned region, const std::shared_ptr<board::PreparedKernel> &kernel) override {
    if (region >= description_.regions)
      throw std::runtime_error(fmt::format("board {} has no kernel region {}", description_.name, region));
    auto simulated = std::dynamic_pointer_cast<SimKernel>(kernel);
    if (!simulated)
      throw std::runtime_error("this kernel was prepared for another board");
    simulated->wait();
    std::lock_guard lock(mutex_);
    const auto &instance = simulated->instance(region, tracePath_.get());
    if (machine_.kernel(region) != instance)
      machine_.setKernel(region, instance);
  }

  // The one memory there is: what the kernel's accesses reach through the memory port, with its timing, is what the
  // host reads and writes directly.
  uint8_t *sharedMemory() override { return description_.sharedMemory ? machine_.memoryData() : nullptr; }

private:
  /// What the others do not offer needs Verilator.
  support::SimEngine engine() const {
    return settings_.trace.empty() && settings_.fp == support::SimFp::Fast ? settings_.engine
                                                                           : support::SimEngine::Verilator;
  }

  ModelOptions modelOptions() const {
    return {.fastFp = settings_.fp == support::SimFp::Fast,
            .trace = !settings_.trace.empty(),
            .optimised = settings_.model == support::SimModel::Optimised};
  }

  /// What moves the device: in turn, and timed. A device that failed once stays failed.
  template <class Body> std::invoke_result_t<Body> onDevice(Body body) {
    std::lock_guard lock(mutex_);
    if (!failure_.empty())
      throw std::runtime_error(failure_);
    struct Timer {
      std::chrono::duration<double> &total;
      Clock::time_point start = Clock::now();
      ~Timer() { total += Clock::now() - start; }
    } timer{busy_};
    try {
      return body();
    } catch (const std::exception &error) {
      failure_ = fmt::format("the simulated board {} failed: {}", description_.name, error.what());
      throw std::runtime_error(failure_);
    }
  }

  const board::Description description_;
  const SimSettings settings_;
  const TracePath tracePath_;
  std::shared_ptr<BuildPool> pool_;
  FairMutex mutex_;
  Machine machine_;
  std::string failure_;
  std::chrono::duration<double> busy_{0};
  const pid_t process_ = ::getpid();
};

/// Runs after all exit handlers of the program.
__attribute__((destructor)) void reportAtExit() {
  for (SimBoard *board : OpenBoards::boards())
    if (board->ownedByThisProcess())
      board->logStatistics();
}

}  // namespace

SimSettings SimSettings::fromEnvironment() {
  const support::Options &options = support::options();
  SimSettings settings;
  settings.memory = options.SIM_MEMORY;
  settings.fp = options.SIM_FP;
  settings.engine = options.SIM;
  settings.model = options.SIM_MODEL;
  settings.trace = options.TRACE;
  return settings;
}

std::unique_ptr<board::Board> makeSimBoard(const board::Description &description) {
  if (description.uart)
    return makeSerialBoard(description);
  return makeSimBoard(description, SimSettings::fromEnvironment(), BuildPool::standard());
}

std::unique_ptr<board::Board> makeSimBoard(const board::Description &description, const SimSettings &settings,
                                           std::shared_ptr<BuildPool> pool) {
  if (!description.timing)
    throw std::runtime_error(
        fmt::format("board {} cannot be simulated: its description has no memory.timing", description.name));
  return std::make_unique<SimBoard>(description, settings, std::move(pool));
}

}  // namespace weft::sim
