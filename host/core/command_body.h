// SPDX-License-Identifier: Apache-2.0
// What a command does when it runs: a function object, held in one piece of memory.
#pragma once
#include <concepts>
#include <memory>
#include <optional>
#include <utility>

namespace weft::core {

class Execution;

/// Runs on a thread of the device's worker, or on one that waits for the command. Throws Error if the command fails.
class CommandBody {
public:
  CommandBody(std::nullptr_t = nullptr) {}
  template <std::invocable<Execution &> Function>
  CommandBody(Function function) : CommandBody(std::in_place_type<Function>, std::move(function)) {}
  template <class Function, class... Args>
  explicit CommandBody(std::in_place_type_t<Function>, Args &&...args)
      : held_(std::make_unique<Held<Function>>(std::forward<Args>(args)...)) {}

  explicit operator bool() const { return held_ != nullptr; }
  void operator()(Execution &execution) const { held_->call(execution); }
  /// Destroys the function with everything it holds. Its own memory is freed later, where the time it takes matters to
  /// no one.
  void release() noexcept {
    if (held_)
      held_->release();
  }

private:
  struct Holder {
    virtual ~Holder() = default;
    virtual void call(Execution &execution) = 0;
    virtual void release() noexcept = 0;
  };
  template <class Function> struct Held final : Holder {
    template <class... Args> explicit Held(Args &&...args) : function(std::in_place, std::forward<Args>(args)...) {}
    void call(Execution &execution) override { (*function)(execution); }
    void release() noexcept override { function.reset(); }
    std::optional<Function> function;
  };

  std::unique_ptr<Holder> held_;
};

}  // namespace weft::core
