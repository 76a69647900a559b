// SPDX-License-Identifier: Apache-2.0
kernel void increment(global uint *a) { a[get_global_id(0)] += 1; }
