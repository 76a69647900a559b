// SPDX-License-Identifier: Apache-2.0
// Graphs whose tokens can become packets.
#pragma once
#include <string>

namespace weft::graph::test::lane_kernels {

// An element for each work-item, in words from kIn and kOut on: n is what its id is counted from, m a limit.
inline const std::string kHeader = R"(
kernel @k {
  address_bits 32
  max_work_group_size 64
  slots 64
  group_slots 4
  argument buffer "in" type "" access "" qualifiers "" space "global" bytes 8 word 32
  argument buffer "out" type "" access "" qualifiers "" space "global" bytes 8 word 34 noalias
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 36
)";

inline const std::string kGuard = kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %n:32 = arg word 36 lo 0
    %m:32 = arg word 36 lo 32
    %i:32 = sub (%x, %n)
    %z:2 = const 0x0
    %scaled:34 = concat (%z, %i)
    %bytes:32 = trunc (%scaled)
    %from:32 = add (%in, %bytes)
    %to:32 = add (%out, %bytes)
    %inside:1 = icmp.ult (%i, %m)
    %v:32 = load site 0 (%from) if %inside
    %r:32 = mul (%v, %x)
    store site 1 (%to, %r) if %inside
    goto @exit()
  }
  node @exit exit
})";

// Rows are read by all lanes together, columns a lane each; `kept` waits in a variable that lanes share.
inline const std::string kLoop = kHeader + R"(
  entry [global_id_x, global_id_y]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  site 2 store scatter bytes 4 args [1]
  memory 0 private "kept" bytes 4 word 4
  node @entry pipeline (%x:32, %y:32) {
    %zero:32 = const 0x0
    %n:32 = arg word 36 lo 0
    %z:2 = const 0x0
    %i:32 = sub (%x, %n)
    memwrite memory 0 (%z, %i)
    goto @loop(%zero, %zero, %i, %y)
  }
  node @loop pipeline (%k:32, %sum:32, %i.1:32, %y.1:32) loop {
    %in:32 = arg word 32 lo 0
    %m:32 = arg word 36 lo 32
    %one:32 = const 0x1
    %five:32 = const 0x5
    %z.1:2 = const 0x0
    %row:32 = add (%k, %y.1)
    %low:30 = trunc (%row)
    %rowbytes:32 = concat (%z.1, %low)
    %a:32 = add (%in, %rowbytes)
    %left:32 = load site 0 (%a)
    %low.1:30 = trunc (%i.1)
    %columnbytes:32 = concat (%z.1, %low.1)
    %b:32 = add (%in, %columnbytes)
    %right:32 = load site 1 (%b)
    %product:32 = mul (%left, %right)
    %next:32 = add (%sum, %product)
    %along:32 = add (%i.1, %five)
    %k.1:32 = add (%k, %one)
    %more:1 = icmp.ult (%k.1, %m)
    goto %more ? @loop(%k.1, %next, %along, %y.1)
    goto @behind(%next)
  }
  node @behind pipeline (%result:32) {
    %z.2:2 = const 0x0
    %kept:32 = memread memory 0 (%z.2)
    %low.2:30 = trunc (%kept)
    %bytes:32 = concat (%z.2, %low.2)
    %out:32 = arg word 34 lo 0
    %to:32 = add (%out, %bytes)
    store site 2 (%to, %result)
    goto @exit()
  }
  node @exit exit
})";

// Only some lanes write a variable; bits above the lowest are the same in most packets, and carries run through others.
inline const std::string kMixed = kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  memory 0 private "chosen" bytes 4 word 4
  memory 1 private "first" bytes 8 word 8
  memory 2 private "which" bytes 4 word 4
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %n:32 = arg word 36 lo 0
    %m:32 = arg word 36 lo 32
    %i:32 = sub (%x, %n)
    %z:2 = const 0x0
    %z3:3 = const 0x0
    %low:30 = trunc (%i)
    %bytes:32 = concat (%z, %low)
    %from:32 = add (%in, %bytes)
    %to:32 = add (%out, %bytes)
    %v:32 = load site 0 (%from)
    %odd:1 = slice (%v) lo 3
    memwrite memory 0 (%z, %n)
    memwrite memory 0 (%z, %v) if %odd
    %chosen:32 = memread memory 0 (%z)
    memwrite memory 2 (%z, %n)
    memwrite memory 2 (%z, %m) if %odd
    %which:32 = memread memory 2 (%z)
    %whichever:32 = add (%which, %n)
    %wide:64 = concat (%x, %m)
    memwrite memory 1 (%z3, %wide)
    %again:64 = memread memory 1 (%z3)
    %high:29 = slice (%x) lo 3
    %back:32 = sub (%n, %x)
    %carried:33 = sext (%back)
    %top:1 = slice (%carried) lo 32
    %far:32 = add (%x, %n)
    %farhigh:29 = slice (%far) lo 3
    %on:1 = trunc (%m)
    %even:32 = select (%on, %far, %back)
    %s0:29 = add (%high, %farhigh)
    %s1:32 = zext (%s0)
    %s2:32 = sext (%top)
    %s3:32 = trunc (%again)
    %r0:32 = add (%chosen, %s1)
    %r1:32 = xor (%r0, %s2)
    %r2:32 = add (%r1, %s3)
    %r3:32 = xor (%r2, %even)
    %r4:32 = xor (%r3, %whichever)
    store site 1 (%to, %r4)
    goto @exit()
  }
  node @exit exit
})";

