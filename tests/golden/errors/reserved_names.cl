// SPDX-License-Identifier: Apache-2.0
// Names that the compiler gives a meaning are refused wherever a program declares them; as names of what has no symbol
// they are as good as any other.
float __weft_global_id(float x);
// CHECK: reserved_names.cl:[[@LINE-1]]:7: error: '__weft_global_id' is reserved
// CHECK: reserved_names.cl:[[@LINE-2]]:7: note: give it another name
__constant int __weft_table[2] = {1, 2};
// CHECK: reserved_names.cl:[[@LINE-1]]:16: error: '__weft_table' is reserved
// CHECK: reserved_names.cl:[[@LINE-2]]:16: note: give it another name
int _Z3sinf(int x) { return x; }
// CHECK: reserved_names.cl:[[@LINE-1]]:5: error: '_Z3sinf' is reserved
// CHECK: reserved_names.cl:[[@LINE-2]]:5: note: give it another name
kernel void __weft_barrier(global int *a) { a[0] = 1; }
// CHECK: reserved_names.cl:[[@LINE-1]]:13: error: '__weft_barrier' is reserved
// CHECK: reserved_names.cl:[[@LINE-2]]:13: note: give it another name
kernel void inside(global int *a, int __weft_argument) {
  int __weft_local = __weft_argument;
  void __weft_capture(int *x);
  // CHECK-NOT: __weft_argument
  // CHECK-NOT: __weft_local
  // CHECK: reserved_names.cl:[[@LINE-3]]:8: error: '__weft_capture' is reserved
  // CHECK: reserved_names.cl:[[@LINE-4]]:8: note: give it another name
  a[0] = __weft_local;
}
kernel void __attribute__((overloadable)) barrier(uint x) {}
// CHECK: reserved_names.cl:[[@LINE-1]]:43: error: kernel 'barrier' cannot be overloadable
// CHECK: reserved_names.cl:[[@LINE-2]]:43: note: remove the attribute
