// SPDX-License-Identifier: Apache-2.0
// What drives a pair. The streams of a component's declaration are driven as such: an input's valid and payload are
// random and hold until they are taken, an output's ready is random, each in densities that change. All other inputs
// are random, which a component whose protocol asks for more overrides:
//
//   class BarrierStimuli : public Stimuli { … };
//   const Driver<BarrierStimuli> barrier("barrier");
#pragma once
#include "tests/common/random.h"
#include "tests/rtl/lockstep/pair.h"

namespace weft::lockstep {

class Stimuli {
public:
  Stimuli(Pair &pair, uint64_t seed);
  virtual ~Stimuli() = default;
  Stimuli(const Stimuli &) = delete;
  Stimuli &operator=(const Stimuli &) = delete;

  /// Chooses the inputs of a cycle; rst_i is set already, and registered outputs are there.
  void drive();
  /// The outputs of the cycle are there.
  void observe();
  /// What has been going on ended with a reset.
  void reset();
  /// From now on all sides are active in every cycle.
  void goFullRate() {
    fullRate_ = true;
    phaseLeft_ = 0;
  }

  /// Of an output that counts only while another, of one bit, is set: that one. Those of streams are known.
  virtual std::string_view countsWith(std::string_view output) const {
    (void)output;
    return {};
  }

  struct Lane {  // one of the streams that lie side by side on a stream's ports
    const components::StreamPort *stream;
    unsigned index;
    Port *valid, *ready;  // ready: may be null
    std::vector<Port *> fields;
    bool taken = true;      // in the last cycle
    unsigned percent = 50;  // of the cycles in which this side is active

    bool isValid() const { return valid->bit(index); }
    bool isReady() const { return !ready || ready->bit(index); }
    unsigned bits(const Port &field) const { return field.width / field.lanes; }
    unsigned low(const Port &field) const { return field.lanes > 1 ? index * bits(field) : 0; }
    Word number(std::string_view field) const;
    void set(std::string_view field, Word value);
    Port &find(std::string_view field) const;
  };
  std::vector<Lane> &lanes() { return lanes_; }

protected:
  /// Inputs that belong to no stream.
  virtual void driveOthers();
  /// The same in a lull: they stay, but for those that make something happen.
  void holdOthers();
  /// Whether a stream's source may offer a payload.
  virtual bool mayOffer(const Lane &lane) {
    (void)lane;
    return true;
  }
  /// Whether a source may go on with a payload that was taken, and other inputs may stay as they are, for any time.
  virtual bool mayRepeat() const { return true; }
  /// A new payload for an input stream.
  virtual void makePayload(Lane &lane);
  virtual void observeOthers() {}
  virtual void resetOthers() {}

  void randomise(Port &port, unsigned low, unsigned bits);
  void randomise(Port &port) { randomise(port, 0, port.width); }
  Port &port(std::string_view name) { return pair_.port(name); }
  bool hasPort(std::string_view name) const { return pair_.hasPort(name); }
  Word number(std::string_view name) { return pair_.port(name).number(); }
  void set(std::string_view name, Word value) { pair_.port(name).set(value); }
  uint64_t parameter(std::string_view name) const { return pair_.value(name); }
  /// A density that changes from time to time.
  unsigned activity() const { return activity_; }
  bool fullRate() const { return fullRate_; }

  test::Random random;

private:
  Word randomWord(unsigned bits);
  void changePhase();
  void driveLane(Lane &lane);
  bool inLull();
  void holdLane(Lane &lane);
  void repeat();

  Pair &pair_;
  std::vector<Lane> lanes_;
  std::vector<Port *> others_;
  unsigned phaseLeft_ = 0, activity_ = 50;
  unsigned lullLeft_ = 0;  // cycles in which nothing new comes
  bool repeats_ = false;   // the lull: what is there stays
  bool fullRate_ = false;
};

/// A component's own stimuli, or those that fit all.
std::unique_ptr<Stimuli> makeStimuli(Pair &pair, uint64_t seed);

using MakeStimuli = std::unique_ptr<Stimuli> (*)(Pair &, uint64_t seed);
std::map<std::string_view, MakeStimuli> &drivers();

/// Registers the stimuli of a component.
template <class Special> struct Driver {
  explicit Driver(const char *component) {
    drivers()[component] = [](Pair &pair, uint64_t seed) -> std::unique_ptr<Stimuli> {
      return std::make_unique<Special>(pair, seed);
    };
  }
};

}  // namespace weft::lockstep
