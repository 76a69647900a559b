// SPDX-License-Identifier: Apache-2.0
// A bit vector of any width, for constants and the interpreter. Plain and small: nothing here is on a hot path.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace weft::graph {

class Bits {
public:
  Bits() = default;
  /// The low `width` bits of `value`; bits above 64 are 0.
  explicit Bits(unsigned width, uint64_t value = 0) : width_(width), low_(value) {
    if (width > 64) {
      high_.resize((width - 1) / 64);
    } else if (width < 64)
      low_ &= (uint64_t(1) << width) - 1;
  }
  static Bits ones(unsigned width);
  static Bits fromHex(unsigned width, const std::string &digits);
  static Bits fromBytes(const uint8_t *bytes, unsigned count);

  unsigned width() const { return width_; }
  /// Bits 63:0.
  uint64_t low() const { return low_; }
  /// Bits 63:0 of a value of at most 64 bits, sign extended.
  int64_t signedLow() const;
  uint64_t word(unsigned i) const { return i == 0 ? low_ : i <= high_.size() ? high_[i - 1] : 0; }
  bool bit(unsigned i) const { return word(i / 64) >> (i % 64) & 1; }
  bool isZero() const;
  unsigned countOnes() const;
  bool isOnes() const { return *this == ones(width_); }

  Bits slice(unsigned lo, unsigned width) const;  // bits past the end are 0
  void insert(unsigned lo, const Bits &part);
  Bits zext(unsigned width) const { return slice(0, width); }
  Bits sext(unsigned width) const;
  std::string hex() const;  // no prefix, no leading zeros, "0" for zero
  void toBytes(uint8_t *bytes) const;

  Bits operator&(const Bits &other) const;
  Bits operator|(const Bits &other) const;
  Bits operator^(const Bits &other) const;
  Bits operator~() const;
  Bits operator+(const Bits &other) const;
  Bits operator-(const Bits &other) const;
  bool operator==(const Bits &) const = default;

private:
  void trim();
  unsigned width_ = 0;
  uint64_t low_ = 0;
  std::vector<uint64_t> high_;
};

}  // namespace weft::graph
