// SPDX-License-Identifier: Apache-2.0
// A board of the embedded profile with 32-bit addresses: its macros, and the sizes that follow from its addresses.
// RUN: --board=sim-soc
// RUN: --board=sim-soc --options=-cl-std=CL3.0
#if __EMBEDDED_PROFILE__ != 1 || !defined(cles_khr_int64)
#error "announces too little"
#endif
#if defined(__SPIR__) || defined(__SPIR32__) || defined(__opencl_c_images)
#error "announces too much"
#endif
struct sizes {
  size_t size;
  ptrdiff_t difference;
  intptr_t integer;
  uintptr_t natural;
  global int *pointer;
};
struct wide {
  char c;
  long l;
};

kernel void k(global size_t *out, global char *p, local int *l) {
  // CHECK: target datalayout = "e-p:32:32-
  // CHECK: target triple = "spir-unknown-unknown"
  // CHECK: store i32 20
  out[0] = sizeof(struct sizes);
  // CHECK: store i32 4
  out[1] = sizeof(p) + sizeof(l) - sizeof(size_t);
  // Alignment is that of the types, whatever the addresses.
  // CHECK: store i32 16
  out[2] = sizeof(struct wide);
  // CHECK: ptrtoint ptr addrspace(1) %{{.*}} to i32
  out[3] = (uintptr_t)p;
  // CHECK: call spir_func i32 @{{.*}}get_global_id
  out[4] = get_global_id(0);
}
