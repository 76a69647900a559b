// SPDX-License-Identifier: Apache-2.0
// Exactly what works is announced.
kernel void k(global int *out) {
#if defined(cl_khr_3d_image_writes) || defined(__opencl_c_images) || defined(__SPIR64__) || defined(__EMBEDDED_PROFILE__)
#error "announces too much"
#endif
#if !defined(cl_khr_byte_addressable_store) || !defined(cl_khr_global_int32_base_atomics) ||                                            \
    !defined(cl_khr_subgroups) || !defined(cl_khr_integer_dot_product) || !defined(cl_khr_local_int32_extended_atomics) || !defined(cl_khr_fp64) || !defined(cl_khr_fp16) || !defined(cl_khr_int64_extended_atomics) || !defined(__ENDIAN_LITTLE__)
#error "announces too little"
#endif
  out[0] = 42;
}
// CHECK: store i32 42
