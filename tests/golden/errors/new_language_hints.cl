// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL1.2
// Names of OpenCL C 3.0 in an older program: the message says how to get them. golden/frontend/new_names.cl shows that they are there.
kernel void k(global int *a, local int *l) {
  a[0] = atomic_fetch_add_explicit((volatile global atomic_int *)a, 1, memory_order_relaxed);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[1] = work_group_scan_inclusive_add(a[2]);
  a[2] = get_global_linear_id();
  a[3] = nothing;
}
int counter;
// CHECK: new_language_hints.cl:5:53: error: unknown type name 'atomic_int'
// CHECK: new_language_hints.cl:5:53: note: it is of OpenCL C 3.0: build with -cl-std=CL3.0
// CHECK: new_language_hints.cl:6:3: error: use of undeclared identifier 'work_group_barrier'
// CHECK: new_language_hints.cl:6:3: note: it is of OpenCL C 3.0: build with -cl-std=CL3.0
// CHECK: new_language_hints.cl:7:10: error: use of undeclared identifier 'work_group_scan_inclusive_add'
// CHECK: new_language_hints.cl:7:10: note: it is of OpenCL C 3.0: build with -cl-std=CL3.0
// CHECK: new_language_hints.cl:8:10: note: it is of OpenCL C 3.0: build with -cl-std=CL3.0
// CHECK: new_language_hints.cl:9:10: error: use of undeclared identifier 'nothing'
// CHECK-NOT: new_language_hints.cl:9:10: note
// CHECK: new_language_hints.cl:11:5: error: program scope variable must reside in constant address space
// CHECK: new_language_hints.cl:11:5: note: make it constant, or build with -cl-std=CL3.0
