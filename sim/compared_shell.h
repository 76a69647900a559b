// SPDX-License-Identifier: Apache-2.0
// A shell in both engines side by side.
#pragma once
#include <string_view>

#include "sim/shell_instance.h"

namespace weft::sim {

/// Has the outputs of Verilator's model. The first cycle after the board's reset in which the other's differ is an
/// error that names the signal.
class ComparedShell final : public ShellInstance {
public:
  ComparedShell(std::unique_ptr<ShellInstance> verilated, std::unique_ptr<ShellInstance> instant);
  unsigned lineBits() const override { return verilated_->lineBits(); }
  unsigned addressBits() const override { return verilated_->addressBits(); }
  unsigned ports() const override { return verilated_->ports(); }
  unsigned regions() const override { return verilated_->regions(); }
  void take(const ShellIn &in, uint64_t time) override;
  void clock() override;

private:
  void compare() const;
  std::string ofPort(unsigned port) const;
  void compareRegisters(const LiteSlave &expected, const LiteSlave &got) const;
  void compareRegion(unsigned region, const KernelIn &expected, const KernelIn &got) const;
  void checkEqual(std::string_view signal, uint64_t expected, uint64_t got) const;

  std::unique_ptr<ShellInstance> verilated_, instant_;
  uint64_t cycle_ = 0;
  bool settled_ = false;  // the reset is over
};

}  // namespace weft::sim
