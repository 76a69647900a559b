// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "support/file_lock.h"
#include "support/hash.h"
#include "support/publish.h"
#include "support/resources.h"

using namespace weft::support;
namespace fs = std::filesystem;

namespace {

struct Scratch {
  fs::path path;
  Scratch() {
    std::string name = (fs::temp_directory_path() / "weft-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    path = name;
  }
  ~Scratch() { fs::remove_all(path); }
};

size_t entries(const fs::path &directory) {
  return size_t(std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
}

/// Runs `body` in a process that ends without any clean-up.
template <class Body> int inProcess(Body body) {
  const pid_t child = ::fork();
  if (child == 0)
    ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("hash: fields and values") {
  REQUIRE(hashBytes("abc") == hashBytes("abc"));
  REQUIRE_FALSE(hashBytes("abc") == hashBytes("abd"));
  REQUIRE(hashBytes("").hex() == "99aa06d3014798d86001c324468d497f");  // XXH3 128, published test value of no bytes
  REQUIRE(ContentHash().add("ab").add("c").finish() == ContentHash().add("ab").add("c").finish());
  REQUIRE_FALSE(ContentHash().add("ab").add("c").finish() == ContentHash().add("a").add("bc").finish());
  REQUIRE_FALSE(ContentHash().add("").finish() == ContentHash().finish());
}

TEST_CASE("publish: a file is replaced whole") {
  Scratch scratch;
  const fs::path file = scratch.path / "file";
  publishFile(file, "one");
  publishFile(file, std::string(100000, 'x') + '\0');
  REQUIRE(readFile(file).size() == 100001);
  REQUIRE(entries(scratch.path) == 1);
  // Named is the file that was asked for, not the temporary one.
  const fs::path nowhere = scratch.path / "none" / "file";
  REQUIRE_THROWS_WITH(publishFile(nowhere, "x"), "cannot write " + nowhere.string() + ": No such file or directory");
  fs::create_directory(scratch.path / "directory");
  REQUIRE_THROWS_AS(publishFile(scratch.path / "directory", "x"), std::system_error);
  REQUIRE(entries(scratch.path) == 2);  // no temporary file is left
}

TEST_CASE("publish: the first directory wins") {
  Scratch scratch;
  for (const char *name : {"a", "b"}) {
    fs::create_directory(scratch.path / name);
    std::ofstream(scratch.path / name / "content") << name;
  }
  REQUIRE(publishDirectory(scratch.path / "a", scratch.path / "final"));
  REQUIRE_FALSE(publishDirectory(scratch.path / "b", scratch.path / "final"));
  REQUIRE(readFile(scratch.path / "final" / "content") == "a");
  REQUIRE(readFile(scratch.path / "b" / "content") == "b");
}

TEST_CASE("lock: between processes, until the holder ends") {
  Scratch scratch;
  const fs::path file = scratch.path / "lock";
  FileLock lock;
  REQUIRE(lock.tryAcquire(file));
  auto attempt = [&] {
    FileLock other;
    return other.tryAcquire(file) ? 1 : 0;
  };
  REQUIRE(inProcess(attempt) == 0);
  REQUIRE(attempt() == 0);
  lock.release();
  REQUIRE(inProcess(attempt) == 1);
  REQUIRE(attempt() == 1);
}

TEST_CASE("work directories go with their owner") {
  Scratch scratch;
  fs::path living;
  {
    WorkDirectory work(scratch.path);
    living = work.path();
    std::ofstream(work.path() / "file") << "x";
    // One whose owner dies without a destructor:
    inProcess([&] {
      auto *abandoned = new WorkDirectory(scratch.path);
      std::ofstream(abandoned->path() / "file") << "x";
      return 0;
    });
    REQUIRE(entries(scratch.path) == 4);
    REQUIRE(WorkDirectory::removeAbandoned(scratch.path) == 1);
    REQUIRE(entries(scratch.path) == 2);
    REQUIRE(fs::exists(living / "file"));
  }
  REQUIRE(entries(scratch.path) == 0);
  REQUIRE(WorkDirectory::removeAbandoned(scratch.path / "none") == 0);
}

TEST_CASE("resources are found from the build tree") {
  REQUIRE(fs::exists(resourceDirectory() / "board" / "sim-card" / "board.json"));
  REQUIRE_THROWS_WITH(readFile(resourceDirectory() / "none"),
                      Catch::Contains("none") && Catch::Contains("No such file"));
}
