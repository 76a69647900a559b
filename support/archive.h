// SPDX-License-Identifier: Apache-2.0
// Zip archives in memory: the same members give the same bytes, and reading one that is damaged, or made to do harm,
// gives an error and nothing else.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::support {

struct ArchiveMember {
  std::string name;
  std::string bytes;
  bool operator==(const ArchiveMember &) const = default;
};

struct Archive {
  std::vector<ArchiveMember> members;
  std::string comment;

  /// Null if there is none.
  const std::string *find(std::string_view name) const;
};

/// What a reader accepts: archives that unpack to more are refused before they do.
struct ArchiveLimits {
  uint64_t members = 4096;
  uint64_t bytes = uint64_t(256) << 20;  // of all members, unpacked
};

/// Members in the given order, without times. Throws std::runtime_error.
std::string writeArchive(const Archive &archive);

/// Throws std::runtime_error that says what is wrong with it. Names are unique in the result,
/// and none leads out of a folder it is unpacked in: absolute ones, those with "..", backslash or drive are refused.
Archive readArchive(std::string_view bytes, const ArchiveLimits &limits = {});

}  // namespace weft::support
