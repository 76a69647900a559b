// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "board/board.h"
#include "host/core/binary.h"
#include "host/core/built_in.h"
#include "host/core/context.h"
#include "host/core/print_buffer.h"
#include "host/core/program_variables.h"

namespace weft::core {

/// Kernels of a built program for one board. Their preparation for it goes on in the background.
struct Executable {
  std::shared_ptr<const kernel::Program> program;
  /// One per kernel of `program`; null for built-in kernels.
  std::vector<std::shared_ptr<board::PreparedKernel>> prepared;
  /// Programs of built-in kernels: one per kernel of `program`. Empty otherwise.
  std::vector<const BuiltInKernel *> builtIn;
  /// Of the program, on the devices where a kernel has used them.
  mutable ProgramVariables variables;
  /// The same kernels with wide ids, made when first needed: for `widened` (host/core/build.h) alone.
  mutable std::mutex wideMutex;
  mutable std::shared_ptr<const Executable> wide;

  /// Index in `program->kernels`, or -1.
  int find(const std::string &name) const;
};

/// The program object and what it holds for each of its devices.
class Program : public Object<Program, cl_program, Kind::Program> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_PROGRAM;
  using Devices = std::vector<Device *>;

  /// From source, for all devices of the context.
  Program(Context &context, std::string source);
  /// From binaries: one per device.
  Program(Context &context, const Devices &devices, std::vector<std::shared_ptr<const PackedBinary>> binaries);
  /// Of built-in kernels: nothing is left to build.
  Program(Context &context, const Devices &devices, const std::vector<const BuiltInKernel *> &kernels);
  /// For the result of a link.
  Program(Context &context, const Devices &devices);
  ~Program() override;

  Context &context() const { return *context_; }
  const Devices &devices() const { return devices_; }
  bool has(const Device &device) const;
  const std::string &source() const { return source_; }
  bool hasSource() const { return origin_ == Origin::Source; }
  bool isFromBinary() const { return origin_ == Origin::Binary; }

  /// Outcome of the last build, compilation or link for one device.
  struct State {
    cl_build_status status = CL_BUILD_NONE;
    cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
    std::string options, log;
    std::shared_ptr<const PackedBinary> binary;  // null without an object, library or executable, and for built-in ones
    bool fromSource = false;                     // all of it was compiled from source here
    bool argumentInfo = false;                   // and with -cl-kernel-arg-info
    std::shared_ptr<const Executable> executable;
  };
  /// Of a device of the program: its own or else its parent's; of another device, that of a device on the same board,
  /// or none.
  State state(Device &device) const;
  /// Of all devices, in their order.
  std::vector<State> states() const;

  /// The kernels of all executables, each name once. Throws CL_INVALID_PROGRAM_EXECUTABLE if there is none.
  static std::vector<std::string> kernelNames(const std::vector<State> &states);

  // ---- For builds (host/core/build.h).
  /// Marks `devices` as being built and gives the states that the build replaces. Throws CL_INVALID_OPERATION during
  /// another build for one of them, or while kernels exist.
  std::vector<State> beginBuild(const Devices &devices, const std::string &options);
  /// The outcome for those of `devices` that are on the board of `root`.
  void endBuild(const Device &root, const Devices &devices, const State &state);
  /// Ends what could not be carried on: there was no memory or no thread.
  void abandonBuild(const Devices &devices) noexcept;

  /// Kernel objects hold the program; while there are any it cannot be rebuilt.
  void attachKernel() { ++kernels_; }
  void detachKernel() { --kernels_; }

  /// For launches of its kernels that print.
  PrintBuffers &printBuffers() { return printBuffers_; }

private:
  enum class Origin { Source, Binary, BuiltIn, Link };
  Program(Context &context, Devices devices, std::string source, Origin origin);
  size_t indexOf(const Device &device) const;
  const State &stateAt(size_t index) const;

  const Ref<Context> context_;
  const Devices devices_;
  const std::string source_;
  const Origin origin_;
  mutable std::mutex mutex_;
  std::vector<State> states_;  // one per device
  std::atomic<unsigned> kernels_{0};
  PrintBuffers printBuffers_;
};

}  // namespace weft::core
