// SPDX-License-Identifier: Apache-2.0
// Names shared by the executor and the DMA engine.
package shell_pkg;
  // Ends of a DMA command.
  localparam logic [1:0] DMA_HOST    = 2'd0;
  localparam logic [1:0] DMA_MEM     = 2'd1;
  localparam logic [1:0] DMA_PATTERN = 2'd2;  // source: the executor's 128-byte pattern
  localparam logic [1:0] DMA_STREAM  = 2'd3;  // destination: beats for the executor
  // Requests never cross a block of this many bytes (AXI4), nor have more beats.
  localparam int unsigned BLOCK_BYTES = 4096;
  localparam int unsigned MAX_BEATS   = 64;
endpackage
