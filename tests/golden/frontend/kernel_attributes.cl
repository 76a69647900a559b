// SPDX-License-Identifier: Apache-2.0
// Attributes of other tools become attributes of the function, and nothing else is left of them; those that a program
// has beside them stay.
__attribute__((num_simd_work_items(4), annotate("own"), xcl_max_work_group_size(8, 2, 1)))
kernel void k(global int *out) { out[0] = __has_attribute(num_simd_work_items) + __has_attribute(max_work_group_size); }
// CHECK: @llvm.global.annotations = appending {{.*}}[1 x {
// CHECK: @k({{.*}}) #[[K:[0-9]+]]
// CHECK: store i32 2
// CHECK: attributes #[[K]] = {{.*}} "weft-max-work-group-size"="16" "weft-simd-lanes"="4" "weft-source-attributes"="num_simd_work_items(4) xcl_max_work_group_size(8,2,1)"
kernel void plain(global int *out) { out[0] = 1; }
// CHECK-NOT: "weft-simd-lanes"
