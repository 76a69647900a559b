// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=STRICT
// RUN: --check-prefix=FINITE --options=-cl-finite-math-only
// RUN: --check-prefix=FAST --options=-cl-fast-relaxed-math
kernel void tests(global int *o, float x, float y) {
  o[0] = isnan(x) || isinf(y);
  o[1] = isfinite(x);
  o[2] = isordered(x, y);
}
// STRICT-LABEL: define {{.*}}@tests(
// STRICT-NOT: weft-f
// STRICT: fcmp
// FINITE-LABEL: define {{.*}}@tests(
// FINITE-NOT: nofpclass
// FINITE-NOT: fcmp
// FINITE-NOT: is.fpclass
// FINITE: store <2 x i32> <i32 0, i32 1>
// FINITE: store i32 1
// FINITE: attributes {{.*}}"weft-finite-math"="true"
// FAST-LABEL: define {{.*}}@tests(
// FAST-NOT: fcmp
// FAST: attributes {{.*}}"weft-finite-math"="true" {{.*}}"weft-flush-subnormals"="true"
