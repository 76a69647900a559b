// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "board/board.h"
#include "hls/compile.h"
#include "host/core/binary.h"
#include "host/core/context.h"

namespace weft::core {

/// Kernels of a built program and their preparation for the board, which goes on in the background.
struct Executable {
  std::shared_ptr<const hls::Program> program;
  std::vector<std::shared_ptr<board::PreparedKernel>> prepared;  // one per kernel of `program`

  /// Index in `program->kernels`, or -1.
  int find(const std::string &name) const;
};

class Program : public Object<Program, cl_program, Kind::Program> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_PROGRAM;

  /// From source; an empty optional: a program that clLinkProgram makes.
  Program(Context &context, std::optional<std::string> source);
  /// From a binary.
  Program(Context &context, const ProgramBinary &binary);
  ~Program() override;

  Context &context() const { return *context_; }
  const std::string &source() const { return source_; }
  bool hasSource() const { return hasSource_; }

  /// Outcome of the last build, compilation or link.
  struct State {
    cl_build_status status = CL_BUILD_NONE;
    cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
    std::string options, log;
    std::string bitcode;        // of the object, library or executable; empty without one
    std::string madeWith;       // the compiler options behind it; empty if it was linked
    bool argumentInfo = false;  // compiled from source with -cl-kernel-arg-info throughout
    std::shared_ptr<const Executable> executable;
  };
  State state() const;

  using Callback = std::function<void()>;
  /// The three ways to a result. Without a callback they block and throw the error of a failure; with one they return
  /// at once and call it at the end. Throw CL_INVALID_OPERATION during another build or (build, compile) while kernels
  /// exist.
  void build(const std::string &options, Callback callback);
  void compile(const std::string &options, std::map<std::string, std::string> headers, Callback callback);
  void linkFrom(const std::vector<Ref<Program>> &inputs, const std::string &options, Callback callback);

  /// Kernel objects hold the program; while there are any it cannot be rebuilt.
  void attachKernel() { ++kernels_; }
  void detachKernel() { --kernels_; }

private:
  struct Result {
    State state;
    cl_int error = CL_SUCCESS;
  };
  /// Claims the program for one operation, then runs `work` here or on a thread.
  void start(const std::string &options, Callback callback, std::function<Result()> work);
  /// Generates the kernels of an executable and starts to prepare them. Appends to the log.
  cl_int generate(State &state, const std::string &options) const;
  Result buildNow(const std::string &options, const State &before) const;

  const Ref<Context> context_;
  const std::string source_;
  const bool hasSource_;
  mutable std::mutex mutex_;
  State state_;
  std::atomic<unsigned> kernels_{0};
};

}  // namespace weft::core
