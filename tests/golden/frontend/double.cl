// SPDX-License-Identifier: Apache-2.0
// What a constant without suffix is: a double, but up to OpenCL C 1.1 only where the program has asked for double.
// RUN: --check-prefix=DOUBLE
// RUN: --check-prefix=DOUBLE --options=-cl-std=CL3.0
// RUN: --check-prefix=SINGLE --options=-cl-std=CL1.1
// RUN: --check-prefix=DOUBLE --options="-cl-std=CL1.1 -DASK"
// RUN: --check-prefix=SINGLE --options=-cl-single-precision-constant
#ifdef ASK
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
kernel void k(global float *a) {
  // DOUBLE: fmul double
  // SINGLE: fmul float
  a[0] = a[1] * 0.1;
}
