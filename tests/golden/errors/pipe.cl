// SPDX-License-Identifier: Apache-2.0
kernel void k(read_only pipe int p, global int *a) { a[0] = 1; }
// CHECK: pipe.cl:2:25: error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int
// CHECK: pipe.cl:2:15: error: access qualifier can only be used for pipe and image type
// CHECK: pipe.cl:2:30: error: expected ')'
// CHECK: pipe.cl:2:54: error: use of undeclared identifier 'a'
