// SPDX-License-Identifier: Apache-2.0
// Sub-groups. One is the work-items that a token carries: WIDTH lanes with neighbouring linear ids, the last one of a
// group with fewer if they do not come out even. Tokens carry one work-item today. All functions are made of what stands
// between here and the first of them; only that changes with the width.
#include "builtins.h"

#define WIDTH 1u
#define LANE ((uint)LINEAR_ID % WIDTH)
#define LANES max(min((uint)(GROUP_SIZE - LINEAR_ID / WIDTH * WIDTH), WIDTH), 1u)
// Masks of lanes, bit i for lane i: all that a sub-group can have, those of this one, and those that are here now.
#define EVERY ((uint)((1ul << WIDTH) - 1))
#define MEMBERS (EVERY >> (WIDTH - LANES))
#define ACTIVE 1u
/// The value of a lane.
#define AT(type)                                                                                                       \
  static OVERLOAD PURE type at(type x, uint lane) { return x; }
#define IN(mask, lane) ((mask) >> (lane)&1)

OVERLOAD PURE uint get_sub_group_size(void) { return LANES; }
OVERLOAD PURE uint get_max_sub_group_size(void) { return WIDTH; }
OVERLOAD PURE uint get_num_sub_groups(void) { return ((uint)GROUP_SIZE + WIDTH - 1) / WIDTH; }
OVERLOAD PURE uint get_enqueued_num_sub_groups(void) { return ((uint)ENQUEUED_GROUP_SIZE + WIDTH - 1) / WIDTH; }
OVERLOAD PURE uint get_sub_group_id(void) { return (uint)LINEAR_ID / WIDTH; }
OVERLOAD PURE uint get_sub_group_local_id(void) { return LANE; }

// Lanes are at the same place always; what is left of a barrier is its fence.
OVERLOAD CONVERGENT void sub_group_barrier(uint flags) { __weft_fence(flags); }
OVERLOAD CONVERGENT void sub_group_barrier(uint flags, memory_scope scope) { __weft_fence(flags); }

// ---- Votes and ballots.
AT(int)
static uint ballot(int predicate, uint mask) {
  uint result = 0;
  for (uint lane = 0; lane < WIDTH; ++lane)
    result |= (uint)(IN(mask, lane) && at(predicate, lane)) << lane;
  return result;
}
OVERLOAD CONVERGENT int sub_group_all(int predicate) { return ballot(predicate, MEMBERS) == MEMBERS; }
OVERLOAD CONVERGENT int sub_group_any(int predicate) { return ballot(predicate, MEMBERS) != 0; }
OVERLOAD CONVERGENT int sub_group_elect(void) { return LANE == ctz(ACTIVE); }
OVERLOAD CONVERGENT int sub_group_non_uniform_all(int predicate) { return ballot(predicate, ACTIVE) == ACTIVE; }
OVERLOAD CONVERGENT int sub_group_non_uniform_any(int predicate) { return ballot(predicate, ACTIVE) != 0; }
OVERLOAD CONVERGENT uint4 sub_group_ballot(int predicate) { return (uint4)(ballot(predicate, ACTIVE), 0, 0, 0); }
OVERLOAD PURE int sub_group_inverse_ballot(uint4 ballot) { return IN(ballot.x, LANE); }
OVERLOAD PURE int sub_group_ballot_bit_extract(uint4 ballot, uint lane) { return IN(ballot.x, lane % 32); }
OVERLOAD PURE uint sub_group_ballot_bit_count(uint4 ballot) { return popcount(ballot.x & EVERY); }
OVERLOAD PURE uint sub_group_ballot_find_lsb(uint4 ballot) { return ctz(ballot.x & EVERY); }
OVERLOAD PURE uint sub_group_ballot_find_msb(uint4 ballot) { return 31 - clz(ballot.x & EVERY); }

#define BELOW ((1u << LANE) - 1)
#define MASK(name, mask)                                                                                               \
  OVERLOAD PURE uint4 get_sub_group_##name##_mask(void) { return (uint4)((mask)&EVERY, 0, 0, 0); }
MASK(eq, 1u << LANE)
MASK(ge, ~BELOW)
MASK(gt, ~BELOW << 1)
MASK(le, BELOW << 1 | 1)
MASK(lt, BELOW)
OVERLOAD PURE uint sub_group_ballot_inclusive_scan(uint4 ballot) { return popcount(ballot.x & (BELOW << 1 | 1)); }
OVERLOAD PURE uint sub_group_ballot_exclusive_scan(uint4 ballot) { return popcount(ballot.x & BELOW); }

// ---- Values of other lanes. Which one it is when there is no such lane is nowhere said.
#define BROADCAST(type)                                                                                                \
  OVERLOAD CONVERGENT type sub_group_broadcast(type x, uint lane) { return at(x, lane % WIDTH); }                      \
  OVERLOAD CONVERGENT type sub_group_non_uniform_broadcast(type x, uint lane) { return at(x, lane % WIDTH); }          \
  OVERLOAD CONVERGENT type sub_group_broadcast_first(type x) { return at(x, ctz(ACTIVE)); }
#define VECTOR_BROADCAST(type)                                                                                         \
  AT(type)                                                                                                             \
  OVERLOAD CONVERGENT type sub_group_broadcast(type x, uint lane) { return at(x, lane % WIDTH); }                      \
  OVERLOAD CONVERGENT type sub_group_non_uniform_broadcast(type x, uint lane) { return at(x, lane % WIDTH); }

