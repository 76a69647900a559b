// SPDX-License-Identifier: Apache-2.0
// A kernel in both engines side by side.
#pragma once
#include <functional>

#include "sim/input_record.h"
#include "sim/kernel_instance.h"

namespace weft::sim {

/// Has the outputs of Verilator's model. The first cycle after a reset in which the other's differ is an error. Then
/// both run again from that reset on, Verilator's as a model in which nets have names, and the error tells in which
/// component the engines begin to differ.
class ComparedKernel final : public KernelInstance {
public:
  /// `makeNamed`: makes the model with names; it may take its time.
  ComparedKernel(std::string name, std::unique_ptr<KernelInstance> verilated,
                 std::shared_ptr<const instant::Program> program,
                 std::function<std::unique_ptr<VerilatedKernel>()> makeNamed);
  unsigned lineBits() const override { return verilated_->lineBits(); }
  unsigned addressBits() const override { return verilated_->addressBits(); }
  unsigned ports() const override { return verilated_->ports(); }
  void take(const KernelIn &in, uint64_t time) override;
  void clock() override;

private:
  void compare() const;
  void checkEqual(std::string_view signal, uint64_t expected, uint64_t got) const;
  std::string innerDifference() const;

  std::string name_;
  std::unique_ptr<KernelInstance> verilated_;
  std::shared_ptr<const instant::Program> program_;
  InstantKernel instant_;
  std::function<std::unique_ptr<VerilatedKernel>()> makeNamed_;
  InputRecord record_;  // since a reset began
  uint64_t cycle_ = 0;
  uint64_t compared_ = 0;     // cycles since a launch ended
  unsigned resetCycles_ = 0;  // seen one after the other
  bool started_ = false;      // it has been reset
};

}  // namespace weft::sim
