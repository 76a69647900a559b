// SPDX-License-Identifier: Apache-2.0
// SHA-256 of files, printed like sha256sum: each file is one work-item.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "opencl.h"

using example::check;

namespace {

/// Appends FIPS 180-4 padding: a one bit, zeros, and the length in bits, to whole 64-byte blocks.
std::vector<uint8_t> pad(std::vector<uint8_t> message) {
  const uint64_t bits = uint64_t(message.size()) * 8;
  message.push_back(0x80);
  while (message.size() % 64 != 56)
    message.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8)
    message.push_back(uint8_t(bits >> shift));
  return message;
}

cl_mem constantBuffer(cl_context context, const void *data, size_t bytes) {
  cl_int status = CL_SUCCESS;
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, const_cast<void *>(data), &status);
  check(status, "clCreateBuffer");
  return buffer;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("SHA-256 of files on an OpenCL device, printed like sha256sum");
  std::vector<std::string> files;
  std::string platform;
  bool verbose = false;
  app.add_option("files", files, "files to hash")->required()->check(CLI::ExistingFile);
  app.add_option("--platform", platform, "OpenCL platform, part of its name; default: the first");
  app.add_flag("--verbose", verbose, "print device and cycles, too");
  CLI11_PARSE(app, argc, argv);

  std::vector<uint8_t> message;
  std::vector<cl_uint> first, blocks;
  for (const std::string &name : files) {
    std::ifstream file(name, std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "error: cannot read %s\n", name.c_str());
      return 1;
    }
    const auto padded = pad({std::istreambuf_iterator<char>(file), {}});
    first.push_back(cl_uint(message.size() / 64));
    blocks.push_back(cl_uint(padded.size() / 64));
    message.insert(message.end(), padded.begin(), padded.end());
  }

  example::Device device;
  example::open(device, platform, "sha256");
  cl_int status = CL_SUCCESS;
  cl_mem messageBuffer = constantBuffer(device.context, message.data(), message.size());
  cl_mem firstBuffer = constantBuffer(device.context, first.data(), first.size() * sizeof(cl_uint));
  cl_mem blocksBuffer = constantBuffer(device.context, blocks.data(), blocks.size() * sizeof(cl_uint));
  cl_mem digestBuffer = clCreateBuffer(device.context, CL_MEM_WRITE_ONLY, files.size() * 32, nullptr, &status);
  check(status, "clCreateBuffer");
  cl_kernel kernel = clCreateKernel(device.program, "sha256", &status);
  check(status, "clCreateKernel");
  cl_mem arguments[] = {messageBuffer, firstBuffer, blocksBuffer, digestBuffer};
  for (cl_uint i = 0; i < 4; ++i)
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &arguments[i]), "clSetKernelArg");
  const size_t global = files.size();
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  std::vector<cl_uint> digest(files.size() * 8);
  check(clEnqueueReadBuffer(device.queue, digestBuffer, CL_TRUE, 0, digest.size() * sizeof(cl_uint), digest.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  if (verbose)
    example::report(device, example::timeOf(event, device.device), message.size());
  for (size_t i = 0; i < files.size(); ++i) {
    for (size_t word = 0; word < 8; ++word)
      std::printf("%08x", digest[i * 8 + word]);
    std::printf("  %s\n", files[i].c_str());
  }
  clReleaseEvent(event);
  clReleaseKernel(kernel);
  for (cl_mem buffer : arguments)
    clReleaseMemObject(buffer);
}
