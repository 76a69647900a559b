// SPDX-License-Identifier: Apache-2.0
#include "board/small_shell/small_board.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "board/small_shell/memory_pages.h"
#include "board/small_shell/small_shell.h"
#include "board/software_ring.h"
#include "kernel/image.h"
#include "support/hash.h"
#include "support/log.h"

namespace weft::board {
namespace {

using Clock = std::chrono::steady_clock;

// While there is nothing to do. A device with a kernel is asked without a pause.
constexpr std::chrono::milliseconds kIdle{1};

class SmallKernel final : public PreparedKernel {
public:
  SmallKernel(std::shared_ptr<PreparedKernel> hardware, uint32_t number, std::string name)
      : hardware(std::move(hardware)), number(number), name(std::move(name)) {}
  void wait() override { hardware->wait(); }
  bool ready() const override { return hardware->ready(); }

  const std::shared_ptr<PreparedKernel> hardware;
  const uint32_t number;
  const std::string name;
};

/// The device moves in waitInterrupt alone: whoever has a command in the ring waits there.
class SmallBoard final : public Board, private TransferMemory {
public:
  SmallBoard(const Description &description, std::unique_ptr<Fpga> fpga)
      : description_(description), fpga_(std::move(fpga)), pages_(description.memoryBytes),
        memory_(description.memoryBytes) {}
  ~SmallBoard() override { logStatistics(); }

  const Description &description() const override { return description_; }
  uint32_t readRegister(uint32_t byteOffset) override { return ring_.readRegister(byteOffset); }
  void writeRegister(uint32_t byteOffset, uint32_t value) override { ring_.writeRegister(byteOffset, value); }
  uint64_t mapHostMemory(void *pointer, size_t) override { return reinterpret_cast<uintptr_t>(pointer); }
  void unmapHostMemory(uint64_t, size_t) override {}
  uint64_t deviceCycles() const override { return now_; }
  bool takesNewKernels() const override { return fpga_->takesNewKernels(); }
  bool awaitsBitstream() const override { return fpga_->awaitsBitstream(); }
  void memoryAllocated(uint64_t address, uint64_t bytes) noexcept override { pages_.allocated(address, bytes); }
  void memoryReleased(uint64_t address, uint64_t bytes) noexcept override { pages_.released(address, bytes); }

  bool waitInterrupt(std::chrono::milliseconds timeout) override {
    const Clock::time_point deadline = Clock::now() + timeout;
    while (!ring_.interrupt()) {
      bool moved = false;
      {
        std::lock_guard lock(mutex_);
        moved = advance();
      }
      if (Clock::now() >= deadline)
        return ring_.interrupt();
      if (!moved)
        std::this_thread::sleep_for(kIdle);
    }
    return true;
  }

  std::shared_ptr<PreparedKernel> prepare(const kernel::Image &kernel) override {
    return std::make_shared<SmallKernel>(fpga_->prepare(kernel), kernelNumber(kernel), kernel.interface.name);
  }

  void activate(unsigned region, const std::shared_ptr<PreparedKernel> &kernel) override {
    if (region != 0)
      throw std::runtime_error(fmt::format("board {} has no kernel region {}", description_.name, region));
    const auto wanted = std::dynamic_pointer_cast<SmallKernel>(kernel);
    if (!wanted)
      throw std::runtime_error("this kernel was prepared for another board");
    wanted->wait();
    std::lock_guard lock(mutex_);
    if (loaded_ != wanted)
      load(wanted);
  }

private:
  struct Launch {
    abi::Descriptor command;
    abi::Completion record;
    uint64_t started = 0;  // not before the start, in the shell's time
  };

  /// Carries out a command, or looks whether the launch is done. False if there was nothing to do.
  bool advance() {
    if (const auto command = ring_.take(!launch_)) {
      execute(*command);
      return true;
    }
    if (!launch_)
      return false;
    look();
    return true;
  }

  void execute(const abi::Descriptor &command) {
    abi::Completion record;
    record.start = cycle();
    const auto opcode = static_cast<abi::Opcode>(command.opcode);
    abi::Status status = abi::Status::OK;
    if (opcode == abi::Opcode::LAUNCH) {
      if (shell_ && launchIsValid(command, description_.regions)) {
        const auto *words = reinterpret_cast<const uint64_t *>(command.src);
        pages_.launched();
        shell_->start({words, command.width / sizeof(*words)});
        launch_ = {command, record, command.cycle_limit ? shell_->now() : 0};
        return;
      }
      status = abi::Status::BAD_DESCRIPTOR;
    } else if (opcode != abi::Opcode::NOP) {
      status = transfer(command, *this);
    }
    record.status = static_cast<uint32_t>(status);
    record.end = cycle();
    ring_.complete(command, record);
  }

