// SPDX-License-Identifier: Apache-2.0
// The cache of compiled models on disk: soundness, size, sharing in one process.
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "fixture.h"
#include "sim/build_pool.h"
#include "sim/model_compiler.h"
#include "sim/model_spec.h"
#include "support/file_lock.h"
#include "support/own_file.h"

using namespace weft;
using namespace weft::sim;
using namespace weft::sim::test;
namespace fs = std::filesystem;

namespace {

constexpr auto kKernel = ModelSpec::Kind::Kernel;

support::Hash128 key(uint64_t number) { return {number, number << 56}; }

ModelCache::Compile copying(int &count) {
  return [&count](const fs::path &work) {
    ++count;
    fs::copy_file(anyProduct(), work / "copy.so");
    return work / "copy.so";
  };
}

size_t filesIn(const fs::path &directory) {
  return size_t(std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
}

void flipByte(const fs::path &path, long position) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(position);
  const int byte = file.get();
  file.seekp(position);
  file.put(char(byte ^ 1));
}

}  // namespace

TEST_CASE("a model is compiled once and then found") {
  TemporaryDirectory directory;
  int compiled = 0;
  {
    ModelCache cache(directory.path(), uint64_t(1) << 30);
    REQUIRE_FALSE(cache.find(key(1), kKernel));
    REQUIRE(cache.findOrCompile(key(1), kKernel, copying(compiled)));
    REQUIRE(cache.findOrCompile(key(1), kKernel, copying(compiled)));
  }
  ModelCache later(directory.path(), uint64_t(1) << 30);
  REQUIRE(later.find(key(1), kKernel));
  REQUIRE_FALSE(later.find(key(2), kKernel));
  REQUIRE(compiled == 1);
  REQUIRE(filesIn(directory.path() / "work") == 0);
}

TEST_CASE("a damaged model is made again") {
  TemporaryDirectory directory;
  int compiled = 0;
  ModelCache cache(directory.path(), uint64_t(1) << 30);
  cache.findOrCompile(key(1), kKernel, copying(compiled));
  const fs::path path = cache.pathOf(key(1));
  const auto size = fs::file_size(path);
  const bool flip = GENERATE(true, false);
  if (flip) {
    const long position = GENERATE_COPY(0L, 5000L, long(size) - 40, long(size) - 1);
    flipByte(path, position);
  } else {
    fs::resize_file(path, GENERATE_COPY(uintmax_t(0), uintmax_t(20), size / 2, size - 1));
  }
  REQUIRE_FALSE(cache.find(key(1), kKernel));
  REQUIRE(cache.findOrCompile(key(1), kKernel, copying(compiled)));
  REQUIRE(compiled == 2);
  REQUIRE(cache.find(key(1), kKernel));
  REQUIRE(fs::file_size(path) == size);
}

