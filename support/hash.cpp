// SPDX-License-Identifier: Apache-2.0
#include "support/hash.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace weft::support {

std::string Hash128::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

Hash128 hashBytes(std::string_view bytes) {
  const XXH128_hash_t value = XXH3_128bits(bytes.data(), bytes.size());
  return {value.low64, value.high64};
}

struct ContentHash::State {
  XXH3_state_t xxh;
};

ContentHash::ContentHash() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh); }
ContentHash::~ContentHash() = default;

ContentHash &ContentHash::add(std::string_view field) {
  add(uint64_t(field.size()));
  XXH3_128bits_update(&state_->xxh, field.data(), field.size());
  return *this;
}

ContentHash &ContentHash::add(uint64_t value) {
  XXH3_128bits_update(&state_->xxh, &value, sizeof value);
  return *this;
}

Hash128 ContentHash::finish() const {
  const XXH128_hash_t value = XXH3_128bits_digest(&state_->xxh);
  return {value.low64, value.high64};
}

}  // namespace weft::support
