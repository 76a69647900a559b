// SPDX-License-Identifier: Apache-2.0
// What tells a part of a range from the range is there only for kernels whose groups may differ in size.
// RUN: --check-prefix=ONE --options -cl-std=CL1.2
// RUN: --check-prefix=ONE --options "-cl-std=CL3.0 -cl-uniform-work-group-size"
// RUN: --check-prefix=PARTS --options -cl-std=CL3.0
// RUN: --check-prefix=WIDE --wide-ids --options -cl-std=CL1.2
// RUN: --check-prefix=WIDE --wide-ids --options -cl-std=CL3.0
kernel void group(global ulong *out) { out[get_global_id(0)] = get_group_id(0); }
kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(global ulong *out) {
  out[get_global_id(0)] = get_local_size(0) + get_local_size(2);
}
// ONE-LABEL: define {{.*}}@group(
// ONE-NOT: __weft_first_group
// ONE-LABEL: define {{.*}}@fixed(
// ONE-NOT: __weft_local_size
// ONE: store i64 9,
// PARTS-LABEL: define {{.*}}@group(
// PARTS: call i64 @__weft_first_group(i32 0)
// PARTS-LABEL: define {{.*}}@fixed(
// PARTS: call range(i64 1, 9) i64 @__weft_local_size(i32 0)
// PARTS-NOT: __weft_local_size(i32 2)
// ONE-NOT: __weft_part_offset
// PARTS-NOT: __weft_part_offset

// With wide ids a part may begin anywhere: sums of 64 bits, and sizes without a range.
kernel void sizes(global ulong *out) {
  out[0] = get_global_size(0); out[1] = get_num_groups(1); out[2] = get_global_offset(2);
}
// WIDE-LABEL: define {{.*}}@group(
// WIDE: %[[GROUP:.*]] = call i64 @__weft_group_id(i32 0)
// WIDE: %[[FIRST:.*]] = call i64 @__weft_first_group(i32 0)
// WIDE: %[[SUM:.*]] = add i64 %[[GROUP]], %[[FIRST]]
// WIDE: call i64 @__weft_global_id(i32 0)
// WIDE: call i64 @__weft_part_offset(i32 0)
// WIDE: store i64 %[[SUM]]
// WIDE: ret void
// WIDE-DAG: declare i64 @__weft_global_size(i32)
// WIDE-DAG: declare i64 @__weft_num_groups(i32)
// WIDE-DAG: declare i64 @__weft_global_offset(i32)
// WIDE-DAG: declare range(i64 0, 4294967296) i64 @__weft_global_id(i32)
