// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=UNKNOWN --options "-cl-nonsense"
// RUN: --check-prefix=STANDARD --options "-cl-std=CL9.9"
// RUN: --check-prefix=CL20 --options "-cl-std=CL2.0"
// RUN: --check-prefix=QUOTE --options "-D A='b"
// RUN: --check-prefix=ARGUMENT --options "-D"
// RUN: --check-prefix=CLANG --options "-fplugin=evil.so"
// RUN: --check-prefix=UNITS --options "-weft-compute-units=0"
kernel void k(global int *a) { a[0] = 1; }
// UNKNOWN: error: unknown build option '-cl-nonsense'
// STANDARD: error: unknown OpenCL C version in -cl-std=CL9.9
// STANDARD-NEXT: note: use CL1.0, CL1.1, CL1.2 or CL3.0
// CL20: error: -cl-std=CL2.0 is not supported
// CL20-NEXT: note: use CL1.2 or CL3.0
// QUOTE: error: unbalanced quote in the options
// ARGUMENT: error: -D needs an argument
// CLANG: error: unknown build option '-fplugin=evil.so'
// UNITS: error: -weft-compute-units=0 is no number of compute units
// UNITS-NEXT: note: use a number from 1 to 16