// `size`, a power of two, of a cluster.
#define SHUFFLES(type)                                                                                                 \
  OVERLOAD CONVERGENT type sub_group_shuffle(type x, uint lane) { return at(x, lane % WIDTH); }                        \
  OVERLOAD CONVERGENT type sub_group_shuffle_xor(type x, uint mask) { return at(x, (LANE ^ mask) % WIDTH); }           \
  OVERLOAD CONVERGENT type sub_group_shuffle_up(type x, uint delta) { return at(x, (LANE - delta) % WIDTH); }          \
  OVERLOAD CONVERGENT type sub_group_shuffle_down(type x, uint delta) { return at(x, (LANE + delta) % WIDTH); }        \
  OVERLOAD CONVERGENT type sub_group_rotate(type x, int delta) { return at(x, (LANE + (uint)delta) % WIDTH); }         \
  OVERLOAD CONVERGENT type sub_group_clustered_rotate(type x, int delta, uint size) {                                  \
    return at(x, ((LANE & ~(size - 1)) | ((LANE + (uint)delta) & (size - 1))) % WIDTH);                                \
  }                                                                                                                    \
  OVERLOAD CONVERGENT int sub_group_non_uniform_all_equal(type x) {                                                    \
    const uint first = ctz(ACTIVE);                                                                                    \
    int equal = 1;                                                                                                     \
    for (uint lane = first + 1; lane < WIDTH; ++lane)                                                                  \
      equal &= !IN(ACTIVE, lane) || at(x, lane) == at(x, first);                                                       \
    return equal;                                                                                                      \
  }

// ---- Sums and the like, of the lanes of a mask.
#define CLUSTER(size) ((uint)((1ul << (size)) - 1) << (LANE & ~((size)-1)))
#define GATHER(name, type, combine, identity)                                                                          \
  static type gather_##name##_##type(type x, uint mask) {                                                              \
    type result = identity;                                                                                            \
    bool isFirst = true;                                                                                               \
    for (uint lane = 0; lane < WIDTH; ++lane)                                                                          \
      if (IN(mask, lane)) {                                                                                            \
        const type a = result, b = at(x, lane);                                                                        \
        result = isFirst ? b : combine;                                                                                \
        isFirst = false;                                                                                               \
      }                                                                                                                \
    return result;                                                                                                     \
  }
#define FORMS(prefix, name, gather, type, mask)                                                                        \
  OVERLOAD CONVERGENT type sub_group_##prefix##reduce_##name(type x) { return gather(x, mask); }                       \
  OVERLOAD CONVERGENT type sub_group_##prefix##scan_inclusive_##name(type x) {                                         \
    return gather(x, (mask) & (BELOW << 1 | 1));                                                                       \
  }                                                                                                                    \
  OVERLOAD CONVERGENT type sub_group_##prefix##scan_exclusive_##name(type x) { return gather(x, (mask)&BELOW); }
#define NON_UNIFORM(name, gather, type)                                                                                \
  FORMS(non_uniform_, name, gather, type, ACTIVE)                                                                      \
  OVERLOAD CONVERGENT type sub_group_clustered_reduce_##name(type x, uint size) {                                      \
    return gather(x, ACTIVE &CLUSTER(size));                                                                           \
  }
#define ARITHMETIC(name, type, combine, identity)                                                                      \
  GATHER(name, type, combine, identity)                                                                                \
  NON_UNIFORM(name, gather_##name##_##type, type)
#define UNIFORM(name, type, combine, identity)                                                                         \
  ARITHMETIC(name, type, combine, identity)                                                                            \
  FORMS(, name, gather_##name##_##type, type, MEMBERS)
#define NUMBER(type, least, greatest)                                                                                  \
  BROADCAST(type)                                                                                                      \
  SHUFFLES(type)                                                                                                       \
  UNIFORM(add, type, a + b, (type)0)                                                                                   \
  UNIFORM(min, type, min(a, b), greatest)                                                                              \
  UNIFORM(max, type, max(a, b), least)                                                                                 \
  ARITHMETIC(mul, type, a *b, (type)1)                                                                                 \
  VECTOR_BROADCAST(type##2)                                                                                            \
  VECTOR_BROADCAST(type##3)                                                                                            \
  VECTOR_BROADCAST(type##4)                                                                                            \
  VECTOR_BROADCAST(type##8)                                                                                            \
  VECTOR_BROADCAST(type##16)
#define INTEGER(type, least, greatest)                                                                                 \
  NUMBER(type, least, greatest)                                                                                        \
  ARITHMETIC(and, type, a &b, (type)~(type)0)                                                                          \
  ARITHMETIC(or, type, a | b, (type)0)                                                                                 \
  ARITHMETIC(xor, type, a ^ b, (type)0)
AT(char)
AT(uchar)
AT(short)
AT(ushort)
AT(uint)
AT(long)
AT(ulong)
AT(float)
AT(double)
AT(half)
INTEGER(char, CHAR_MIN, CHAR_MAX)
INTEGER(uchar, 0, UCHAR_MAX)
INTEGER(short, SHRT_MIN, SHRT_MAX)
INTEGER(ushort, 0, USHRT_MAX)
INTEGER(int, INT_MIN, INT_MAX)
INTEGER(uint, 0, UINT_MAX)
INTEGER(long, LONG_MIN, LONG_MAX)
INTEGER(ulong, 0, ULONG_MAX)
NUMBER(float, -INFINITY, INFINITY)
NUMBER(double, -INFINITY, INFINITY)
NUMBER(half, -INFINITY, INFINITY)

// Of truth values.
#define LOGICAL(name, combine, identity)                                                                               \
  GATHER(name, int, combine, identity)                                                                                 \
  static int truth_##name(int x, uint mask) { return gather_##name##_int(x != 0, mask); }                              \
  NON_UNIFORM(name, truth_##name, int)
LOGICAL(logical_and, a &b, 1)
LOGICAL(logical_or, a | b, 0)
LOGICAL(logical_xor, a ^ b, 0)
