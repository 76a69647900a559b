// SPDX-License-Identifier: Apache-2.0
#include "case.h"

namespace weft::bench {

std::vector<NamedCase> allCases() {
  return {{"vecadd", vecadd},
          {"saxpy", saxpy},
          {"copy", copy},
          {"scale", scale},
          {"add", add},
          {"triad", triad},
          {"matmul_naive", matmulNaive},
          {"matmul", matmul},
          {"stencil5", stencil5},
          {"stencil3x3", stencil3x3},
          {"sobel", sobel},
          {"transpose", transpose},
          {"reduce", reduce},
          {"scan", scan},
          {"histogram", histogram},
          {"bitonic", bitonic},
          {"fft", fft},
          {"spmv", spmv},
          {"gather", gather},
          {"mandelbrot", mandelbrot},
          {"sha256", sha256},
          {"chase", chase}};
}

}  // namespace weft::bench
