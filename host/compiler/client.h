// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>
#include <sys/types.h>

#include "support/private_socket.h"

namespace weft::compiler {

/// This process's compile server: one, begun when first needed, begun again when it has died.
class Client {
public:
  static Client &instance();

  /// Begins it, if there is none. Throws std::exception.
  void start();

  /// The socket for one request, whose process starts in the working directory that this one has now. Throws
  /// std::exception.
  support::PrivateSocket connect();

private:
  void startLocked();
  /// False if there is nobody to take it.
  bool hand(int socket, int directory);

  std::mutex mutex_;
  support::PrivateSocket control_;
  // Whose rights the server has. It must not read files for a process that has given up the right to.
  uid_t user_ = 0;
  gid_t group_ = 0;
};

}  // namespace weft::compiler
