// SPDX-License-Identifier: Apache-2.0
// Samplers: no device supports images, so after the checks of its arguments every creation refuses.
#include <algorithm>

#include "host/api/boundary.h"
#include "host/core/context.h"

namespace weft::entry {

namespace {

void checkSetting(cl_sampler_properties name, cl_sampler_properties value) {
  switch (name) {
  case CL_SAMPLER_NORMALIZED_COORDS:
    return require(value == CL_FALSE || value == CL_TRUE, CL_INVALID_VALUE, "normalized_coords is no cl_bool");
  case CL_SAMPLER_ADDRESSING_MODE:
    return require(value >= CL_ADDRESS_NONE && value <= CL_ADDRESS_MIRRORED_REPEAT, CL_INVALID_VALUE,
                   "unknown addressing mode");
  case CL_SAMPLER_FILTER_MODE:
    return require(value == CL_FILTER_NEAREST || value == CL_FILTER_LINEAR, CL_INVALID_VALUE, "unknown filter mode");
  }
  throw Error(CL_INVALID_VALUE, "unknown sampler property");
}

[[noreturn]] void refuse() { throw Error(CL_INVALID_OPERATION, "no device of the context supports images"); }

}  // namespace

extern "C" {

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                                    cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                                    cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> cl_sampler {
    fromHandle<Context>(context);
    checkSetting(CL_SAMPLER_NORMALIZED_COORDS, normalized_coords);
    checkSetting(CL_SAMPLER_ADDRESSING_MODE, addressing_mode);
    checkSetting(CL_SAMPLER_FILTER_MODE, filter_mode);
    refuse();
  });
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                                  const cl_sampler_properties *sampler_properties,
                                                                  cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> cl_sampler {
    fromHandle<Context>(context);
    std::vector<cl_sampler_properties> seen;
    for (const cl_sampler_properties *at = sampler_properties; at && *at; at += 2) {
      require(std::find(seen.begin(), seen.end(), *at) == seen.end(), CL_INVALID_VALUE,
              "a sampler property is given twice");
      seen.push_back(*at);
      checkSetting(at[0], at[1]);
    }
    refuse();
  });
}
}

}  // namespace weft::entry
