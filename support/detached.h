// SPDX-License-Identifier: Apache-2.0
// Programs that go on when this process ends.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "support/file_lock.h"

namespace weft::support {

/// Starts `arguments[0]` in a session of its own, with stdin closed, at low priority; what it prints replaces the file
/// `output`. Nobody waits for it. `lock` is held until it, and all that it has started, has ended. Throws
/// std::system_error if it cannot be started.
void startDetached(const std::vector<std::string> &arguments, const std::filesystem::path &output,
                   const FileLock &lock);

}  // namespace weft::support
