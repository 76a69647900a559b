// SPDX-License-Identifier: Apache-2.0
// Compilation in processes of its own: what crashes, exhausts or is killed there fails the build and nothing else, and
// the application does not notice that there are such processes. Hidden test cases are run in processes of their own.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <linux/capability.h>
#include <optional>
#include <pty.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/unit/host/api/programs.h"

extern char **environ;

using namespace test;
using Clock = std::chrono::steady_clock;

namespace {

/// Processes that have this variable in their environment are the test's; those of this process itself have its number.
constexpr const char *kMark = "COMPILED_FOR_TEST";

std::string mark() {
  const char *value = std::getenv(kMark);
  return value ? value : "";
}
const bool marked = [] {
  if (mark().empty())
    setenv(kMark, std::to_string(getpid()).c_str(), 1);
  return true;
}();

std::string contentOf(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The compile server and its forks, of the application with this mark.
std::vector<pid_t> compilersOf(const std::string &value) {
  std::vector<pid_t> found;
  const std::string entry = std::string(kMark) + "=" + value + '\0';
  for (const auto &process : std::filesystem::directory_iterator("/proc")) {
    const std::string name = process.path().filename();
    if (name.find_first_not_of("0123456789") != name.npos)
      continue;
    std::error_code error;
    const auto program = std::filesystem::read_symlink(process.path() / "exe", error);
    if (!error && program.filename() == "weft-compile-process" &&
        contentOf(process.path() / "environ").find(entry) != std::string::npos)
      found.push_back(std::stoi(name));
  }
  return found;
}

template <class Condition> bool soon(Condition condition, int seconds = 20) {
  const auto limit = Clock::now() + std::chrono::seconds(seconds);
  while (!condition()) {
    if (Clock::now() > limit)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// This program with a hidden test case, marked as an application of its own.
pid_t startChild(const char *testCase, const std::string &value, int *terminal = nullptr) {
  const pid_t child = terminal ? forkpty(terminal, nullptr, nullptr, nullptr) : fork();
  if (child == 0) {
    setenv(kMark, value.c_str(), 1);
    execl("/proc/self/exe", "test", testCase, nullptr);
    _exit(127);
  }
  REQUIRE(child > 0);
  return child;
}

int statusOfChild(pid_t child) {
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

std::string freshMark() {
  static int number = 0;
  return std::to_string(getpid()) + "-" + std::to_string(++number);
}

struct Compiler : Programs {
  std::string logOf(cl_program program) const { return buildText(program, CL_PROGRAM_BUILD_LOG); }
  bool works() const { return build(makeProgram(kTwoKernels)) == CL_SUCCESS; }
  /// The server, when all that it was asked is done.
  pid_t server() const {
    REQUIRE(works());
    REQUIRE(soon([] { return compilersOf(mark()).size() == 1; }));
    return compilersOf(mark())[0];
  }
  void killServer() const {
    kill(server(), SIGKILL);
    REQUIRE(soon([] { return compilersOf(mark()).empty(); }));
  }
  /// Begins a build that stays in the compiler until somebody opens the header.
  void begin(cl_program held, const HeldHeader &header, Notified &notified) const {
    REQUIRE(clBuildProgram(held, 1, &device, header.option().c_str(), Notified::call, &notified) == CL_SUCCESS);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // the front end has begun
    REQUIRE(soon([] { return compilersOf(mark()).size() == 2; }));
  }
};

constexpr const char *kCrash = "kernel void k(global uint *out) {\n  out[0] = as_uint(vload4);\n}\n";

}  // namespace

TEST_CASE_METHOD(Compiler, "compiler: a crash of Clang fails the build at its source location") {
  const OwnProgram crash = makeProgram(kCrash),
                   other = makeProgram("kernel void k(global int3 *out, int c) {\n"
                                       "  int3 tmp1;\n"
                                       "  int3 *tmp = c ? &tmp1 : ;tmp2;\n"
                                       "  tmp1 = (int3)(barrier(CLK_LOCAL_MEM_FENCE); 11);\n"
                                       "}\n");
  CHECK(build(crash) == CL_BUILD_PROGRAM_FAILURE);
  CHECK_THAT(logOf(crash),
             Catch::StartsWith("<source>:2:27: error: the compiler crashed (signal 11, Segmentation fault) in stage "
                               "'front end' while compiling this program") &&
                 Catch::Contains("please report it"));
  CHECK(compile(crash) == CL_COMPILE_PROGRAM_FAILURE);
  CHECK_THAT(logOf(crash), Catch::StartsWith("<source>:2:27: error: the compiler crashed"));
  CHECK(build(other) == CL_BUILD_PROGRAM_FAILURE);
  CHECK_THAT(logOf(other), Catch::StartsWith("<source>:4:") && Catch::Contains(": error: the compiler crashed"));
  CHECK(works());
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)  // there host/compiler/job.cpp sets no limit
TEST_CASE_METHOD(Compiler, "compiler: memory without end fails the build") {
  const OwnProgram sparse = makeProgram("__constant int a[1 << 28] = {[1 << 27] = 3};\n"
                                        "kernel void k(global int *o) { o[0] = a[o[1]]; }\n");
  CHECK(build(sparse) == CL_BUILD_PROGRAM_FAILURE);
  CHECK_THAT(logOf(sparse), Catch::StartsWith("error: the compiler needs more than 4 GiB of memory"));
  CHECK(works());
}
#endif

TEST_CASE_METHOD(Compiler, "compiler: the server is begun again when it was killed") {
  killServer();
  const pid_t second = server();
  kill(second, SIGKILL);  // and also if it is just about to end
  CHECK(works());
  CHECK(server() != second);
}

TEST_CASE_METHOD(Compiler, "compiler: who kills it during a build fails that build") {
  const pid_t before = server();
  const bool whole = GENERATE(true, false);
  const HeldHeader header;
  const OwnProgram held = makeProgram(HeldHeader::kSource);
  Notified notified;
  begin(held, header, notified);
  for (const pid_t process : compilersOf(mark()))
    if (whole == (process == before))
      kill(process, SIGKILL);
  REQUIRE(notified.wait());
  CHECK(status(held) == CL_BUILD_ERROR);
  CHECK_THAT(logOf(held), Catch::StartsWith("error: the compiler's process was killed"));
  CHECK(soon([&] { return compilersOf(mark()).size() == (whole ? 0 : 1); }));
  CHECK(works());
}

TEST_CASE_METHOD(Compiler, "compiler: the application has no child and no terminal in common with it") {
  const pid_t process = server();
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
  CHECK(getsid(process) == process);
}

TEST_CASE_METHOD(Compiler, "compiler: the server keeps none of the application's files") {
  killServer();
  int ends[2];
  REQUIRE(pipe(ends) == 0);  // inherited by whatever the application starts
  REQUIRE(works());
  close(ends[1]);
  char byte;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  CHECK(read(ends[0], &byte, 1) == 0);  // nobody else can write
  close(ends[0]);
}

TEST_CASE_METHOD(Compiler, "compiler: relative paths are meant for the working directory of the moment") {
  REQUIRE(works());
  char directory[] = "/tmp/weft-working-XXXXXX";
  REQUIRE(mkdtemp(directory));
  const auto before = std::filesystem::current_path();
  std::filesystem::create_directory(std::string(directory) + "/inc");
  std::ofstream(std::string(directory) + "/inc/value.h") << "#define VALUE 1\n";
  const OwnProgram program = makeProgram("#include \"value.h\"\nkernel void k(global int *p) { p[0] = VALUE; }\n");
  CHECK(build(program, "-I inc") == CL_BUILD_PROGRAM_FAILURE);
  std::filesystem::current_path(directory);
  const cl_int there = build(program, "-I inc");
  std::filesystem::current_path("inc");
  const cl_int inside = build(program);
  std::ofstream("held.h") << "#error a header of the program comes first\n";
  const OwnProgram header = makeProgram("#define HELD 1\n"), user = makeProgram("#include \"held.h\"\n");
  const cl_program held = header;
  const char *name = "held.h";
  const cl_int own = clCompileProgram(user, 0, nullptr, nullptr, 1, &held, &name, nullptr, nullptr);
  std::filesystem::current_path(directory);
  std::filesystem::remove_all(directory);
  const cl_int removed = build(program, "-I inc");
  const std::string log = logOf(program);
  const bool without = works();
  std::filesystem::current_path(before);
  CHECK(there == CL_SUCCESS);
  CHECK(inside == CL_SUCCESS);
  CHECK(own == CL_SUCCESS);
  CHECK(removed == CL_BUILD_PROGRAM_FAILURE);
  CHECK_THAT(log, Catch::Contains("-I inc is relative to the process's working directory, which cannot be found"));
  CHECK(without);
}

TEST_CASE("compiler: an application that cannot enter its working directory has none") {
  const HeldHeader header;
  char temporary[] = "/tmp/weft-temporary-XXXXXX";
  REQUIRE(mkdtemp(temporary));
  const std::optional<std::string> before = std::getenv("TMPDIR") ? std::optional(std::getenv("TMPDIR")) : std::nullopt;
  setenv("TMPDIR", temporary, 1);
  setenv("TEST_HEADER", header.option().c_str(), 1);
  const std::string value = freshMark();
  const pid_t child = startChild("child: held build in a closed directory", value);
  before ? setenv("TMPDIR", before->c_str(), 1) : unsetenv("TMPDIR");
  const auto isNowhere = [&](pid_t compiler) {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/" + std::to_string(compiler) + "/cwd", error).string();
    return path.starts_with(temporary + std::string("/weft-nowhere-")) && path.ends_with(" (deleted)");
  };
  CHECK(soon([&] {
    const std::vector<pid_t> compilers = compilersOf(value);
    return std::any_of(compilers.begin(), compilers.end(), isNowhere);
  }));
  kill(child, SIGKILL);
  statusOfChild(child);
  CHECK(soon([&] { return compilersOf(value).empty(); }));
  CHECK(std::filesystem::remove(temporary));  // it is empty
}

TEST_CASE_METHOD(Compiler, "child: held build in a closed directory", "[.]") {
  std::string closed = std::filesystem::temp_directory_path() / "closed-XXXXXX";
  REQUIRE(mkdtemp(closed.data()));
  REQUIRE(chdir(closed.c_str()) == 0);
  REQUIRE(chmod(closed.c_str(), 0) == 0);
  REQUIRE(rmdir(closed.c_str()) == 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  REQUIRE(syscall(SYS_capset, &header, none) == 0);  // root enters any directory
  REQUIRE(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC) == -1);
  const OwnProgram held = makeProgram(HeldHeader::kSource);
  Notified notified;
  REQUIRE(clBuildProgram(held, 1, &device, std::getenv("TEST_HEADER"), Notified::call, &notified) == CL_SUCCESS);
  sleep(60);
}

TEST_CASE_METHOD(Compiler, "compiler: builds of several threads") {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 8; ++i) {
        const std::string name = "k" + std::to_string(thread) + "_" + std::to_string(i);
        const std::string source = i % 4 == 3 ? kCrash : "kernel void " + name + "(global int *p) { p[0] = 1; }\n";
        const char *text = source.c_str();
        const OwnProgram program(clCreateProgramWithSource(context, 1, &text, nullptr, nullptr));
        const bool built = clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr) == CL_SUCCESS;
        char names[64] = "";
        clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, nullptr);
        wrong += built != (i % 4 != 3) || (built && name != names);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(wrong == 0);
  CHECK(soon([] { return compilersOf(mark()).size() == 1; }));
}

TEST_CASE_METHOD(Compiler, "compiler: a source of 50 MB") {
  std::string source;
  while (source.size() < 50 << 20)
    source += "// a comment that means nothing and is one of very many such comments in this program\n";
  CHECK(build(makeProgram((source + kTwoKernels).c_str())) == CL_SUCCESS);
}

TEST_CASE("compiler: nothing goes on when the application is gone, even if a process that it forked lives on") {
  const HeldHeader header;
  int life[2], alive[2];  // the forked process lives until the first is closed, and shows it by the second
  REQUIRE(pipe2(life, O_CLOEXEC) == 0);
  REQUIRE(pipe2(alive, O_NONBLOCK) == 0);
  fcntl(life[0], F_SETFD, 0);
  setenv("TEST_HEADER", header.option().c_str(), 1);
  setenv("TEST_LIFE", std::to_string(life[0]).c_str(), 1);
  const std::string value = freshMark();
  const pid_t child = startChild("child: held build and a forked process", value);
  close(alive[1]);
  REQUIRE(soon([&] { return compilersOf(value).size() == 2; }));
  char byte;
  REQUIRE(soon([&] { return read(alive[0], &byte, 1) == 1; }));
  kill(child, SIGKILL);
  statusOfChild(child);
  CHECK(soon([&] { return compilersOf(value).empty(); }));
  CHECK(read(alive[0], &byte, 1) == -1);
  close(life[1]);
  CHECK(soon([&] { return read(alive[0], &byte, 1) == 0; }));
  close(life[0]);
  close(alive[0]);
}

TEST_CASE_METHOD(Compiler, "child: held build and a forked process", "[.]") {
  const OwnProgram held = makeProgram(HeldHeader::kSource);
  Notified notified;
  REQUIRE(clBuildProgram(held, 1, &device, std::getenv("TEST_HEADER"), Notified::call, &notified) == CL_SUCCESS);
  REQUIRE(soon([] { return compilersOf(mark()).size() == 2; }));
  const char *const number = std::getenv("TEST_LIFE");
  REQUIRE(number);
  const int life = std::atoi(number), alive = life + 3;
  if (fork() == 0) {
    char byte = 0;
    (void)!write(alive, &byte, 1);
    (void)!read(life, &byte, 1);
    _exit(0);
  }
  sleep(60);
}

TEST_CASE("compiler: applications without standard streams, and both sides of a fork") {
  for (const char *testCase : {"child: no standard streams", "child: fork before the devices are opened"}) {
    INFO(testCase);
    const std::string value = freshMark();
    CHECK(statusOfChild(startChild(testCase, value)) == 0);
    CHECK(soon([&] { return compilersOf(value).empty(); }));
  }
}

namespace {

bool buildsHere() {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr))
    return false;
  const OwnContext context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error));
  for (int i = 0; i < 3; ++i) {
    const char *text = kTwoKernels;
    const OwnProgram program(clCreateProgramWithSource(context, 1, &text, nullptr, &error));
    if (clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr))
      return false;
  }
  return true;
}

}  // namespace

