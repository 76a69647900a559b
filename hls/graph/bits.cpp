// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/bits.h"

#include <algorithm>
#include <bit>

namespace weft::graph {
namespace {
template <typename F> Bits zip(const Bits &a, const Bits &b, F f) {
  Bits result(a.width());
  for (unsigned i = 0; i * 64 < a.width(); ++i)
    result.insert(i * 64, Bits(std::min(64u, a.width() - i * 64), f(a.word(i), b.word(i))));
  return result;
}
}  // namespace

void Bits::trim() {
  if (width_ % 64 || width_ == 0)
    (width_ > 64 ? high_.back() : low_) &= (uint64_t(1) << (width_ % 64)) - 1;
}

Bits Bits::ones(unsigned width) { return ~Bits(width); }

Bits Bits::fromHex(unsigned width, const std::string &digits) {
  Bits result(width);
  for (size_t i = 0; i < digits.size() && i * 4 < width; ++i) {
    char c = digits[digits.size() - 1 - i];
    unsigned digit = c <= '9' ? unsigned(c - '0') : unsigned(c - 'a') + 10;
    result.insert(unsigned(i * 4), Bits(std::min(4u, width - unsigned(i * 4)), digit));
  }
  return result;
}

Bits Bits::fromBytes(const uint8_t *bytes, unsigned count) {
  Bits result(count * 8);
  for (unsigned i = 0; i < count; ++i)
    result.insert(i * 8, Bits(8, bytes[i]));
  return result;
}

void Bits::toBytes(uint8_t *bytes) const {
  for (unsigned i = 0; i < width_ / 8; ++i)
    bytes[i] = uint8_t(word(i / 8) >> (i % 8 * 8));
}

int64_t Bits::signedLow() const {
  if (width_ == 0 || width_ >= 64)
    return int64_t(low_);
  return int64_t(low_ << (64 - width_)) >> (64 - width_);
}

bool Bits::isZero() const {
  return low_ == 0 && std::all_of(high_.begin(), high_.end(), [](uint64_t w) { return w == 0; });
}

unsigned Bits::countOnes() const {
  unsigned count = unsigned(std::popcount(low_));
  for (uint64_t w : high_)
    count += unsigned(std::popcount(w));
  return count;
}

Bits Bits::slice(unsigned lo, unsigned width) const {
  Bits result(width);
  for (unsigned i = 0; i * 64 < width; ++i) {
    unsigned from = lo + i * 64, shift = from % 64;
    uint64_t w = word(from / 64) >> shift;
    if (shift)
      w |= word(from / 64 + 1) << (64 - shift);
    if (i == 0)
      result.low_ = w;
    else
      result.high_[i - 1] = w;
  }
  result.trim();
  return result;
}

void Bits::insert(unsigned lo, const Bits &part) {
  for (unsigned i = 0; i < part.width_;) {
    unsigned at = lo + i;
    if (at >= width_)
      return;
    unsigned count = std::min({64 - at % 64, part.width_ - i, width_ - at});
    uint64_t mask = (count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1) << (at % 64);
    uint64_t value = part.slice(i, count).low_ << (at % 64);
    uint64_t &word = at < 64 ? low_ : high_[at / 64 - 1];
    word = (word & ~mask) | value;
    i += count;
  }
}

Bits Bits::sext(unsigned width) const {
  Bits result = slice(0, width);
  if (width > width_ && width_ > 0 && bit(width_ - 1))
    result.insert(width_, ones(width - width_));
  return result;
}

std::string Bits::hex() const {
  static const char *digits = "0123456789abcdef";
  std::string result;
  for (unsigned i = (width_ + 3) / 4; i-- > 0;) {
    unsigned digit = unsigned(slice(i * 4, 4).low_);
    if (digit || !result.empty() || i == 0)
      result += digits[digit];
  }
  return result.empty() ? "0" : result;
}

Bits Bits::operator&(const Bits &other) const {
  return zip(*this, other, [](uint64_t a, uint64_t b) { return a & b; });
}
Bits Bits::operator|(const Bits &other) const {
  return zip(*this, other, [](uint64_t a, uint64_t b) { return a | b; });
}
Bits Bits::operator^(const Bits &other) const {
  return zip(*this, other, [](uint64_t a, uint64_t b) { return a ^ b; });
}
Bits Bits::operator~() const {
  Bits result = *this;
  result.low_ = ~result.low_;
  for (uint64_t &w : result.high_)
    w = ~w;
  result.trim();
  return result;
}
Bits Bits::operator+(const Bits &other) const {
  unsigned __int128 carry = 0;
  return zip(*this, other, [&](uint64_t a, uint64_t b) {
    carry += a;
    carry += b;
    uint64_t sum = uint64_t(carry);
    carry >>= 64;
    return sum;
  });
}
Bits Bits::operator-(const Bits &other) const { return *this + ~other + Bits(width_, 1); }

}  // namespace weft::graph
