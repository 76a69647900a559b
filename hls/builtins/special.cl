// SPDX-License-Identifier: Apache-2.0
// erfc of float, of which libclc's misses the specification (63 units in the last place where 16 are allowed). The polynomial is a Chebyshev fit.
#include "builtins.h"

// (1 + 2x) exp(x²) erfc(x) for x in [0.5, 10.5] is a polynomial of (x - 2) / (x + 2).
OVERLOAD PURE float erfc(float x) {
  float a = fabs(x);
  float q = (a - 2.0f) / (a + 2.0f);
  float p = 2.411271852e-4f;
  p = fma(p, q, -3.224837411e-4f);
  p = fma(p, q, -1.49195504e-3f);
  p = fma(p, q, 1.224448895e-3f);
  p = fma(p, q, 8.734219801e-3f);
  p = fma(p, q, -8.026412147e-3f);
  p = fma(p, q, -5.422151126e-2f);
  p = fma(p, q, 1.640507629e-1f);
  p = fma(p, q, -1.660303299e-1f);
  p = fma(p, q, -9.276381649e-2f);
  p = fma(p, q, 1.276978381f);
  float square = a * a;
  float e = exp(-square);
  e = fma(-e, fma(a, a, -square), e);  // the square's rounding error, to first order
  float tail = a > 10.5f ? 0.0f : e * (p / fma(2.0f, a, 1.0f));
  float result = x < 0.0f ? 2.0f - tail : tail;
  result = a < 0.5f ? 1.0f - erf(x) : result;
  return isnan(x) ? x : result;
}
FLOAT_VECTORS_1(erfc)
