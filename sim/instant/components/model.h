// SPDX-License-Identifier: Apache-2.0
// Cycle-exact C++ models of the modules of rtl/ that generated hardware instantiates. A model does what its module
// does, cycle for cycle, for all that counts: a payload counts while its valid is set, a byte of a word while its
// strobe is. Every model is run beside the verilated module, over random parameters and stalls (tests/rtl/lockstep).
//
// One cycle of a circuit of models: outputs that depend on inputs within the cycle are evaluated in an order in which
// their inputs are there; then each model ticks.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "sim/instant/components/state_list.h"

namespace weft::instant {

/// 64 bits of a net. A net of W bits has (W + 63) / 64 words, its bit 0 in the first one's lowest bit; the bits beyond
/// W are zero, which whoever writes the net sees to.
using Word = uint64_t;

constexpr unsigned wordsOf(unsigned bits) { return (bits + 63) / 64; }

/// What a component instance is connected to.
class Wiring {
public:
  virtual ~Wiring() = default;

  /// The value of a parameter, local ones included. Throws std::logic_error if there is none of this name.
  virtual uint64_t parameter(std::string_view name) const = 0;
  /// A parameter that is a vector, word by word.
  virtual std::vector<Word> vectorParameter(std::string_view name) const = 0;

  /// The net on an input port, or on one of the `count` equal shares that lie side by side on it. It is valid for the
  /// model's life, and holds the value of the present cycle when the model evaluates what depends on it, and when it
  /// ticks.
  virtual const Word *input(std::string_view port, unsigned share = 0, unsigned count = 1) = 0;
  /// The same of an output port; zero at the start. The net may lead nowhere. A port that is not asked for stays
  /// zero.
  virtual Word *output(std::string_view port, unsigned share = 0, unsigned count = 1) = 0;

  /// For a model that may be left alone: a word, 1 at the start, that it sets to zero where it has nothing to do until
  /// one of these inputs is set. Called once at most, after the nets were asked for.
  virtual Word *busy(std::initializer_list<std::string_view> inputs) = 0;
};

/// A model whose busy word, the inputs named with it and rst_i are all zero is not called in that cycle: tick() must
/// then change nothing that counts. Likewise evaluate(), by those of the inputs that the path has.
class Model {
public:
  Model() = default;
  virtual ~Model() = default;
  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;

  /// Sets the output of the `path`th entry of the component's declared paths (hls/components/declarations.cpp).
  virtual void evaluate(unsigned path) { (void)path; }

  /// A rising edge of the clock: reads the inputs of the cycle that ends, and sets the registered outputs of the next.
  /// rst_i is an input like the others.
  virtual void tick() = 0;

  /// Lists all that tick() and evaluate() change besides nets: a cycle that changes nothing of it can be left out, with
  /// all that follow, until an input changes. What never changes without something that is listed may be missing.
  virtual void listState(StateList &list) const = 0;
};

using MakeModel = std::unique_ptr<Model> (*)(Wiring &);

/// Null if the component has no model: it can be simulated by Verilator only.
MakeModel findModel(std::string_view component);

}  // namespace weft::instant
