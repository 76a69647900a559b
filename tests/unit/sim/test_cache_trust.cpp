// SPDX-License-Identifier: Apache-2.0
// The cache of compiled models where others can write: a model is code, and only the user's own is run.
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "sim/model_cache.h"
#include "sim/model_compiler.h"
#include "support/subprocess.h"

using namespace weft;
using namespace weft::sim;
using namespace weft::sim::test;
namespace fs = std::filesystem;

namespace {

constexpr auto kKernel = ModelSpec::Kind::Kernel;
constexpr uid_t kOther = 12345;
constexpr support::Hash128 kKey{1, 2}, kSecond{3, 4};

/// A cache with one sound model.
struct Planted {
  TemporaryDirectory directory;
  fs::path parent = directory.path() / "parent", top = parent / "cache";
  ModelCache cache{top, uint64_t(1) << 30};
  fs::path file = cache.pathOf(kKey);
  int compiled = 0;

  Planted() {
    make();
    REQUIRE(cache.find(kKey, kKernel));
  }
  std::shared_ptr<ModelLibrary> make(const support::Hash128 &key = kKey) {
    return cache.findOrCompile(key, kKernel, [this](const fs::path &work) {
      ++compiled;
      fs::copy_file(anyProduct(), work / "copy.so");
      return work / "copy.so";
    });
  }
};

bool isRoot() {
  if (::geteuid() == 0)
    return true;
  WARN("files cannot be given to another user: that is not tested");
  return false;
}

void mode(const fs::path &path, mode_t mode) { REQUIRE(::chmod(path.c_str(), mode) == 0); }
void give(const fs::path &path) { REQUIRE(::chown(path.c_str(), kOther, gid_t(-1)) == 0); }

}  // namespace

TEST_CASE("a model that others could write is not loaded, and made again") {
  Planted p;
  SECTION("everybody") { mode(p.file, 0646); }
  SECTION("a group") { mode(p.file, 0664); }
  SECTION("another user") {
    if (!isRoot())
      return;
    give(p.file);
  }
  SECTION("a link to a sound one") {
    fs::rename(p.file, p.directory.path() / "elsewhere");
    fs::create_symlink(p.directory.path() / "elsewhere", p.file);
  }
  REQUIRE_FALSE(p.cache.find(kKey, kKernel));
  REQUIRE(p.make());
  REQUIRE(p.compiled == 2);
  // It has taken the place of the other.
  REQUIRE(p.cache.find(kKey, kKernel));
}

TEST_CASE("folders that others could write are not used as a cache") {
  Planted p;
  SECTION("the cache, by everybody") { mode(p.top, 0777); }
  SECTION("the cache, by everybody, sticky") { mode(p.top, 01777); }
  SECTION("the cache, by a group") { mode(p.top, 0770); }
  SECTION("the models") { mode(p.top / "models", 0777); }
  SECTION("the folder above, where another can be put in its place") { mode(p.parent, 0777); }
  SECTION("the models, elsewhere") {
    fs::rename(p.top / "models", p.directory.path() / "elsewhere");
    fs::create_directory_symlink(p.directory.path() / "elsewhere", p.top / "models");
  }
  SECTION("another user's") {
    if (!isRoot())
      return;
    give(p.top / GENERATE(".", "models"));
  }
  REQUIRE_FALSE(p.cache.find(kKey, kKernel));
  REQUIRE(p.make());
  REQUIRE(p.make());
  REQUIRE(p.compiled == 3);  // none of them was kept
}

TEST_CASE("a working folder that others could write is not compiled in") {
  Planted p;
  mode(p.top / GENERATE("work", "locks"), 0777);
  REQUIRE(p.make(kSecond));
  REQUIRE_FALSE(p.cache.find(kSecond, kKernel));
}

TEST_CASE("a cache in a folder like /tmp, or reached by a link, is used") {
  Planted p;
  mode(p.parent, 01777);
  REQUIRE(p.cache.find(kKey, kKernel));
  fs::create_directory_symlink(p.top, p.directory.path() / "link");
  REQUIRE(ModelCache(p.directory.path() / "link", 1 << 30).find(kKey, kKernel));
  mode(p.top / "models", 0500);  // read-only
  REQUIRE(p.cache.find(kKey, kKernel));
}

TEST_CASE("a cache is made for the user alone, whatever the umask") {
  const mode_t before = ::umask(0);
  Planted p;
  ::umask(before);
  for (const fs::path &path : {p.top, p.top / "models", p.top / "locks", p.top / "work"}) {
    CAPTURE(path);
    REQUIRE(fs::status(path).permissions() == fs::perms::owner_all);
  }
}

TEST_CASE("what is no file neither hangs the cache nor takes memory") {
  Planted p;
  fs::remove(p.file);
  SECTION("a pipe") { REQUIRE(::mkfifo(p.file.c_str(), 0600) == 0); }
  SECTION("a link to an endless file") { fs::create_symlink("/dev/zero", p.file); }
  SECTION("an endless file") {
    if (::mknod(p.file.c_str(), S_IFCHR | 0600, dev_t(0x105)) != 0) {  // /dev/zero
      WARN("device files cannot be made: not tested");
      return;
    }
  }
  SECTION("a huge file") {
    std::ofstream(p.file) << "x";
    fs::resize_file(p.file, uintmax_t(1) << 40);
  }
  ::alarm(60);  // ends the test if it hangs
  REQUIRE_FALSE(p.cache.find(kKey, kKernel));
  REQUIRE(p.make());
  REQUIRE(p.cache.find(kKey, kKernel));
  ::alarm(0);
  REQUIRE(fs::is_regular_file(fs::symlink_status(p.file)));
}

TEST_CASE("models of different files are different libraries") {
  Planted p;
  const auto first = p.cache.find(kKey, kKernel);
  p.make(kSecond);
  const auto second = p.cache.find(kSecond, kKernel);  // opened by the same number
  REQUIRE(first);
  REQUIRE(second);
  REQUIRE(&first->kernel() != &second->kernel());
}

TEST_CASE("a cache that is not used is said once, by name, with what to do") {
  Planted p;
  mode(p.top, 0777);
  support::ProcessOptions options;
  options.environment = {"WEFT_CACHE_DIR=" + p.top.string(), "WEFT_LOG=warning"};
  options.timeout = std::chrono::seconds(60);
  const auto result = support::runProcess({"/proc/self/exe", "child: cache of others"}, options);
  INFO(result.output);
  REQUIRE(result.ok());
  REQUIRE_THAT(result.output, Catch::Contains(p.top.string() + " is not used") && Catch::Contains("mode 777") &&
                                  Catch::Contains("chmod go-w " + p.top.string()) && Catch::Contains("WEFT_CACHE_DIR"));
  REQUIRE(result.output.find("warning") == result.output.rfind("warning"));
}

TEST_CASE("child: cache of others", "[.]") {
  const auto cache = ModelCache::standard();
  for (int i = 0; i < 2; ++i)
    REQUIRE_FALSE(cache->find(kKey, kKernel));
  REQUIRE(cache->findOrCompile(kKey, kKernel,
                               [](const fs::path &work) { return compileModel(kernelSpec(idleKernel(), {}), work); }));
}
