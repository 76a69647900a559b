// SPDX-License-Identifier: Apache-2.0
// Sockets of a library inside somebody else's process: nobody else gets hold of them.
#pragma once
#include <utility>

namespace weft::support {

/// One end of a socket pair. Closed by its owner, by exec, and by fork in the process that it makes; and none of the
/// standard streams, even if the process closed its own.
class PrivateSocket {
public:
  PrivateSocket() = default;
  PrivateSocket(PrivateSocket &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  PrivateSocket &operator=(PrivateSocket &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~PrivateSocket() { close(); }

  /// SOCK_SEQPACKET: messages keep their bounds. Throws std::exception.
  static std::pair<PrivateSocket, PrivateSocket> pair();

  int get() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }
  void close() noexcept;

private:
  explicit PrivateSocket(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace weft::support
