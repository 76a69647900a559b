// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=64 out=4 n=5
// Names that the library of built-in functions has for its own tables and helpers, and words of SystemVerilog, are a
// program's to use; the built-in functions go on using theirs.
__constant float EXP_TBL[4] = {1, 2, 3, 4}, LOGE_TBL[4] = {5, 6, 7, 8};
__constant uint CBRT_TBL[4] = {9, 10, 11, 12};
float __clc_sinf_piby4(float x, float y) { return x + y; }
int LOG_F_INV_TBL(int x) { return x * 3; }
float __attribute__((overloadable)) __clc_exp10(float x) { return 7; }

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint always = get_global_id(0), logic = in[always];
  uint module[8];
  for (uint wire = 0; wire < 8; ++wire)
    module[(wire * logic) % 8] = wire + logic;
  float clk_i = (float)(logic % 9);
  __global uint *endmodule = out + always * 4;
  endmodule[0] = (uint)rint(exp(clk_i + 0.3f)) + (uint)EXP_TBL[logic % 4];
  endmodule[1] = (uint)rint(log(clk_i + 1.3f) * 100.0f) + (uint)LOGE_TBL[logic % 4];
  endmodule[2] = (uint)rint(cbrt(clk_i * clk_i * clk_i)) + CBRT_TBL[logic % 4] + module[logic % 8 & ~1u];
  endmodule[3] = (uint)rint(sin(clk_i) * 50.0f + 90.0f + __clc_sinf_piby4(1.0f, 2.0f)) + LOG_F_INV_TBL(logic % 5);
}
