// SPDX-License-Identifier: Apache-2.0
// Content hashes for caches: 128 bits, not against malice.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace weft::support {

struct Hash128 {
  uint64_t low = 0, high = 0;
  bool operator==(const Hash128 &) const = default;
  /// 32 hexadecimal digits.
  std::string hex() const;
};

/// Hash of one block of bytes.
Hash128 hashBytes(std::string_view bytes);

/// Hash of a sequence of fields; ("ab", "c") and ("a", "bc") differ.
class ContentHash {
public:
  ContentHash();
  ~ContentHash();
  ContentHash(const ContentHash &) = delete;
  ContentHash &operator=(const ContentHash &) = delete;
  ContentHash &add(std::string_view field);
  ContentHash &add(uint64_t value);
  Hash128 finish() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::support
