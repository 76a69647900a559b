// SPDX-License-Identifier: Apache-2.0
#include "host/api/boundary.h"
#include "host/core/context.h"

extern "C" {

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool, cl_addressing_mode, cl_filter_mode,
                                                    cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> cl_sampler {
    fromHandle<Context>(context);
    throw Error(CL_INVALID_OPERATION, "no device of the context supports images");
  });
}
}
