// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=DEFAULT
// RUN: --check-prefix=CL10 --options -cl-std=CL1.0
// RUN: --check-prefix=CL11 --options -cl-std=CL1.1
// RUN: --check-prefix=CL30 --options -cl-std=CL3.0
kernel void k(global int *out) {
  out[0] = __OPENCL_C_VERSION__;
  out[1] = __OPENCL_VERSION__;
}
// The second is the device's, whatever the language.
// DEFAULT: store i32 120
// DEFAULT: store i32 300
// CL10: store i32 100
// CL10: store i32 300
// CL11: store i32 110
// CL11: store i32 300
// CL30: store i32 300
// CL30: store i32 300
