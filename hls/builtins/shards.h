// SPDX-License-Identifier: Apache-2.0
// The library is cut into shards, modules of one bitcode file, so that a compilation reads only the few it calls.
#pragma once
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/xxhash.h>

namespace weft::hls::builtins {

constexpr unsigned kShards = 128;

/// The shard that defines a symbol. All overloads of a function ("_Z3sinf", "_Z3sinDv4_f") are in one.
inline unsigned shardOf(llvm::StringRef symbol) {
  llvm::StringRef rest = symbol;
  size_t length = 0;
  if (rest.consume_front("_Z") && !rest.consumeInteger(10, length))
    symbol = rest.take_front(length);
  return llvm::xxh3_64bits(symbol) % kShards;
}

}  // namespace weft::hls::builtins
