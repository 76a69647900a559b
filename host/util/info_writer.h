// SPDX-License-Identifier: Apache-2.0
// The one implementation of the clGet…Info convention: (size, value, size_ret), NULL value means "size only".
#pragma once
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "host/util/error.h"

namespace weft {

class InfoWriter {
public:
  InfoWriter(size_t capacity, void *value, size_t *sizeRet) : capacity_(capacity), value_(value), sizeRet_(sizeRet) {}

  /// Throws CL_INVALID_VALUE if a destination is given and too small.
  void bytes(const void *data, size_t size) {
    if (value_) {
      require(capacity_ >= size, CL_INVALID_VALUE, "param_value_size is too small for the result");
      if (size)
        std::memcpy(value_, data, size);
    }
    if (sizeRet_)
      *sizeRet_ = size;
  }
  /// The type is named by the caller: an info query's result has exactly the type that the standard gives it.
  template <class T> void scalar(std::type_identity_t<T> data) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&data, sizeof(T));
  }
  template <class T> void array(const std::vector<T> &data) { bytes(data.data(), data.size() * sizeof(T)); }
  /// The NUL counts.
  void string(std::string_view text) {
    std::vector<char> terminated(text.begin(), text.end());
    terminated.push_back('\0');
    array(terminated);
  }

  void *value() const { return value_; }
  size_t capacity() const { return capacity_; }
  void reportSize(size_t size) const {
    if (sizeRet_)
      *sizeRet_ = size;
  }

private:
  size_t capacity_;
  void *value_;
  size_t *sizeRet_;
};

}  // namespace weft