  /// The launch: done, or to be ended, or neither.
  void look() {
    std::optional<SmallShell::Outcome> outcome = shell_->poll();
    const uint64_t limit = launch_->command.cycle_limit;
    if (!outcome && (ring_.aborts(0) || (limit != 0 && shell_->now() >= launch_->started + limit)))
      outcome = shell_->end();
    if (!outcome)
      return;
    abi::Completion &record = launch_->record;
    const bool circulating = outcome->fault == abi::Fault::CIRCULATING;
    record.status = static_cast<uint32_t>(circulating      ? abi::Status::ABORTED
                                          : outcome->fault ? abi::Status::KERNEL_FAULT
                                                           : abi::Status::OK);
    record.fault = static_cast<uint32_t>(outcome->fault.value_or(abi::Fault::NONE));
    record.fault_site = outcome->site;
    record.fault_addr = outcome->address;
    record.run_cycles = outcome->end - outcome->start;
    record.end = base_ + outcome->end;
    now_ = record.end;
    const Launch done = *launch_;
    launch_.reset();
    ring_.complete(done.command, done.record);
  }

  /// Device time, which goes on where another kernel is loaded.
  uint64_t cycle() {
    if (shell_)
      now_ = base_ + shell_->now();
    return now_;
  }

  /// A kernel that the hardware has not is another hardware: what memory holds is carried over.
  void load(const std::shared_ptr<SmallKernel> &kernel) {
    if (shell_ && shell_->select(kernel->number) == kernel->number) {
      loaded_ = kernel;
      return;
    }
    if (shell_) {
      cycle();
      carry([this](uint64_t address, std::span<uint8_t> bytes) { shell_->readMemory(address, bytes); });
      unload();
    }
    auto shell = std::make_unique<SmallShell>(fpga_->load(kernel->hardware), fpga_->linkSettings());
    if (const uint32_t found = shell->select(kernel->number); found != kernel->number)
      refuseHardware(*kernel, found, shell->link().name());
    carry([&shell](uint64_t address, std::span<uint8_t> bytes) { shell->writeMemory(address, bytes); });
    shell_ = std::move(shell);
    base_ = now_;
    loaded_ = kernel;
  }

  [[noreturn]] static void refuseHardware(const SmallKernel &kernel, uint32_t found, const std::string &line) {
    const std::string has = found == 0
                                ? fmt::format("has several kernels, and not {}", kernel.name)
                                : fmt::format("has another kernel than {}: its number is {:#010x}", kernel.name, found);
    throw std::runtime_error(fmt::format("{}: the board {}; program it with the bitstream of {}, whose number is "
                                         "{:#010x}",
                                         line, has, kernel.name, kernel.number));
  }

  /// All that device memory holds, range by range.
  template <class Move> void carry(Move move) {
    pages_.forEach(
        [&](uint64_t address, uint64_t bytes) { move(address, std::span(memory_).subspan(address, bytes)); });
  }

  void unload() {
    logStatistics();
    shell_.reset();
    loaded_.reset();
  }

  void logStatistics() const {
    if (!shell_)
      return;
    const Link::Statistics s = shell_->link().statistics();
    support::log(support::LogLevel::Info,
                 "{}: {} requests, {} of them repeated; {} bytes sent, {} received, {} damaged frames",
                 description_.name, s.requests, s.repetitions, s.bytesSent, s.bytesReceived, s.damaged);
  }

  uint64_t bytes() const override { return description_.memoryBytes; }
  void read(uint64_t address, uint8_t *to, uint64_t bytes) override {
    if (shell_)
      shell_->readMemory(address, {to, bytes});
    else
      std::copy_n(memory_.begin() + long(address), bytes, to);
  }
  void write(uint64_t address, const uint8_t *from, uint64_t bytes) override {
    pages_.written(address, bytes);
    if (shell_)
      shell_->writeMemory(address, {from, bytes});
    else
      std::copy_n(from, bytes, memory_.begin() + long(address));
  }

  const Description description_;
  const std::unique_ptr<Fpga> fpga_;
  std::atomic<uint64_t> now_{0};  // the latest device time that is known
  SoftwareRing ring_{[this] { return now_.load(); }};
  MemoryPages pages_;
  std::mutex mutex_;             // all below
  std::vector<uint8_t> memory_;  // device memory while no kernel is loaded
  std::shared_ptr<SmallKernel> loaded_;
  std::unique_ptr<SmallShell> shell_;  // of the hardware that has it
  uint64_t base_ = 0;                  // device time when it was
  std::optional<Launch> launch_;       // the one that runs
};

}  // namespace

uint32_t kernelNumber(const kernel::Image &kernel) { return uint32_t(support::hashBytes(kernel.systemVerilog).low); }

std::unique_ptr<Board> makeSmallBoard(const Description &description, std::unique_ptr<Fpga> fpga) {
  return std::make_unique<SmallBoard>(description, std::move(fpga));
}

}  // namespace weft::board
