// SPDX-License-Identifier: Apache-2.0
// The cache of compiled models between processes: races, killed compilations, full disks. The other processes are this
// program itself, which runs one of the hidden test cases at the end.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

#include "fixture.h"
#include "sim/build_pool.h"
#include "sim/model_cache.h"
#include "sim/model_compiler.h"
#include "sim/model_spec.h"
#include "support/file_lock.h"
#include "support/own_file.h"
#include "support/resources.h"
#include "support/subprocess.h"

using namespace weft;
using namespace weft::sim;
using namespace weft::sim::test;
namespace fs = std::filesystem;

namespace {

support::ProcessResult runSelf(const std::string &testCase, const fs::path &directory,
                               const std::vector<std::string> &environment = {}) {
  support::ProcessOptions options;
  options.environment = environment;  // of two values of a name, the first counts
  options.environment.insert(options.environment.end(), {"TEST_DIRECTORY=" + directory.string(), "WEFT_LOG=warning"});
  options.timeout = std::chrono::seconds(60);
  return support::runProcess({"/proc/self/exe", testCase}, options);
}

fs::path given() {
  const char *directory = std::getenv("TEST_DIRECTORY");
  REQUIRE(directory);
  return directory;
}

ModelSpec spec() { return kernelSpec(copyKernel("process test"), {}); }

/// Compiles through the cache in `directory`/cache and notes each compilation in `directory`/log.
std::shared_ptr<ModelLibrary> compileThrough(const fs::path &directory) {
  ModelCache cache(directory / "cache", uint64_t(1) << 30);
  return cache.findOrCompile(modelKey(spec()), ModelSpec::Kind::Kernel, [&](const fs::path &work) {
    std::ofstream(directory / "log", std::ios::app) << "compile\n";
    return compileModel(spec(), work);
  });
}

unsigned compilations(const fs::path &directory) {
  std::ifstream log(directory / "log");
  unsigned count = 0;
  for (std::string line; std::getline(log, line);)
    ++count;
  return count;
}

size_t filesIn(const fs::path &directory) {
  return fs::exists(directory) ? size_t(std::distance(fs::directory_iterator(directory), fs::directory_iterator())) : 0;
}

/// Gives this process mounts of its own. Root needs no user namespace for it; others may have one.
bool ownMounts() {
  return (::unshare(CLONE_NEWNS) == 0 || ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
         ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

}  // namespace

TEST_CASE("processes that race for a model compile it once") {
  TemporaryDirectory directory;
  std::vector<support::ProcessResult> results(3);
  std::vector<std::thread> threads;
  for (auto &result : results)
    threads.emplace_back([&] { result = runSelf("child: compile", directory.path()); });
  for (std::thread &thread : threads)
    thread.join();
  for (const auto &result : results) {
    INFO(result.output);
    REQUIRE(result.ok());
  }
  REQUIRE(compilations(directory.path()) == 1);
}

TEST_CASE("a killed compilation leaves nothing that counts") {
  TemporaryDirectory directory;
  REQUIRE(runSelf("child: killed while compiling", directory.path()).signal == SIGKILL);
  const fs::path cache = directory.path() / "cache";
  REQUIRE(filesIn(cache / "work") == 2);  // a directory and its lock
  REQUIRE(filesIn(cache / "models") == 0);
  // As if killed in the middle of publishing as well.
  std::ofstream(cache / "models" / (modelKey(spec()).hex() + ".so.1-2-3.tmp")) << "half a model";
  REQUIRE(compileThrough(directory.path()));
  REQUIRE(compilations(directory.path()) == 2);
  REQUIRE(filesIn(cache / "work") == 0);
}

TEST_CASE("a full disk does not stop the work") {
  TemporaryDirectory directory;
  const auto result = runSelf("child: full disk", directory.path());
  INFO(result.output);
  if (result.output.find("cannot mount") != std::string::npos) {
    WARN("no file system can be mounted here: not tested");
    return;
  }
  REQUIRE(result.ok());
  // Whom it befell, where, why, and what helps.
  for (const std::string part :
       {"no room", "kernel copy_lines", "cannot write", "No space left on device", "WEFT_CACHE_DIR"}) {
    CAPTURE(part);
    REQUIRE(result.output.find(part) != std::string::npos);
  }
}

TEST_CASE("a file size limit gives a clear error and no broken entry") {
  // Too little for what a model is made of; and enough for that, but too little for what the tools make of it.
  size_t largest = 0;
  for (const auto &files : {spec().sources, spec().fastFpHeaders})
    for (const SourceFile &file : files)
      largest = std::max(largest, file.text.size());
  const size_t limit = GENERATE_COPY(size_t(1000), largest);
  TemporaryDirectory directory;
  const auto result = runSelf("child: file size limit", directory.path(), {"TEST_FILE_SIZE=" + std::to_string(limit)});
  INFO(result.output);
  REQUIRE(result.ok());
  REQUIRE(filesIn(directory.path() / "cache" / "models") == 0);
  REQUIRE(filesIn(directory.path() / "cache" / "work") == 0);
  // Without the limit all is well.
  REQUIRE(compileThrough(directory.path()));
}

TEST_CASE("a change of any header of the fast bodies gives models another key") {
  TemporaryDirectory directory;
  const fs::path resources = directory.path() / "resources";
  // Copies of the RTL; what else there is, is only read.
  fs::create_directory(resources);
  for (const fs::directory_entry &entry : fs::directory_iterator(fs::canonical(support::resourceDirectory()))) {
    const fs::path copy = resources / entry.path().filename();
    if (copy.filename() == "rtl")
      fs::copy(entry.path(), copy, fs::copy_options::recursive);
    else
      fs::create_symlink(entry.path(), copy);
  }
  auto key = [&] {
    const auto result = runSelf("child: key", directory.path(), {"WEFT_RESOURCE_DIR=" + resources.string()});
    INFO(result.output);
    REQUIRE(result.ok());
    return support::readFile(directory.path() / "key");
  };
  const std::string before = key();
  REQUIRE(key() == before);
  std::vector<fs::path> headers;
  for (const fs::directory_entry &entry : fs::directory_iterator(resources / "rtl" / "fp"))
    if (entry.path().extension() == ".h")
      headers.push_back(entry.path());
  REQUIRE(headers.size() > 1);
  for (const fs::path &header : headers) {
    INFO(header);
    const std::string text = support::readFile(header);
    std::ofstream(header) << text << "// changed\n";
    REQUIRE(key() != before);
    std::ofstream(header) << text;
    REQUIRE(key() == before);
  }
}

TEST_CASE("a missing tool is said by name, with its path and package") {
  const std::vector<std::string> paths = {WEFT_TEST_TOOLS}, names = {"Verilator", "the C++ compiler", "the linker"},
                                 packages = {"verilator", "clang-19", "lld-19"};
  for (size_t i = 0; i < paths.size(); ++i) {
    TemporaryDirectory directory;
    const auto result = runSelf("child: missing tool", directory.path(), {"TEST_TOOL=" + paths[i]});
    INFO(result.output);
    if (result.output.find("cannot mount") != std::string::npos) {
      WARN("nothing can be mounted here: not tested");
      return;
    }
    REQUIRE(result.ok());
    const std::string said = support::readFile(directory.path() / "error");
    REQUIRE_THAT(said, Catch::Contains("kernel copy_lines: " + names[i] + " is missing: " + paths[i]) &&
                           Catch::Contains("Permission denied") && Catch::Contains("package " + packages[i]));
    REQUIRE_THAT(result.output, !Catch::Contains("kernel cache"));
  }
}

TEST_CASE("child: missing tool", "[.]") {
  if (!ownMounts() || ::mount("/dev/null", std::getenv("TEST_TOOL"), nullptr, MS_BIND, nullptr) != 0) {
    WARN("cannot mount");
    return;
  }
  try {
    compileThrough(given());
    FAIL("made without the tool");
  } catch (const std::runtime_error &error) {
    std::ofstream(given() / "error") << error.what();
  }
}

TEST_CASE("the log tells the stages of a model, and what it waits for") {
  TemporaryDirectory directory;
  const auto result = runSelf("child: stages", directory.path(), {"WEFT_LOG=info"});
  INFO(result.output);
  REQUIRE(result.ok());
  size_t at = 0;
  for (const char *stage : {"simulation model begins", "waiting for another build, perhaps of the same model begins",
                            "waiting for another build, perhaps of the same model took", "Verilator begins",
                            "Verilator took", "C++ compiler begins", "C++ compiler took", "linker begins",
                            "linker took", "loading begins", "loading took", "simulation model took"}) {
    CAPTURE(stage);
    at = result.output.find(std::string("weft: kernel copy_lines: ") + stage, at);
    REQUIRE(at != result.output.npos);
  }
}

TEST_CASE("child: stages", "[.]") {
  const fs::path cache = given() / "cache";
  support::makeOwnDirectories(cache / "locks");
  support::FileLock lock;
  REQUIRE(lock.tryAcquire(cache / "locks" / (modelKey(spec()).hex().substr(0, 2) + ".lock")));
  auto pool = std::make_shared<BuildPool>(std::make_shared<ModelCache>(cache, uint64_t(1) << 30));
  const auto build = pool->request(spec());
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  lock.release();
  REQUIRE(build->wait());
}

TEST_CASE("child: key", "[.]") { std::ofstream(given() / "key") << modelKey(spec()).hex(); }

TEST_CASE("child: compile", "[.]") { REQUIRE(compileThrough(given())); }

TEST_CASE("child: killed while compiling", "[.]") {
  const fs::path directory = given();
  ModelCache cache(directory / "cache", uint64_t(1) << 30);
  cache.findOrCompile(modelKey(spec()), ModelSpec::Kind::Kernel, [&](const fs::path &work) -> fs::path {
    std::ofstream(directory / "log", std::ios::app) << "compile\n";
    compileModel(spec(), work);  // everything is there but not published
    ::kill(::getpid(), SIGKILL);
    return {};
  });
}

TEST_CASE("child: full disk", "[.]") {
  const fs::path cache = given() / "cache";
  fs::create_directory(cache);
  if (!ownMounts() || ::mount("none", cache.c_str(), "tmpfs", 0, "size=32k,mode=700") != 0) {
    WARN("cannot mount");
    return;
  }
  REQUIRE(compileThrough(given()));
  REQUIRE(filesIn(cache / "models") == 0);
  REQUIRE(filesIn(cache / "work") == 0);
}

TEST_CASE("child: file size limit", "[.]") {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = std::stoul(std::getenv("TEST_FILE_SIZE"));
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const std::string source = "cannot write " + (given() / "cache" / "work").string();
  REQUIRE_THROWS_WITH(compileThrough(given()), Catch::Contains("kernel copy_lines") && Catch::Contains(source) &&
                                                   Catch::Contains("File too large") &&
                                                   Catch::Contains("WEFT_CACHE_DIR") && Catch::Contains("ulimit -f"));
}
