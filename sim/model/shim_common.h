// SPDX-License-Identifier: Apache-2.0
// Shared by kernel_shim.h and shell_shim.h, which are compiled at the end of a model's translation unit.
// WEFT_MODEL: the model class; WEFT_MODEL_EVAL: its root's eval function; WEFT_MODEL_TRACE is defined for waveforms,
// WEFT_MODEL_NAMES where nets can be found by name, WEFT_MODEL_FAST_FP where floating-point operators are C functions;
// WEFT_PARAMETER_<name> are the top module's parameters.
#pragma once
#ifdef WEFT_MODEL_TRACE
#include "verilated_fst_c.h"
#endif
#ifdef WEFT_MODEL_NAMES
#include "verilated_syms.h"
#endif
#include <algorithm>
#include <type_traits>

// The object is linked without the compiler's start files; this is the one symbol of theirs it may need.
extern "C" __attribute__((visibility("hidden"))) void *__dso_handle;
void *__dso_handle = nullptr;

namespace {

/// Copies between a port of any width (an integer or VlWide) and a line in memory.
template <class Port> inline void loadLine(Port &port, const void *line) { std::memcpy(&port, line, sizeof port); }

// Ports that are flattened: one element a region, or a memory port.

/// Element `index` of `bits` bits.
template <class Port> inline void setElement(Port &port, unsigned index, unsigned bits, uint64_t value) {
  if constexpr (std::is_integral_v<Port>) {
    const Port mask = Port((bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1) << index * bits);
    port = Port((port & ~mask) | (Port(value << index * bits) & mask));
  } else {
    for (unsigned done = 0; done < bits;) {
      const unsigned at = index * bits + done, count = std::min(bits - done, 32 - at % 32);
      const uint32_t mask = uint32_t(((uint64_t(1) << count) - 1) << at % 32);
      port[at / 32] = (port[at / 32] & ~mask) | (uint32_t(value >> done << at % 32) & mask);
      done += count;
    }
  }
}

template <class Port> inline uint64_t element(const Port &port, unsigned index, unsigned bits) {
  if constexpr (std::is_integral_v<Port>) {
    return uint64_t(port) >> index * bits & (bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1);
  } else {
    uint64_t value = 0;
    for (unsigned done = 0; done < bits;) {
      const unsigned at = index * bits + done, count = std::min(bits - done, 32 - at % 32);
      value |= (port[at / 32] >> at % 32 & ((uint64_t(1) << count) - 1)) << done;
      done += count;
    }
    return value;
  }
}

/// A line, or its strobes, in place.
template <class Port> inline void setLine(Port &port, unsigned index, unsigned bytes, const void *line) {
  std::memcpy(reinterpret_cast<uint8_t *>(&port) + index * bytes, line, bytes);
}

template <class Port> inline const uint8_t *lineAt(const Port &port, unsigned index, unsigned bytes) {
  return reinterpret_cast<const uint8_t *>(&port) + index * bytes;
}

/// Which of a shell's clocks rise with clk_i (docs/rtl-interfaces.md, section 6).
struct Gates {
  bool control = true, atomics = true;
};

struct Model {
  VerilatedContext context;
  std::unique_ptr<WEFT_MODEL> top;
  Gates gates;
  std::string message;
#ifdef WEFT_MODEL_TRACE
  std::unique_ptr<VerilatedFstC> trace;
#endif

  explicit Model(const char *name) {
    context.fatalOnError(true);
    // A model is not parallel in itself. Without this every instance has a thread for each core of the machine, all of
    // them idle.
    context.threads(1);
#ifdef WEFT_MODEL_TRACE
    context.traceEverOn(true);
#endif
    top = std::make_unique<WEFT_MODEL>(&context, name);
    setClocks(*top, false);
    top->eval_step();  // initial blocks, constants
  }

  void evaluate() {
#ifdef WEFT_MODEL_TRACE
    top->eval_step();  // notes that there is something to dump
#else
    WEFT_MODEL_EVAL(top->rootp);  // the same without bookkeeping that nothing here needs
#endif
  }

  /// A rising edge.
  void clock() {
    rearm(top->rootp);
    setClocks(*top, true);
    evaluate();
  }

  /// A kernel has one clock, a shell two more.
  template <class Top> void setClocks(Top &model, bool level) {
    model.clk_i = level;
    if constexpr (requires { model.control_clk_i; }) {
      model.control_clk_i = level && gates.control;
      model.atomics_clk_i = level && gates.atomics;
    }
  }

  /// Makes the next evaluation see the clocks rise. Nothing is clocked by the falling edge, so instead of evaluating
  /// that, Verilator's memory of the clocks is set where it has one (a design without registers has none).
  template <class Root> void rearm(Root *root) {
    if constexpr (requires { root->__Vtrigrprev__TOP__clk_i; }) {
      root->__Vtrigrprev__TOP__clk_i = 0;
      if constexpr (requires { root->control_clk_i; })
        root->__Vtrigrprev__TOP__control_clk_i = root->__Vtrigrprev__TOP__atomics_clk_i = 0;
    } else {
      setClocks(*top, false);
      evaluate();
    }
  }

#ifdef WEFT_MODEL_TRACE
  const char *attach(const char *path) {
    trace = std::make_unique<VerilatedFstC>();
    trace->set_time_unit("1ps");
    trace->set_time_resolution("1ps");
    top->trace(trace.get(), 99);
    trace->open(path);
    return trace->isOpen() ? nullptr : "cannot open the waveform file";
  }
#endif
};

/// Runs `body`; an exception becomes its message.
template <class Body> const char *guarded(Model *model, Body body) {
#ifdef WEFT_MODEL_FAST_FP
  WeftFpGuard mode;  // the host program may flush subnormals or round otherwise
#endif
  try {
    body();
    return nullptr;
  } catch (const std::exception &error) {
    model->message = error.what();
    return model->message.c_str();
  }
}

#ifdef WEFT_MODEL_TRACE
const char *attachTrace(void *self, const char *path) {
  auto *model = static_cast<Model *>(self);
  const char *result = nullptr;
  const char *error = guarded(model, [&] { result = model->attach(path); });
  return error ? error : result;
}

void traceHigh(void *self, uint64_t picoseconds) {
  auto *model = static_cast<Model *>(self);
  model->evaluate();  // the clock is still high
  model->trace->dump(picoseconds);
}

void traceLow(void *self, uint64_t picoseconds) {
  auto *model = static_cast<Model *>(self);
  model->setClocks(*model->top, false);
  model->evaluate();
  model->trace->dump(picoseconds);
}
#endif

#ifdef WEFT_MODEL_NAMES
const void *net(void *self, const char *scope, const char *name, uint32_t *bits) {
  auto *model = static_cast<Model *>(self);
  const std::string path = std::string(model->top->name()) + "." WEFT_MODEL_TOP "." + scope;
  const VerilatedScope *found = model->context.scopeFind(path.c_str());
  const VerilatedVar *variable = found ? found->varFind(name) : nullptr;
  if (!variable)
    return nullptr;
  *bits = uint32_t(variable->packed().elements());
  return variable->datap();
}
#endif

void destroy(void *self) { delete static_cast<Model *>(self); }

}  // namespace
