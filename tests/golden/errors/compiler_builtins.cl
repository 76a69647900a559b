// SPDX-License-Identifier: Apache-2.0
// What Clang offers beside OpenCL C and hardware has not: said in words, not as LLVM spells it.
kernel void k(global float *f, global ulong *o) {
  f[0] = __builtin_sinf(f[0]);
  f[1] = __builtin_ldexpf(f[1], 3);
  o[0] = __builtin_readcyclecounter();
  o[1] = (ulong)__builtin_return_address(0);
  o[2] = __builtin_flt_rounds();
}
// CHECK-NOT: llvm.
// CHECK: compiler_builtins.cl:4:10: error: the compiler's own function for 'sin' is not supported
// CHECK-NEXT: compiler_builtins.cl:4:10: note: call 'sin' of OpenCL C
// CHECK: compiler_builtins.cl:5:10: error: the compiler's own function for 'ldexp' is not supported
// CHECK-NEXT: compiler_builtins.cl:5:10: note: call 'ldexp' of OpenCL C
// CHECK: compiler_builtins.cl:6:10: error: a kernel cannot read a clock
// CHECK-NEXT: compiler_builtins.cl:6:10: note: take times with the events of a queue with CL_QUEUE_PROFILING_ENABLE
// CHECK: compiler_builtins.cl:7:17: error: a kernel in hardware has no stack and no return address
// CHECK: compiler_builtins.cl:8:10: error: there is no rounding mode to ask for or to set
// CHECK-NEXT: compiler_builtins.cl:8:10: note: operators round to nearest even; use convert_*_rtz and its kin for other roundings
// CHECK-NOT: llvm.
