// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "host/util/error.h"

namespace test {

/// That of the error which a call into the core throws, or CL_SUCCESS.
template <class Call> cl_int codeOf(Call call) {
  try {
    call();
  } catch (const weft::Error &error) {
    return error.code();
  }
  return CL_SUCCESS;
}

}  // namespace test
