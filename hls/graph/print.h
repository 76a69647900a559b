// SPDX-License-Identifier: Apache-2.0
// The text form of the kernel graph: one line an op, every attribute written, deterministic. parse.h reads it back.
//
//   kernel @vecadd {
//     address_bits 32 ...
//     argument buffer "a" type "float*" ... word 32
//     site 0 load stream bytes 4 args [0] loc "v.cl":3:10
//     memory 0 local "tile" bytes 1024 word 4
//     node @entry pipeline (%gid:32) {
//       %base:32 = arg word 32 lo 0
//       %a:32 = load site 0 (%base) if %p after [#0] loc "v.cl":3:10   ; memory ops are numbered #0, #1 … in a node
//       goto %c ? @loop(%a)
//       goto @exit()
//     }
//     node @exit exit
//   }
#pragma once
#include <string>

#include "hls/graph/graph.h"

namespace weft::graph {

/// Values and nodes without a name get numbers; equal names get suffixes. Works on unverified graphs too.
std::string print(const Kernel &kernel);

}  // namespace weft::graph
