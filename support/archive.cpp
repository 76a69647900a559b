// SPDX-License-Identifier: Apache-2.0
#include "support/archive.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <stdexcept>
#include <zip.h>

namespace weft::support {
namespace {

// The first day that a zip archive can name: archives do not tell when they were made.
constexpr zip_uint16_t kDosTime = 0, kDosDate = (1 << 5) | 1;

[[noreturn]] void fail(const char *what, const char *why) {
  throw std::runtime_error(fmt::format("{}: {}", what, why));
}

struct Discard {
  void operator()(zip_t *archive) const { zip_discard(archive); }
};
using Zip = std::unique_ptr<zip_t, Discard>;

struct CloseFile {
  void operator()(zip_file_t *file) const { zip_fclose(file); }
};

struct FreeSource {
  void operator()(zip_source_t *source) const { zip_source_free(source); }
};
using Source = std::unique_ptr<zip_source_t, FreeSource>;

struct LastError {
  LastError() { zip_error_init(&error); }
  ~LastError() { zip_error_fini(&error); }
  const char *text() { return zip_error_strerror(&error); }
  zip_error_t error;
};

/// An archive over `source`; the caller keeps its own reference of that.
Zip openArchive(zip_source_t *source, int flags) {
  LastError error;
  zip_source_keep(source);
  zip_t *archive = zip_open_from_source(source, flags, &error.error);
  if (!archive) {
    zip_source_free(source);
    fail("not an archive", error.text());
  }
  return Zip(archive);
}

void add(zip_t *archive, const ArchiveMember &member) {
  // The bytes outlive the archive: they are the caller's.
  zip_source_t *data = zip_source_buffer(archive, member.bytes.data(), member.bytes.size(), 0);
  if (!data)
    fail("cannot write an archive", zip_strerror(archive));
  const zip_int64_t index = zip_file_add(archive, member.name.c_str(), data, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(data);
    fail("cannot write an archive", zip_strerror(archive));
  }
  if (zip_file_set_dostime(archive, zip_uint64_t(index), kDosTime, kDosDate, 0) != 0)
    fail("cannot write an archive", zip_strerror(archive));
}

std::string contents(zip_source_t *source) {
  zip_stat_t stat;
  if (zip_source_stat(source, &stat) != 0 || !(stat.valid & ZIP_STAT_SIZE) || zip_source_open(source) != 0)
    fail("cannot write an archive", zip_error_strerror(zip_source_error(source)));
  std::string bytes(stat.size, '\0');
  const zip_int64_t read = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (read < 0 || zip_uint64_t(read) != stat.size)
    fail("cannot write an archive", zip_error_strerror(zip_source_error(source)));
  return bytes;
}

/// Whether a member can be unpacked by any tool, inside the folder it is given.
bool isPlainName(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find_first_of("\\:") != name.npos)
    return false;
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('/'));
    if (part == "." || part == "..")
      return false;
    name.remove_prefix(std::min(part.size() + 1, name.size()));
  }
  return true;
}

std::string readMember(zip_t *archive, zip_uint64_t index, uint64_t size, const char *name) {
  std::unique_ptr<zip_file_t, CloseFile> file(zip_fopen_index(archive, index, 0));
  if (!file)
    fail(name, zip_strerror(archive));
  std::string bytes(size, '\0');
  uint64_t done = 0;
  while (done < size) {
    const zip_int64_t read = zip_fread(file.get(), bytes.data() + done, size - done);
    if (read <= 0)
      fail(name, "shorter than the archive says");
    done += uint64_t(read);
  }
  // The checksum is compared at the end of the data only.
  char more;
  if (zip_fread(file.get(), &more, 1) != 0)
    fail(name, "longer than the archive says, or its checksum is wrong");
  return bytes;
}

}  // namespace

const std::string *Archive::find(std::string_view name) const {
  const auto member = std::find_if(members.begin(), members.end(), [&](const auto &m) { return m.name == name; });
  return member == members.end() ? nullptr : &member->bytes;
}

std::string writeArchive(const Archive &archive) {
  LastError error;
  const Source target(zip_source_buffer_create(nullptr, 0, 0, &error.error));
  if (!target)
    fail("cannot write an archive", error.text());
  Zip zip = openArchive(target.get(), ZIP_TRUNCATE);
  for (const ArchiveMember &member : archive.members)
    add(zip.get(), member);
  if (zip_set_archive_comment(zip.get(), archive.comment.data(), zip_uint16_t(archive.comment.size())) != 0 ||
      zip_close(zip.get()) != 0)
    fail("cannot write an archive", zip_strerror(zip.get()));
  static_cast<void>(zip.release());  // closed: no longer there to discard
  return contents(target.get());
}

Archive readArchive(std::string_view bytes, const ArchiveLimits &limits) {
  LastError error;
  const Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error.error));
  if (!source)
    fail("cannot read an archive", error.text());
  const Zip zip = openArchive(source.get(), ZIP_RDONLY | ZIP_CHECKCONS);
  const zip_int64_t count = zip_get_num_entries(zip.get(), 0);
  if (count < 0 || uint64_t(count) > limits.members)
    fail("archive", "too many members");
  Archive result;
  std::set<std::string> names;
  uint64_t left = limits.bytes;
  for (zip_uint64_t i = 0; i < zip_uint64_t(count); ++i) {
    zip_stat_t stat;
    constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(zip.get(), i, 0, &stat) != 0 || (stat.valid & kNeeded) != kNeeded)
      fail("archive", "a member is not described");
    if (!isPlainName(stat.name))
      fail(stat.name, "this name leads out of the archive");
    if (stat.encryption_method != ZIP_EM_NONE ||
        (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE))
      fail(stat.name, "encrypted, or compressed in a way that is not supported");
    if (stat.size > left)
      fail(stat.name, "the archive unpacks to more than is allowed");
    left -= stat.size;
    if (!names.insert(stat.name).second)
      fail(stat.name, "two members of this name");
    result.members.push_back({stat.name, readMember(zip.get(), i, stat.size, stat.name)});
  }
  int length = 0;
  if (const char *comment = zip_get_archive_comment(zip.get(), &length, ZIP_FL_ENC_RAW); comment && length > 0)
    result.comment.assign(comment, size_t(length));
  return result;
}

}  // namespace weft::support
