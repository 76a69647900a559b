// SPDX-License-Identifier: Apache-2.0
// RUN: --options -Werror
kernel void k(global uchar *a) { a[0] = 1000; }
// CHECK: warnings_are_errors.cl:3:41: error: implicit conversion from 'int' to 'uchar' {{.*}}[-Werror,-Wconstant-conversion]
