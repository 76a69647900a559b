// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>

#include "values.h"

namespace weft::bench {
namespace {

constexpr size_t kBlocks = 2, kRounds = 64;

using State = std::array<uint32_t, 8>;

/// The first 32 bits of the fractions of the first primes' roots (FIPS 180-4, sections 4.2.2 and 5.3.3).
template <size_t N> std::array<uint32_t, N> fractions(long double (*root)(long double)) {
  std::array<uint32_t, N> result;
  uint32_t prime = 1;
  for (uint32_t &word : result) {
    const auto isPrime = [](uint32_t n) {
      for (uint32_t d = 2; d * d <= n; ++d)
        if (n % d == 0)
          return false;
      return true;
    };
    while (!isPrime(++prime))
      ;
    const long double value = root(prime);
    word = uint32_t((value - std::floor(value)) * 0x1p32L);
  }
  return result;
}

void addBlock(State &state, const uint32_t *message) {
  static const auto constants = fractions<kRounds>(std::cbrt);
  std::array<uint32_t, kRounds> w;
  for (size_t t = 0; t < kRounds; ++t) {
    if (t < 16) {
      w[t] = __builtin_bswap32(message[t]);
      continue;
    }
    const uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
    const uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t t = 0; t < kRounds; ++t) {
    const uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + constants[t] + w[t];
    const uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  const State turned{a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < state.size(); ++i)
    state[i] += turned[i];
}

std::string checkDigests(const Buffers &before, const Buffers &after) {
  static const auto initial = fractions<8>(std::sqrt);
  Words expected;
  for (const uint32_t first : before[1]) {
    State state = initial;
    for (size_t block = 0; block < kBlocks; ++block)
      addBlock(state, &before[0][(first + block) * 16]);
    expected.insert(expected.end(), state.begin(), state.end());
  }
  return firstDifference(expected, after[3]);
}

}  // namespace

Case sha256(const Setting &setting) {
  const size_t messages = setting.size<size_t>(256, 64);
  Words first(messages);
  for (size_t i = 0; i < messages; ++i)
    first[i] = uint32_t(i * kBlocks);
  Case result;
  result.name = "sha256";
  result.size = fmt::format("{} messages of {} bytes", messages, kBlocks * 64);
  result.source = "examples/sha256/kernel.cl";
  result.buffers = {randomWords(messages * kBlocks * 16), first, Words(messages, kBlocks), Words(messages * 8)};
  result.launches = {{bufferArguments(4), 1, {messages, 1, 1}, {64, 1, 1}}};
  result.work = {messages * (kBlocks * 64 + 8 + 32), "reads messages and their places, writes digests",
                 double(messages * kBlocks * kRounds), "round"};
  result.check = checkDigests;
  return result;
}

}  // namespace weft::bench
