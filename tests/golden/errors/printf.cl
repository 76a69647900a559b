// SPDX-License-Identifier: Apache-2.0
// Formats of printf that OpenCL C does not have, and arguments that do not fit them.
kernel void unknown(global int *a) {
  printf("%y", a[0]);
  printf("%n", a[0]);
  printf("%5%");
  printf("100%");
}
// CHECK: printf.cl:4:3: error: '%y' in the format of printf is no conversion of OpenCL C
// CHECK-NEXT: printf.cl:4:3: note: write %% for a percent sign
// CHECK: printf.cl:5:3: error: '%n' in the format of printf is no conversion of OpenCL C
// CHECK: printf.cl:6:3: error: '%5%' in the format of printf is no conversion of OpenCL C
// CHECK: printf.cl:7:3: error: '%' in the format of printf is a conversion that does not end

kernel void lengths(global int *a, global float *f, global char *c) {
  printf("%lld", (long)a[0]);
  printf("%zu %jd %td %Lf", (ulong)a[0], (long)a[0], (long)a[0], f[0]);
  printf("%hld", a[0]);
  printf("%hf", f[0]);
  printf("%lc", a[0]);
  printf("%hhs", "text");
  printf("%lp", c);
}
// CHECK: printf.cl:16:3: error: '%ll' in the format of printf has the length 'll', which OpenCL C does not have
// CHECK-NEXT: printf.cl:16:3: note: use 'l' for an integer of 64 bits
// CHECK: printf.cl:17:3: error: '%z' in the format of printf has the length 'z', which OpenCL C does not have
// CHECK: printf.cl:18:3: error: '%hld' in the format of printf has the length 'hl', which is for vectors
// CHECK-NEXT: printf.cl:18:3: note: leave the length out
// CHECK: printf.cl:19:3: error: '%hf' in the format of printf has a length that its conversion does not take
// CHECK: printf.cl:20:3: error: '%lc' in the format of printf has a length
// CHECK: printf.cl:21:3: error: '%hhs' in the format of printf has a length
// CHECK: printf.cl:22:3: error: '%lp' in the format of printf has a length

kernel void numbers(global int *a, global int4 *v) {
  printf("%*d", 3, a[0]);
  printf("%.*d", 3, a[0]);
  printf("%5000d", a[0]);
  printf("%.99999999999999999999d", a[0]);
  printf("%2$d %1$d", a[0], a[1]);
  printf("%v5hld", v[0]);
  printf("%v4s", "text");
  printf("%v2c", v[0].xy);
}
// CHECK: printf.cl:35:3: error: '%*' in the format of printf takes a width or precision from an argument, which OpenCL C does not have
// CHECK-NEXT: printf.cl:35:3: note: write the number itself
// CHECK: printf.cl:36:3: error: '%.*' in the format of printf takes a width or precision from an argument
// CHECK: printf.cl:37:3: error: '%5000' in the format of printf has a width of more than 4095
// CHECK-NEXT: printf.cl:37:3: note: print fewer characters in one conversion
// CHECK: printf.cl:38:3: error: '%.99999999999999999999' in the format of printf has a precision of more than 4095
// CHECK: printf.cl:39:3: error: '%2$' in the format of printf is no conversion of OpenCL C
// CHECK: printf.cl:40:3: error: '%v5' in the format of printf names no vector size
// CHECK-NEXT: printf.cl:40:3: note: write v2, v3, v4, v8 or v16
// CHECK: printf.cl:41:3: error: '%v4s' in the format of printf cannot print a vector
// CHECK: printf.cl:42:3: error: '%v2c' in the format of printf cannot print a vector

kernel void arguments(global int *a, global float4 *f, global char4 *c, constant char *text) {
  printf("%d");
  printf("%d %d %d\n", a[0], a[1]);
  printf("%d", f[0].x);
  printf("%f", a[0]);
  printf("%v4d", a[0]);
  printf("%d", c[0]);
  printf("%v4hld", c[0]);
  printf("%v2hlf", f[0]);
  printf("%s", a[0]);
  printf("%p", a[0]);
  printf("%x", a);
  printf("%s", text);
  printf("%s", a);
  printf(text);
  printf(0);
}
// CHECK: printf.cl:57:3: error: printf has 0 arguments for the 1 conversion of its format
// CHECK-NEXT: printf.cl:57:3: note: pass an argument for each conversion; %% prints a percent sign
// CHECK: printf.cl:58:3: error: printf has 2 arguments for the 3 conversions of its format
// CHECK: printf.cl:59:3: error: '%d' in the format of printf takes an integer, but argument 1 behind the format is of type double
// CHECK-NEXT: printf.cl:59:3: note: change the conversion, or convert the argument
// CHECK: printf.cl:60:3: error: '%f' in the format of printf takes a floating-point value, but argument 1 behind the format is of type int
// CHECK: printf.cl:61:3: error: '%v4d' in the format of printf takes a vector of 4 integers, but argument 1 behind the format is of type int
// CHECK: printf.cl:62:3: error: '%d' in the format of printf takes an integer, but argument 1 behind the format is of type char4
// CHECK: printf.cl:63:3: error: '%v4hld' in the format of printf takes a vector of 4 integers of 32 bits, but argument 1 behind the format is of type char4
// CHECK: printf.cl:64:3: error: '%v2hlf' in the format of printf takes a vector of 2 floating-point values of 32 bits, but argument 1 behind the format is of type float4
// CHECK: printf.cl:65:3: error: '%s' in the format of printf takes a string, but argument 1 behind the format is of type int
// CHECK: printf.cl:66:3: error: '%p' in the format of printf takes a pointer, but argument 1 behind the format is of type int
// CHECK: printf.cl:67:3: error: '%x' in the format of printf takes an integer, but argument 1 behind the format is a pointer
// CHECK: printf.cl:68:3: error: '%s' in the format of printf prints a string that is no literal
// CHECK-NEXT: printf.cl:68:3: note: give it a string literal, or characters of __constant memory that the program initialises
// CHECK: printf.cl:69:3: error: '%s' in the format of printf prints a string that is no literal
// CHECK: printf.cl:70:3: error: the format of printf is no string literal
// CHECK-NEXT: printf.cl:70:3: note: write the literal in the call
// CHECK: printf.cl:71:3: error: the format of printf is no string literal

kernel void two_ways(global int *a) {
  printf(a[0] ? "%s" : "%p", "text");
}
// CHECK: printf.cl:94:3: error: formats of one printf print its argument 1 as a string and as a pointer
