// SPDX-License-Identifier: Apache-2.0
// The library is cut into shards, modules of one bitcode file, so that a compilation reads only the few it calls.
#pragma once
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/xxhash.h>

namespace weft::hls::builtins {

constexpr unsigned kShardsOfAWidth = 128, kShards = 3 * kShardsOfAWidth;

/// The shard that defines a symbol. All overloads of a function ("_Z3sinf", "_Z3sinDv4_f") are in one, but those on
/// double and on half ("_Z3sind", "_Z3sinDv4_Dh") in two more: programs without them need not read them.
inline unsigned shardOf(llvm::StringRef symbol) {
  llvm::StringRef rest = symbol;
  size_t length = 0;
  unsigned width = 0;
  if (rest.consume_front("_Z") && !rest.consumeInteger(10, length)) {
    symbol = rest.take_front(length);
    rest = rest.drop_front(length);
    const bool isHalf = rest.contains("Dh") || symbol.starts_with("convert_half");
    width = isHalf ? 2 : rest.contains('d') || symbol.starts_with("convert_double") ? 1 : 0;
  }
  return width * kShardsOfAWidth + llvm::xxh3_64bits(symbol) % kShardsOfAWidth;
}

}  // namespace weft::hls::builtins
