// SPDX-License-Identifier: Apache-2.0
// A structure passed by value is read where it lies, also at indices; a copy is made only if something is written to it
// or a pointer may mean a variable as well.
typedef struct {
  uchar b[255];
} Bytes;
kernel void indexed(global int *o, Bytes s) { o[get_global_id(0)] = s.b[get_global_id(0) % 255]; }
// CHECK-LABEL: define {{.*}}@indexed(
// CHECK-NOT: alloca
// CHECK: %[[AT:.*]] = getelementptr inbounds [255 x i8], ptr %s, i64 0, i64
// CHECK: load i8, ptr %[[AT]]
// CHECK: ret void
kernel void written(global int *o, Bytes s, int n) {
  s.b[n] = 3;
  o[get_global_id(0)] = s.b[get_global_id(0) % 255];
}
// CHECK-LABEL: define {{.*}}@written(
// CHECK: alloca
// CHECK: load i64, ptr %s
// CHECK: ret void
typedef struct {
  int n[6];
} Six;
kernel void either(global int *o, Six s, Six t, int n) {
  Six x, *arguments = n & 1 ? &s : &t;
  for (int i = 0; i < 6; ++i)
    x.n[i] = o[i];
  Six *one = n & 2 ? &s : &x;
  o[get_global_id(0)] = one->n[n] + arguments->n[n];
}
// CHECK-LABEL: define {{.*}}@either(
// CHECK: alloca [72 x i8]
// CHECK: ret void