// A group's words are read in rows, backwards and by all lanes together; one work-item stores for its group.
inline const std::string kGroup = kHeader + R"(
  entry [local_id_x, group_id_x, global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  site 2 store scatter bytes 4 args [1]
  memory 0 local "tile" bytes 64 word 4
  check 0 load bytes 2 of "tile" size 64 args []
  node @entry pipeline (%l:32, %g:32, %x:32) {
    %in:32 = arg word 32 lo 0
    %n:32 = arg word 36 lo 0
    %z:2 = const 0x0
    %i:32 = sub (%x, %n)
    %i4:34 = concat (%z, %i)
    %bytes:32 = trunc (%i4)
    %from:32 = add (%in, %bytes)
    %v:32 = load site 0 (%from)
    %lane:4 = trunc (%l)
    %at:6 = concat (%z, %lane)
    memwrite memory 0 (%at, %v) ack
    goto @wait(%lane, %g, %bytes)
  }
  node @wait barrier (%lane.1:4, %g.1:32, %bytes.1:32) {
    goto @behind(%lane.1, %g.1, %bytes.1)
  }
  node @behind pipeline (%lane.2:4, %g.2:32, %bytes.2:32) {
    %out:32 = arg word 34 lo 0
    %m:32 = arg word 36 lo 32
    %z.2:2 = const 0x0
    %fifteen:4 = const 0xf
    %z4:4 = const 0x0
    %z6:6 = const 0x0
    %back:4 = sub (%fifteen, %lane.2)
    %backwards:6 = concat (%z.2, %back)
    %at.2:6 = concat (%z.2, %lane.2)
    %z1:1 = const 0x0
    %half:6 = concat (%z1, %back, %z1)
    %other:32 = memread memory 0 (%backwards)
    %short:16 = memread memory 0 (%half)
    %one:32 = memread memory 0 (%z6)
    %own:32 = memread memory 0 (%at.2)
    %odd:1 = trunc (%own)
    %offset:32 = zext (%half)
    report check 0 (%offset) if %odd
    %short32:32 = sext (%short)
    %sum:32 = add (%other, %one)
    %more:32 = mul (%sum, %own)
    %all:32 = add (%more, %short32)
    %to:32 = add (%out, %bytes.2)
    store site 1 (%to, %all)
    %first:1 = icmp.eq (%lane.2, %z4)
    %g4:34 = concat (%z.2, %g.2)
    %gbytes:32 = trunc (%g4)
    %behind:32 = add (%out, %gbytes)
    %past:32 = const 0x400
    %there:32 = add (%behind, %past)
    store site 2 (%there, %other) if %first
    goto @exit()
  }
  node @exit exit
})";

// Without accesses at distances that are not known, words stay where they are (ADR 47).
inline const std::string kRows = [] {
  const std::string unknown = "memread memory 0 (%half)";
  return std::string(kGroup).replace(kGroup.find(unknown), unknown.size(), "memread memory 0 (%backwards)");
}();

// Lanes read a table, and write and read an array, at places of their own; one word of the array is at the same place
// in all lanes, and only some lanes write another one.
inline const std::string kOwn = kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  memory 0 rom "table" bytes 16 word 4 contents 03010000050200000704000009080000
  memory 1 private "array" bytes 16 word 4
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %n:32 = arg word 36 lo 0
    %i:32 = sub (%x, %n)
    %z:2 = const 0x0
    %z4:4 = const 0x0
    %one:1 = const 0x1
    %scaled:34 = concat (%z, %i)
    %bytes:32 = trunc (%scaled)
    %from:32 = add (%in, %bytes)
    %to:32 = add (%out, %bytes)
    %v:32 = load site 0 (%from)
    %which:2 = trunc (%v)
    %at:4 = concat (%z, %which)
    %z1:1 = const 0x0
    %upper:4 = concat (%z1, %one, %which)
    %found:32 = memread memory 0 (%at)
    %half:16 = memread memory 0 (%upper)
    memwrite memory 1 (%z4, %n)
    memwrite memory 1 (%at, %v)
    %odd:1 = slice (%v) lo 3
    %back:2 = not (%which)
    %there:4 = concat (%z, %back)
    memwrite memory 1 (%there, %found) if %odd
    %kept:32 = memread memory 1 (%at)
    %first:32 = memread memory 1 (%z4)
    %wide:32 = zext (%half)
    %r0:32 = add (%found, %wide)
    %r1:32 = xor (%r0, %kept)
    %r2:32 = add (%r1, %first)
    store site 1 (%to, %r2)
    goto @exit()
  }
  node @exit exit
})";

}  // namespace weft::graph::test::lane_kernels
