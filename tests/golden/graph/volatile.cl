// SPDX-License-Identifier: Apache-2.0
// A load that looks at memory each time, and one behind a fence: neither keeps a line.
kernel void k(volatile global const int *flags, global const int *restrict data, global int *restrict out) {
  size_t i = get_global_id(0);
  int first = data[i];
  int flag = flags[i];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  out[i] = data[i + 1] + flag + first;
}
// CHECK: site 0 load stream bytes 4 args [1] loc "volatile.cl":5:{{[0-9]+}} because neighbours 4{{$}}
// CHECK: site 1 load scatter volatile bytes 4 args [0] loc "volatile.cl":6:{{[0-9]+}} because volatile{{$}}
// CHECK: site 2 load scatter bytes 4 args [1] loc "volatile.cl":8:{{[0-9]+}} order fence loc "volatile.cl":7:3 because fence loc "volatile.cl":7:{{[0-9]+}}{{$}}
