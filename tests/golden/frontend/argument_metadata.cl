// SPDX-License-Identifier: Apache-2.0
typedef float4 colour;
kernel __attribute__((reqd_work_group_size(8, 4, 2), vec_type_hint(float4), work_group_size_hint(16, 1, 1)))
void k(global const colour *restrict in, volatile local int *scratch, constant uint *table, float4 v) {}
// CHECK: define {{.*}}spir_kernel void @k(
// CHECK-SAME: !kernel_arg_addr_space ![[SPACE:[0-9]+]]
// CHECK-SAME: !kernel_arg_type ![[TYPE:[0-9]+]]
// CHECK-SAME: !kernel_arg_base_type ![[BASE:[0-9]+]]
// CHECK-SAME: !kernel_arg_type_qual ![[QUALIFIERS:[0-9]+]]
// CHECK-SAME: !kernel_arg_name ![[NAME:[0-9]+]]
// CHECK-SAME: !vec_type_hint
// CHECK-SAME: !work_group_size_hint
// CHECK-SAME: !reqd_work_group_size ![[SIZE:[0-9]+]]
// CHECK-DAG: ![[SPACE]] = !{i32 1, i32 3, i32 2, i32 0}
// CHECK-DAG: ![[TYPE]] = !{!"colour*", !"int*", !"uint*", !"float4"}
// CHECK-DAG: ![[BASE]] = !{!"float __attribute__((ext_vector_type(4)))*", {{.*}}}
// CHECK-DAG: ![[QUALIFIERS]] = !{!"restrict const", !"volatile", !"const", !""}
// CHECK-DAG: ![[NAME]] = !{!"in", !"scratch", !"table", !"v"}
// CHECK-DAG: ![[SIZE]] = !{i32 8, i32 4, i32 2}
