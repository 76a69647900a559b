// SPDX-License-Identifier: Apache-2.0
// Random pipeline nodes with every kind of op that the scheduler tells apart.
#pragma once
#include <algorithm>
#include <random>
#include <vector>

#include "hls/graph/graph.h"

namespace weft::test {

class RandomKernel {
public:
  explicit RandomKernel(unsigned seed) : random_(seed) {}

  graph::Kernel make(unsigned ops) {
    using namespace graph;
    kernel_.name = "random";
    kernel_.slots = 64;
    kernel_.memories.resize(3);  // one write site, several, none
    for (Memory &m : kernel_.memories) {
      m.bytes = 256;
      m.wordBytes = 4;
    }
    kernel_.nodes.resize(2);
    node().name = "body";
    kernel_.nodes[1].kind = NodeKind::Exit;
    for (int i = 0; i < 4; ++i)
      node().parameters.push_back(value(32));
    for (ValueId v : node().parameters)
      words_.push_back(v);
    for (Opcode source : {Opcode::Const, Opcode::Arg, Opcode::Slot}) {
      Op op;
      op.opcode = source;
      op.constant = "7";
      op.index = 32;
      words_.push_back(append(op, 32));
    }
    bits_.push_back(compare());
    while (node().ops.size() < ops)
      step();
    Edge edge;
    edge.condition = bits_.back();
    edge.target = 1;
    node().edges.push_back(edge);
    edge.condition = kNone;
    edge.arguments = {pick(words_), pick(words_)};
    node().edges.push_back(edge);
    return kernel_;
  }

private:
  graph::Node &node() { return kernel_.nodes[0]; }
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
  graph::ValueId pick(const std::vector<graph::ValueId> &from) {
    unsigned recent = std::min<unsigned>(unsigned(from.size()), 12);
    return below(4) ? from[from.size() - 1 - below(recent)] : from[below(unsigned(from.size()))];
  }
  graph::ValueId value(unsigned width) {
    kernel_.values.push_back({width, ""});
    return graph::ValueId(kernel_.values.size() - 1);
  }
  graph::ValueId append(graph::Op op, unsigned width) {
    if (width)
      op.result = value(width);
    node().ops.push_back(op);
    return op.result;
  }
  graph::ValueId compare() {
    graph::Op op;
    op.opcode = graph::Opcode::ICmp;
    op.predicate = graph::Predicate::Ult;
    op.operands = {pick(words_), pick(words_)};
    return append(op, 1);
  }

  void memoryOp() {
    using namespace graph;
    static const Opcode kinds[] = {Opcode::Load, Opcode::Store, Opcode::MemRead, Opcode::MemWrite, Opcode::Atomic};
    Op op;
    op.opcode = kinds[below(5)];
    op.operands = {pick(words_)};
    bool onChip = op.opcode == Opcode::MemRead || op.opcode == Opcode::MemWrite;
    if (onChip) {
      op.index = below(3);
      if (op.opcode == Opcode::MemWrite) {
        if (op.index == 2 || (op.index == 0 && written_))
          op.index = 1;
        written_ |= op.index == 0;
      }
    } else {
      op.index = unsigned(kernel_.sites.size());
      kernel_.sites.emplace_back();
    }
    bool reads = op.opcode == Opcode::Load || op.opcode == Opcode::MemRead;
    bool writes = op.opcode == Opcode::Store || op.opcode == Opcode::MemWrite;
    if (!reads)
      op.operands.push_back(pick(words_));
    if (op.opcode == Opcode::Atomic)
      op.atomic = AtomicOp::Add;
    if ((op.predicated = below(2)))
      op.operands.push_back(pick(bits_));
    op.ackBeforeExit = writes && below(3) == 0;
    for (OpId before : memoryOps_)
      if (below(5) == 0 && onChip == isOnChip(node().ops[before].opcode))
        op.after.push_back(before);
    graph::ValueId result = append(op, writes ? 0 : 32);
    memoryOps_.push_back(OpId(node().ops.size() - 1));
    if (result != kNone)
      words_.push_back(result);
  }
  static bool isOnChip(graph::Opcode o) { return o == graph::Opcode::MemRead || o == graph::Opcode::MemWrite; }

  void step() {
    using namespace graph;
    unsigned kind = below(12);
    if (kind == 0)
      return memoryOp();
    if (kind == 1) {
      bits_.push_back(compare());
      return;
    }
    Op op;
    if (kind == 2) {
      op.opcode = Opcode::Trunc;
      op.operands = {pick(words_)};
      ValueId narrow = append(op, 8);
      op.opcode = below(2) ? Opcode::Zext : Opcode::Sext;
      op.operands = {narrow};
    } else if (kind == 3) {
      op.opcode = Opcode::Select;
      op.operands = {pick(bits_), pick(words_), pick(words_)};
    } else {
      static const Opcode kinds[] = {Opcode::Add,  Opcode::Sub,  Opcode::Mul, Opcode::Xor,
                                     Opcode::FAdd, Opcode::FMul, Opcode::Shl, Opcode::UMin};
      op.opcode = kinds[below(8)];
      op.operands = {pick(words_), pick(words_)};
    }
    words_.push_back(append(op, 32));
  }

  std::mt19937 random_;
  graph::Kernel kernel_;
  std::vector<graph::ValueId> words_, bits_;
  std::vector<graph::OpId> memoryOps_;
  bool written_ = false;
};

}  // namespace weft::test
