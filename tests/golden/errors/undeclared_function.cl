// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) { a[0] = helper(a[1]); }
// CHECK: undeclared_function.cl:2:39: error: use of undeclared identifier 'helper'
