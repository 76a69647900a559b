// SPDX-License-Identifier: Apache-2.0
// Leaves the process with work in flight, in the way its argument names; it must end with status 0, without a crash or
// a hang.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

struct Session {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem buffer = nullptr;
  std::vector<char> data = std::vector<char>(1 << 22);

  bool open() {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
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
  void close() {
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
};

/// Destroyed after the library's exit handler has run.
struct GlobalUser {
  Session *session = nullptr;
  ~GlobalUser() {
    if (session) {
      clFinish(session->queue);
      session->close();
    }
  }
} globalUser;

}  // namespace

int main(int argc, char **argv) {
  const std::string way = argc > 1 ? argv[1] : "";
  Session &session = *new Session;  // outlives main, as what the device still reads must
  if (!session.open()) {
    std::fprintf(stderr, "no device\n");
    return 1;
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
  if (way == "fork") {
    const pid_t child = fork();
    if (child == 0)
      std::exit(0);
    int status = 1;
    waitpid(child, &status, 0);
    clFinish(session.queue);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }
  if (way == "global") {
    globalUser.session = &session;
    return 0;
  }
  return 2;
}