TEST_CASE("the least recently used models leave a full cache") {
  TemporaryDirectory directory;
  int compiled = 0;
  const uint64_t one = fs::file_size(anyProduct());
  ModelCache cache(directory.path(), one * 5 / 2);
  auto age = [&](uint64_t number, int minutes) {
    fs::last_write_time(cache.pathOf(key(number)), fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
  };
  cache.findOrCompile(key(1), kKernel, copying(compiled));
  cache.findOrCompile(key(2), kKernel, copying(compiled));
  age(1, 20);
  age(2, 10);
  REQUIRE(cache.find(key(1), kKernel));  // used now
  cache.findOrCompile(key(3), kKernel, copying(compiled));
  REQUIRE(fs::exists(cache.pathOf(key(1))));
  REQUIRE_FALSE(fs::exists(cache.pathOf(key(2))));
  REQUIRE(fs::exists(cache.pathOf(key(3))));
  // What is not the cache's is not its to remove.
  const fs::path other = directory.path() / "models" / "other.so";
  std::ofstream(other) << "x";
  // The newest stays even when it is too big on its own.
  ModelCache tiny(directory.path(), 1);
  tiny.findOrCompile(key(4), kKernel, copying(compiled));
  REQUIRE(filesIn(directory.path() / "models") == 2);
  REQUIRE(fs::exists(cache.pathOf(key(4))));
  REQUIRE(fs::exists(other));
}

TEST_CASE("a cache of size 0 keeps nothing") {
  TemporaryDirectory directory;
  int compiled = 0;
  ModelCache cache(directory.path() / "cache", 0);
  REQUIRE(cache.findOrCompile(key(1), kKernel, copying(compiled)));
  REQUIRE(cache.findOrCompile(key(1), kKernel, copying(compiled)));
  REQUIRE(compiled == 2);
  REQUIRE_FALSE(fs::exists(directory.path() / "cache"));
}

TEST_CASE("a cache that cannot be written is worked round") {
  TemporaryDirectory directory;
  std::ofstream(directory.path() / "file") << "not a directory";
  int compiled = 0;
  ModelCache cache(directory.path() / "file" / "cache", uint64_t(1) << 30);
  REQUIRE(cache.findOrCompile(key(1), kKernel, copying(compiled)));
  REQUIRE(compiled == 1);
}

TEST_CASE("a failed compilation leaves nothing") {
  TemporaryDirectory directory;
  ModelCache cache(directory.path(), uint64_t(1) << 30);
  auto failing = [](const fs::path &work) -> fs::path {
    std::ofstream(work / "half") << "half";
    throw std::runtime_error("no");
  };
  REQUIRE_THROWS_WITH(cache.findOrCompile(key(1), kKernel, failing), "no");
  REQUIRE(filesIn(directory.path() / "models") == 0);
  REQUIRE(filesIn(directory.path() / "work") == 0);
}

TEST_CASE("prebuilt models are found before the cache") {
  TemporaryDirectory directory;
  ModelCache::publishPrebuilt(directory.path() / "prebuilt", key(1), anyProduct());
  ModelCache cache(directory.path() / "cache", uint64_t(1) << 30, directory.path() / "prebuilt");
  REQUIRE(cache.find(key(1), kKernel));
  REQUIRE_FALSE(fs::exists(directory.path() / "cache"));
}

TEST_CASE("the key depends on everything that goes into a model") {
  const ModelSpec base = kernelSpec(idleKernel(), {});
  REQUIRE(modelKey(base) == modelKey(kernelSpec(idleKernel(), {})));
  REQUIRE_FALSE(modelKey(base) == modelKey(kernelSpec(idleKernel("x"), {})));
  REQUIRE_FALSE(modelKey(base) == modelKey(kernelSpec(idleKernel(), {.fastFp = false})));
  REQUIRE_FALSE(modelKey(base) == modelKey(kernelSpec(idleKernel(), {.trace = true})));
  ModelSpec changed = base;
  changed.fastFpHeaders.front().text += " ";
  REQUIRE_FALSE(modelKey(base) == modelKey(changed));
  changed = base;
  changed.parameters.emplace_back("LineBits", 128);
  REQUIRE_FALSE(modelKey(base) == modelKey(changed));
  changed = base;
  changed.optimisation = "-O3";
  REQUIRE_FALSE(modelKey(base) == modelKey(changed));
  changed = base;
  changed.sources.front().text += " ";
  REQUIRE_FALSE(modelKey(base) == modelKey(changed));
  // Kernels that differ in line comments alone, which tell their names and source lines, share a model.
  const auto commented = [](const char *comment) {
    kernel::Image kernel = idleKernel();
    kernel.systemVerilog += comment;
    return modelKey(kernelSpec(kernel, {}));
  };
  REQUIRE(commented("// Kernel 'a'\nmodule m; endmodule") == commented("// weft_shell, b.cl:5\nmodule m; endmodule"));
  REQUIRE_FALSE(commented("// Kernel 'a'\nmodule m; endmodule") == commented("// Kernel 'a'\nmodule n; endmodule"));
  // The name is for messages only.
  changed = base;
  changed.name = "other";
  REQUIRE(modelKey(base) == modelKey(changed));
}

TEST_CASE("requests for one model share its build, and a warm cache answers at once") {
  TemporaryDirectory directory;
  const auto cache = std::make_shared<ModelCache>(directory.path(), uint64_t(1) << 30);
  {
    auto pool = std::make_shared<BuildPool>(cache);
    auto a = pool->request(kernelSpec(idleKernel(), {}));
    auto b = pool->request(kernelSpec(idleKernel(), {}));
    REQUIRE(a == b);
    REQUIRE(a->wait() == b->wait());
  }
  auto pool = std::make_shared<BuildPool>(cache);
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(pool->request(kernelSpec(idleKernel(), {}))->ready());
  REQUIRE(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(100));
}

namespace {

/// Kernels whose compilations do not take turns for one lock.
std::vector<ModelSpec> independentKernels(size_t count) {
  std::vector<ModelSpec> specs;
  std::set<std::string> locks;
  for (int i = 0; specs.size() < count; ++i) {
    ModelSpec spec = kernelSpec(idleKernel(std::to_string(i)), {});
    if (locks.insert(modelKey(spec).hex().substr(0, 2)).second)
      specs.push_back(std::move(spec));
  }
  return specs;
}

/// Holds up the worker that compiles a model.
void holdUp(support::FileLock &lock, const fs::path &cache, const ModelSpec &spec) {
  support::makeOwnDirectories(cache / "locks");
  REQUIRE(lock.tryAcquire(cache / "locks" / (modelKey(spec).hex().substr(0, 2) + ".lock")));
}

}  // namespace

TEST_CASE("who waits is served first") {
  TemporaryDirectory directory;
  auto pool = std::make_shared<BuildPool>(std::make_shared<ModelCache>(directory.path(), uint64_t(1) << 30));
  const std::vector<ModelSpec> specs = independentKernels(8);
  // One worker is held up for good, so the other decides the order.
  support::FileLock lock;
  holdUp(lock, directory.path(), specs.front());
  std::vector<std::shared_ptr<Build>> builds;
  for (const ModelSpec &spec : specs)
    builds.push_back(pool->request(spec));
  builds.back()->wait();
  int ready = 0;
  for (const auto &build : builds)
    ready += build->ready();
  // First come, first served would have seven by now.
  REQUIRE(ready < 5);
}

TEST_CASE("a build that nobody wants any more is not made") {
  TemporaryDirectory directory;
  const auto cache = std::make_shared<ModelCache>(directory.path(), uint64_t(1) << 30);
  auto pool = std::make_shared<BuildPool>(cache);
  const std::vector<ModelSpec> specs = independentKernels(5);
  std::shared_ptr<Build> first, second, last;
  {
    support::FileLock locks[2];
    holdUp(locks[0], directory.path(), specs[0]);
    holdUp(locks[1], directory.path(), specs[1]);
    first = pool->request(specs[0]);
    second = pool->request(specs[1]);
    pool->request(specs[2]);
    pool->request(specs[3]);
    last = pool->request(specs[4]);
  }
  // In their order: nobody waits, which would put one first.
  while (!last->ready())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  first->wait();
  second->wait();
  CHECK_FALSE(cache->find(modelKey(specs[2]), specs[2].kind));
  CHECK_FALSE(cache->find(modelKey(specs[3]), specs[3].kind));
  // Asked for again it is made.
  CHECK(pool->request(specs[2])->wait());
}

TEST_CASE("closing a pool cancels its builds") {
  TemporaryDirectory directory;
  auto pool = std::make_shared<BuildPool>(std::make_shared<ModelCache>(directory.path(), uint64_t(1) << 30));
  std::vector<std::shared_ptr<Build>> builds;
  for (int i = 0; i < 6; ++i)
    builds.push_back(pool->request(kernelSpec(idleKernel(std::to_string(i)), {})));
  pool.reset();
  int failed = 0;
  for (const auto &build : builds) {
    try {
      build->wait();
    } catch (const std::runtime_error &) {
      ++failed;
    }
  }
  REQUIRE(failed >= 3);
  // Builds that were cancelled before they began did not even make the folder.
  const auto work = directory.path() / "work";
  REQUIRE((!std::filesystem::exists(work) || filesIn(work) == 0));
}
