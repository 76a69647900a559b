// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=OLD --options -cl-std=CL1.0
// RUN: --check-prefix=OLD --options -cl-std=CL1.1
// RUN: --check-prefix=NEW --options -cl-std=CL1.2
// RUN: --check-prefix=NEW --options -cl-std=CL3.0
// What an extension brings is there where the program enables it: double up to OpenCL C 1.1, half in every version.
typedef double real;
kernel void doubles(global float *a, global double2 *d) {
  a[0] = sizeof(real) + (float)convert_double(a[1]) + (float)as_double((long)a[2]);
}
kernel void halves(global half *a, global float *b) {
  half2 v = vload2(0, a);
  b[0] = vload_half(0, a) + convert_float(as_half((short)b[1]));
}
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void enabled(global half *a, global double *b) {
  double2 v = convert_double2(vload2(0, a));
  b[0] = v.x * (double)a[0];
}
#pragma OPENCL EXTENSION all : disable
kernel void disabled(global float *a) { a[0] = sizeof(half4) + sizeof(double4); }
// OLD: extensions_off.cl:7:9: error: 'double' needs '#pragma OPENCL EXTENSION cl_khr_fp64 : enable'
// OLD: extensions_off.cl:7:9: note: compile it as OpenCL C 1.2 or later, or enable the extension
// OLD: extensions_off.cl:8:45: error: 'double' needs
// OLD: extensions_off.cl:9:32: error: 'double' needs
// OLD: extensions_off.cl:9:62: error: 'double' needs
// NEW-NOT: double
// NEW: extensions_off.cl:12:3: error: 'half' needs '#pragma OPENCL EXTENSION cl_khr_fp16 : enable'
// NEW: extensions_off.cl:12:3: note: enable the extension; vload_half and vstore_half need none
// NEW: extensions_off.cl:12:13: error: 'half' needs
// NEW: extensions_off.cl:13:43: error: 'half' needs
// NEW-NOT: error
// NEW: extensions_off.cl:22:55: error: 'half' needs
// NEW: {{^}}4 errors generated
// OLD: extensions_off.cl:13:43: error: 'half' needs
// OLD-NOT: error
// OLD: extensions_off.cl:22:55: error: 'half' needs
// OLD: extensions_off.cl:22:71: error: 'double' needs
// OLD: {{^}}9 errors generated
