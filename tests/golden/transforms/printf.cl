// SPDX-License-Identifier: Apache-2.0
// printf reserves granules of its buffer and stores a record; the strings are the host's.
kernel void short_record(global const float *x, int n) {
  printf("%d %f %s\n", n, x[0], x[1] > 0 ? "yes" : "no");
}
// CHECK-LABEL: define {{.*}} @short_record(ptr addrspace(1) {{[^,]*}}, i32 {{[^,]*}}, ptr addrspace(1) noalias align 128 "weft-implicit"="print_buffer" %print_buffer)
// CHECK-SAME: !weft.prints [[SHORT:![0-9]+]]
// CHECK: %[[STRING:.*]] = select i1 %{{.*}}, i32 {{[0-9]+}}, i32 {{[0-9]+}}
// CHECK: %[[RESERVED:.*]] = atomicrmw add ptr addrspace(1) %print_buffer, i32 1 monotonic, align 4
// CHECK: icmp ult i32 %[[RESERVED]], 65535
// CHECK: and i32 %{{.*}}, 65535
// CHECK: select i1 %{{.*}}, i32 1, i32 -2147483648
// CHECK: insertelement <4 x i32> %{{.*}}, i32 %[[STRING]], i64 3
// CHECK-NEXT: store <4 x i32> %{{.*}}, align 16
// CHECK-NEXT: ret void

// What is constant is not stored; a float is extended by the host; the rest of the record only where it fits.
kernel void long_record(global const double4 *x, global int *result) {
  result[0] = printf("%c %s %v4lf\n", 'a', "text", x[0]);
}
// CHECK-LABEL: define {{.*}} @long_record(
// CHECK: atomicrmw add ptr addrspace(1) %print_buffer, i32 3 monotonic
// CHECK-NEXT: %[[FULL:.*]] = icmp ugt i32 %{{.*}}, 65532
// CHECK: store <4 x i32>
// CHECK: br i1 %[[FULL]]
// CHECK: store <4 x i32>
// CHECK: store <4 x i32>

// Nothing is added to a kernel that does not print.
kernel void silent(global int *a) { a[0] = 1; }
// CHECK-LABEL: define {{.*}} @silent(ptr addrspace(1) {{[^,]*}} %a)
// CHECK-NOT: weft.prints
// CHECK: ret void
// CHECK: [[SHORT]] = !{!"{\22calls\22:[{\22format\22:\22%d %f %s\\n\22,\22granules\22:1,
