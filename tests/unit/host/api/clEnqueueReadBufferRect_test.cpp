// SPDX-License-Identifier: Apache-2.0
#include "transfers.h"

using namespace test;

namespace {

cl_int transfer(cl_command_queue on, cl_mem of, const size_t *bufferOrigin, const size_t *hostOrigin,
                const size_t *region, Pitches inBuffer, Pitches inHost, void *pointer, cl_uint count,
                const cl_event *waits, cl_event *event) {
  return clEnqueueReadBufferRect(on, of, CL_TRUE, bufferOrigin, hostOrigin, region, inBuffer.row, inBuffer.slice,
                                 inHost.row, inHost.slice, pointer, count, waits, event);
}

}  // namespace

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBufferRect: just its region") {
  auto device = pattern(32 * 8 * 5, 1), host = pattern(20 * 6 * 6, 2);
  const OwnMem buffer = makeBuffer(device.size(), CL_MEM_COPY_HOST_PTR, device.data());
  checkBoxes([&](const Layout &inBuffer, const Layout &inHost, const Size3 &region, Pitches bufferPitches,
                 Pitches hostPitches) {
    auto back = host, expected = host;
    REQUIRE(transfer(queue, buffer, inBuffer.origin.data(), inHost.origin.data(), region.data(), bufferPitches,
                     hostPitches, back.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    copyBox(device, inBuffer, expected, inHost, region);
    CHECK(back == expected);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBufferRect: bounds, pitches, flags and errors") {
  checkRectTransfer(*this, kReadRect, transfer);
}
