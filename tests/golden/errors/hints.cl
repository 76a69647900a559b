// SPDX-License-Identifier: Apache-2.0
// What to do about what other languages and tools have.
channel int c;
template <typename T> T twice(T x) { return x + x; }
kernel void k(global int *a, global float *f, size_t n, bool b) {
  write_channel_intel(c, a[0]);
  a[0] = __fpga_reg(a[1]);
  enqueue_kernel(a);
  read_pipe(a, a);
  int *m = malloc(4);
  atomic_add(f, 1.0f);
}
kernel void h(half x, global half *y) { *y = x; }
half g(int x);
// CHECK: hints.cl:3:1: error: unknown type name 'channel'
// CHECK: hints.cl:3:1: note: pipes and channels between kernels are not supported: make one kernel of them, or pass a buffer from one launch to the next
// CHECK: hints.cl:4:1: error: unknown type name 'template'
// CHECK: hints.cl:4:1: note: OpenCL C is C: templates, classes and the like of C++ are not supported
// CHECK: hints.cl:5:54: error: '__private size_t' {{.*}} cannot be used as the type of a kernel parameter
// CHECK-NOT: weft-internal
// CHECK: hints.cl:5:54: note: its size is another one for other devices: take an int, uint, long or ulong
// CHECK: hints.cl:5:62: note: take an int or a uchar
// CHECK: hints.cl:6:3: note: pipes and channels
// CHECK: hints.cl:7:10: error: use of undeclared identifier '__fpga_reg'
// CHECK: hints.cl:7:10: note: leave it out: the compiler places registers
// CHECK: hints.cl:8:3: note: kernels cannot enqueue kernels: the host program does
// CHECK: hints.cl:9:3: note: pipes and channels
// CHECK: hints.cl:10:12: note: OpenCL C has none of C's library
// CHECK: hints.cl:11:3: error: call to 'atomic_add' is ambiguous
// CHECK: hints.cl:11:3: note: variable and value must be of one integer type; of floats: atomic_fetch_add and others on an atomic_float, with -cl-std=CL3.0
// CHECK: hints.cl:13:20: error: declaring function parameter of type '__private half' is not allowed
// CHECK: hints.cl:13:20: note: enable the extension: #pragma OPENCL EXTENSION cl_khr_fp16 : enable
// CHECK: hints.cl:14:6: note: enable the extension: #pragma OPENCL EXTENSION cl_khr_fp16 : enable
