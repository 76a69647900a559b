// SPDX-License-Identifier: Apache-2.0
// A work-item waits for a later one of its group, by compare-and-exchange: all of a group must be in flight, so slots belong to groups.
kernel void waiting(global int *flag) {
  if (get_local_id(0) == 0)
    while (atomic_cmpxchg(flag, 1, 1) != 1)
      ;
  if (get_local_id(0) == get_local_size(0) - 1)
    *flag = 1;
}
// CHECK: ndrange_dispatcher #(.NumSlots({{[0-9]+}}), .MaxGroups({{[0-9]+}}), .MaxSize(1024), .SlotUse(0), .Lanes(1), .InGroups(1'b0)) u_dispatcher
// RUN: --options=-weft-lanes=1
