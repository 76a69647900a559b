// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=DEFINED --options "-D A=7 -DB '-D TEXT=1 + 2' -cl-std=CL1.2 -cl-kernel-arg-info -g -cl-opt-disable -cl-strict-aliasing"
// RUN: --check-prefix=PLAIN
kernel void k(global int *out) {
#ifdef A
  out[0] = A;
#else
  out[0] = 3;
#endif
#ifdef B
  out[1] = B;
#endif
#ifdef TEXT
  out[2] = TEXT;
#endif
}
// DEFINED: store i32 7
// DEFINED: store i32 1
// DEFINED: store i32 3
// PLAIN: store i32 3
// PLAIN-NOT: store i32 1
