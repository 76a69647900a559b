// SPDX-License-Identifier: Apache-2.0
// A program does not choose its symbols: they could meet LLVM's intrinsics or the library's functions.
void trap(int x) __asm("llvm.trap");
// CHECK: own_symbols.cl:[[@LINE-1]]:6: error: an asm label ("llvm.trap") is not supported
// CHECK: own_symbols.cl:[[@LINE-2]]:6: note: give the function or variable its name
__constant int table[2] __asm("_Z3sinf") = {1, 2};
// CHECK: own_symbols.cl:[[@LINE-1]]:16: error: an asm label ("_Z3sinf") is not supported
// CHECK: own_symbols.cl:[[@LINE-2]]:16: note: give the function or variable its name
int next(int x) { return x + 1; }
int other(int x) __attribute__((alias("next")));
// CHECK: own_symbols.cl:[[@LINE-1]]:5: error: 'other' is an alias, which is not supported
// CHECK: own_symbols.cl:[[@LINE-2]]:5: note: call or name its target
#pragma weak third = next
kernel void k(global int *a) {
  trap(1);
  a[0] = other(next(a[1])) + table[a[2]];
}
// CHECK: own_symbols.cl:[[@LINE-5]]:14: error: 'third' is an alias
// CHECK: own_symbols.cl:[[@LINE-6]]:14: note: call or name its target
