// SPDX-License-Identifier: Apache-2.0
kernel void returns(global int *a, int n) {
  if (n == 3)
    return;
  a[0] = 1;
  if (n == 4)
    return;
  a[1] = 2;
}
// CHECK-LABEL: define {{.*}}@returns(
// CHECK-COUNT-1: ret void
// CHECK-NOT: ret void
// CHECK-LABEL: define {{.*}}@switches(
// CHECK-NOT: switch
// CHECK: ret void
kernel void switches(global int *a) {
  switch (a[0]) {
  case 1: a[1] = 5; break;
  case 2: a[2] = 6; // fall through
  case 3: a[3] = 7; break;
  case 100: return;
  default: a[4] = 8;
  }
  a[5] = 1;
}
// Two entries into a loop: legal in OpenCL, made reducible (the verifier checks that).
kernel void irreducible(global int *a, int n) {
  int i = a[0];
  if (n > 2)
    goto middle;
top:
  a[i] = i;
middle:
  a[i + 1] += n;
  if (++i < n)
    goto top;
  a[1] = i;
}
// CHECK-LABEL: define {{.*}}@irreducible(
// CHECK: ret void