TEST_CASE("child: no standard streams", "[.]") {
  for (int stream = 0; stream < 3; ++stream)
    close(stream);
  const bool builds = buildsHere();
  // What an application writes to a stream that it closed goes nowhere, and to no file of the library's.
  const bool nowhere = write(STDOUT_FILENO, "x", 1) < 0 && write(STDERR_FILENO, "x", 1) < 0;
  _exit(builds && nowhere && buildsHere() ? 0 : 1);
}

TEST_CASE("child: fork before the devices are opened", "[.]") {
  const pid_t child = fork();
  const bool builds = buildsHere();
  if (child == 0)
    _exit(builds ? 0 : 1);
  CHECK(builds);
  CHECK(statusOfChild(child) == 0);
  // Forked later, a process is refused, and leaves its parent's server alone.
  const pid_t late = fork();
  if (late == 0)
    _exit(buildsHere() ? 1 : 0);
  CHECK(statusOfChild(late) == 0);
  CHECK(buildsHere());
}

TEST_CASE("compiler: a terminal shows what the compiler does") {
  int terminal = -1;
  const pid_t child = startChild("child: build of three seconds", freshMark(), &terminal);
  std::string output;
  char buffer[4096];
  for (ssize_t count; (count = read(terminal, buffer, sizeof(buffer))) > 0;)
    output.append(buffer, size_t(count));
  close(terminal);
  INFO(output);
  CHECK(statusOfChild(child) == 0);
  CHECK_THAT(output, Catch::Contains("weft: program: front end, 2 s"));
}

TEST_CASE_METHOD(Compiler, "child: build of three seconds", "[.]") {
  const HeldHeader header;
  const OwnProgram held = makeProgram(HeldHeader::kSource);
  Notified notified;
  begin(held, header, notified);
  std::this_thread::sleep_for(std::chrono::milliseconds(2800));
  CHECK(header.release(notified));
}
