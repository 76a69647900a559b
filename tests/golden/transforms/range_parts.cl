// SPDX-License-Identifier: Apache-2.0
// What tells a part of a range from the range is there only for kernels whose groups may differ in size.
// RUN: --check-prefix=ONE --options -cl-std=CL1.2
// RUN: --check-prefix=ONE --options "-cl-std=CL3.0 -cl-uniform-work-group-size"
// RUN: --check-prefix=PARTS --options -cl-std=CL3.0
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
