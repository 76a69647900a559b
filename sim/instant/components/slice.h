// SPDX-License-Identifier: Apache-2.0
// State of rtl/flow/stream_slice.sv and of rtl/flow/stream_register.sv.
#pragma once

namespace weft::instant {

template <class Payload> class Slice {
public:
  // Registered outputs.
  bool ready() const { return ready_; }
  bool valid() const { return valid_; }
  const Payload &data() const { return data_; }

  /// `in` gives the payload that comes; it is called only where that is stored.
  template <class In> void tick(bool inValid, const In &in, bool outReady) {
    if (!valid_ || outReady) {
      if (!ready_)
        data_ = skid_;
      else if (inValid)
        data_ = in();
      valid_ = inValid || !ready_;
      ready_ = true;
    } else if (ready_ && inValid) {
      skid_ = in();
      ready_ = false;
    }
  }

  void reset() {
    valid_ = false;
    ready_ = true;
  }

private:
  bool valid_ = false, ready_ = false;
  Payload data_{}, skid_{};
};

/// Its ready is that of its taker, while it holds something.
template <class Payload> class StreamRegister {
public:
  bool ready(bool outReady) const { return !valid_ || outReady; }
  bool valid() const { return valid_; }
  const Payload &data() const { return data_; }

  /// `in` gives the payload that comes; it is called only where that is stored.
  template <class In> void tick(bool inValid, const In &in, bool outReady) {
    if (!ready(outReady))
      return;
    valid_ = inValid;
    if (inValid)
      data_ = in();
  }

  void reset() { valid_ = false; }

private:
  bool valid_ = false;
  Payload data_{};
};

}  // namespace weft::instant
