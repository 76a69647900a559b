// SPDX-License-Identifier: Apache-2.0
// State of rtl/flow/stream_slice.sv.
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

}  // namespace weft::instant
