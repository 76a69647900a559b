// SPDX-License-Identifier: Apache-2.0
// Leaves the process with work in flight, in the way its first argument names; it must end with status 0, without a
// crash or a hang. The second: bytes of each transfer.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

size_t transferBytes = 1 << 22;

struct Session {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem buffer = nullptr;
  cl_device_id device = nullptr;
  std::vector<char> data = std::vector<char>(transferBytes);

  bool open() {
    cl_platform_id platform = nullptr;
    if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr))
      return false;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, device, 0, nullptr);
    buffer = clCreateBuffer(context, 0, data.size(), nullptr, nullptr);
    return context && queue && buffer;
  }
  void work() {
    for (int i = 0; i < 100; ++i)
      clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, nullptr);
  }
  /// Enqueues a kernel that no cache knows.
  bool launch(const char *source) {
    const std::string fresh = "-DFRESH=" + std::to_string(getpid()) + std::to_string(time(nullptr)) + "ul";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    if (clBuildProgram(program, 1, &device, fresh.c_str(), nullptr, nullptr))
      return false;
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    const size_t global = 1;
    return clSetKernelArg(kernel, 0, sizeof(buffer), &buffer) == CL_SUCCESS &&
           clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &launched) == CL_SUCCESS;
  }
  /// Whether a program is refused rather than built.
  bool refusesBuild() {
    const char *source = "kernel void k(global ulong *p) { p[0] = 1; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    return clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_OUT_OF_RESOURCES;
  }
  cl_event launched = nullptr;
  /// Whether the kernel gets to run.
  bool runs() {
    cl_int status = CL_QUEUED;
    for (int i = 0; i < 60000 && status > CL_RUNNING; ++i) {
      usleep(1000);
      clGetEventInfo(launched, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
    }
    return status == CL_RUNNING;
  }
  void close() {
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
};

int statusOf(pid_t child) {
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// What a child forked with work in flight gets: errors, at once, whatever it calls.
int useAfterFork(Session &session) {
  cl_uint count = 0;
  cl_platform_id platform = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);  // the loader may remember it
  cl_device_id device = nullptr;
  cl_event event = nullptr;
  cl_int error = CL_SUCCESS;
  const bool refused = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, &count) != CL_SUCCESS &&
                       !clCreateBuffer(session.context, 0, 64, nullptr, &error) && error == CL_OUT_OF_RESOURCES &&
                       clEnqueueMarkerWithWaitList(session.queue, 0, nullptr, &event) == CL_OUT_OF_RESOURCES &&
                       clFinish(session.queue) == CL_OUT_OF_RESOURCES &&
                       clReleaseMemObject(session.buffer) == CL_OUT_OF_RESOURCES;
  return refused ? 0 : 1;
}

/// A fork before the devices are opened leaves them to both processes.
int forkEarly() {
  cl_platform_id platform = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  const auto use = [] {
    Session session;
    if (!session.open())
      return 1;
    session.work();
    const int result = clFinish(session.queue) ? 1 : 0;
    session.close();
    return result;
  };
  const pid_t child = fork();
  const int mine = use();
  if (child == 0)
    std::exit(mine);
  return statusOf(child) + mine;
}

/// Destroyed after the library's exit handler has run.
struct GlobalUser {
  Session *session = nullptr;
  bool builds = false;
  ~GlobalUser() {
    if (builds && !session->refusesBuild())
      _exit(1);
    if (session) {
      clFinish(session->queue);
      session->close();
    }
  }
} globalUser;

}  // namespace

int main(int argc, char **argv) {
  const std::string way = argc > 1 ? argv[1] : "";
  if (argc > 2)
    transferBytes = std::stoul(argv[2]);
  if (way == "fork_early")
    return forkEarly();
  Session &session = *new Session;  // outlives main, as what the device still reads must
  if (!session.open()) {
    std::fprintf(stderr, "no device\n");
    return 1;
  }
  const char *endless = "kernel void k(volatile global ulong *p) { while (p[0] != FRESH) p[1]++; }";
  if (way == "endless")  // exit ends it
    return session.launch(endless) && session.runs() ? 0 : 1;
  if (way == "endless_released") {
    const bool running = session.launch(endless) && session.runs();
    session.close();
    return running ? 0 : 1;
  }
  if (way == "wait") {  // to be interrupted, while the kernel is made or while it runs
    const bool running = session.launch(endless) && session.runs();
    std::puts(running ? "running" : "not running");
    std::fflush(stdout);
    return clFinish(session.queue) == CL_SUCCESS ? 0 : 1;
  }
  if (way == "prepare") {
    const bool enqueued = session.launch("kernel void k(global ulong *p) { p[0] = FRESH; }");
    usleep(200000);  // the simulator has begun to compile the kernel
    return enqueued ? 0 : 1;
  }
  session.work();
  if (way == "return")
    return 0;
  if (way == "exit") {
    session.close();
    std::exit(0);
  }
  if (way == "pending") {  // commands that never become ready
    cl_event gate = clCreateUserEvent(session.context, nullptr);
    clEnqueueWriteBuffer(session.queue, session.buffer, CL_FALSE, 0, 16, session.data.data(), 1, &gate, nullptr);
    return 0;
  }
  if (way == "fork" || way == "fork_use") {
    const pid_t child = fork();
    if (child == 0)
      std::exit(way == "fork" ? 0 : useAfterFork(session));
    const int status = statusOf(child);
    return clFinish(session.queue) ? 1 : status;
  }
  if (way == "global" || way == "global_build") {
    globalUser.session = &session;
    globalUser.builds = way == "global_build";
    return 0;
  }
  return 2;
}
