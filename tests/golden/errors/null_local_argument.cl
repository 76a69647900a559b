// SPDX-License-Identifier: Apache-2.0
// The pool of local arguments begins at null.
kernel void k(global int *a, int n, local int *b) {
  local int *p = 0;
  for (int i = 0; i < n; ++i) {
    if (p)
      a[i] = *p;
    if (a[i] & 1)
      p = b + i;
  }
}
// CHECK: null_local_argument.cl:6:9: error: a comparison of a pointer that may be null or in a __local argument is not supported
// CHECK-NEXT: null_local_argument.cl:6:9: note: keep a flag instead
