// SPDX-License-Identifier: Apache-2.0
// Pipes: no device supports them.
#include "host/api/handles.h"

extern "C" {

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint,
                                             const cl_pipe_properties *, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> cl_mem {
    fromHandle<Context>(context);
    throw Error(CL_INVALID_OPERATION, "no device of the context supports pipes");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info, size_t, void *, size_t *) {
  return api([&] {
    fromHandle<Buffer>(pipe);
    throw Error(CL_INVALID_MEM_OBJECT, "the memory object is not a pipe");
  });
}
}
