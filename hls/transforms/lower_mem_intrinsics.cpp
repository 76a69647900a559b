// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Value;

// At most this many loads and stores as straight code; more become a loop.
constexpr uint64_t kStraightPieces = 32;

// Where a copy or fill reads and writes, and how.
struct Transfer {
  Value *destination;
  Value *source;  // null: a fill
  Value *byte;    // the fill's value
  llvm::Align align;
  bool isVolatile;
};

Value *fillPattern(llvm::IRBuilder<> &builder, Value *byte, unsigned bytes) {
  Value *pattern = builder.CreateZExt(byte, builder.getIntNTy(bytes * 8));
  for (unsigned have = 1; have < bytes; have *= 2)
    pattern = builder.CreateOr(pattern, builder.CreateShl(pattern, have * 8));
  return pattern;
}

Value *at(llvm::IRBuilder<> &builder, Value *base, Value *offset) {
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), base, offset);
}

Value *readPiece(llvm::IRBuilder<> &builder, const Transfer &transfer, Value *offset, unsigned bytes) {
  if (!transfer.source)
    return fillPattern(builder, transfer.byte, bytes);
  return builder.CreateAlignedLoad(builder.getIntNTy(bytes * 8), at(builder, transfer.source, offset),
                                   llvm::Align(bytes), transfer.isVolatile);
}

void writePiece(llvm::IRBuilder<> &builder, const Transfer &transfer, Value *value, Value *offset, unsigned bytes) {
  builder.CreateAlignedStore(value, at(builder, transfer.destination, offset), llvm::Align(bytes), transfer.isVolatile);
}

unsigned pieceBytes(const Transfer &transfer, uint64_t remaining) {
  return std::min<uint64_t>({transfer.align.value(), 8, llvm::bit_floor(remaining)});
}

// All reads before all writes, so that overlapping copies are right too.
void expandStraight(llvm::IRBuilder<> &builder, const Transfer &transfer, uint64_t begin, uint64_t end) {
  struct Piece {
    Value *value, *offset;
    unsigned bytes;
  };
  std::vector<Piece> pieces;
  for (uint64_t offset = begin; offset < end;) {
    unsigned bytes = pieceBytes(transfer, end - offset);
    Value *position = builder.getInt32(offset);
    pieces.push_back({readPiece(builder, transfer, position, bytes), position, bytes});
    offset += bytes;
  }
  for (const Piece &piece : pieces)
    writePiece(builder, transfer, piece.value, piece.offset, piece.bytes);
}

// Copies [0, length) in pieces of `bytes`, of which length is a multiple; length may be zero. Leaves the builder after
// the loop.
void expandLoop(llvm::IRBuilder<> &builder, const Transfer &transfer, Value *length, unsigned bytes) {
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *after = llvm::SplitBlock(before, &*builder.GetInsertPoint());
  after->setName("copied");
  auto *loop = llvm::BasicBlock::Create(builder.getContext(), "copy", before->getParent(), after);
  before->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(before);
  Value *zero = llvm::ConstantInt::get(length->getType(), 0);
  builder.CreateCondBr(builder.CreateICmpEQ(length, zero), after, loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *offset = builder.CreatePHI(length->getType(), 2, "offset");
  offset->addIncoming(zero, before);
  writePiece(builder, transfer, readPiece(builder, transfer, offset, bytes), offset, bytes);
  Value *next = builder.CreateAdd(offset, llvm::ConstantInt::get(length->getType(), bytes), "", /*HasNUW=*/true);
  offset->addIncoming(next, loop);
  builder.CreateCondBr(builder.CreateICmpULT(next, length), loop, after);
  builder.SetInsertPoint(after, after->begin());
}

bool mayOverlap(const llvm::MemMoveInst &move) {
  const Value *from = llvm::getUnderlyingObject(move.getSource()), *to = llvm::getUnderlyingObject(move.getDest());
  return from == to || !llvm::isIdentifiedObject(from) || !llvm::isIdentifiedObject(to);
}

void expand(llvm::MemIntrinsic &intrinsic, Refusals &refusals) {
  Transfer transfer{intrinsic.getDest(), nullptr, nullptr, intrinsic.getDestAlign().valueOrOne(),
                    intrinsic.isVolatile()};
  if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic)) {
    transfer.source = copy->getSource();
    transfer.align = std::min(transfer.align, copy->getSourceAlign().valueOrOne());
  } else {
    transfer.byte = llvm::cast<llvm::MemSetInst>(intrinsic).getValue();
  }
  llvm::IRBuilder<> builder(&intrinsic);
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(intrinsic.getLength());
  uint64_t length = constant ? constant->getZExtValue() : 0;
  unsigned bytes = constant && length ? pieceBytes(transfer, length) : 1;
  if (constant && length / bytes <= kStraightPieces) {
    expandStraight(builder, transfer, 0, length);
  } else {
    if (auto *move = llvm::dyn_cast<llvm::MemMoveInst>(&intrinsic); move && mayOverlap(*move))
      refusals.add(intrinsic, {"a copy of " + (constant ? std::to_string(length) : "a variable number of") +
                                   " bytes between objects that may overlap is not supported, at most " +
                                   std::to_string(kStraightPieces * bytes) + " are",
                               "copy in a loop, from the end where the destination lies higher"});
    uint64_t tail = length % bytes;
    expandLoop(builder, transfer,
               constant ? llvm::ConstantInt::get(constant->getType(), length - tail) : intrinsic.getLength(), bytes);
    if (tail)
      expandStraight(builder, transfer, length - tail, length);
  }
  intrinsic.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerMemIntrinsics::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  std::vector<llvm::MemIntrinsic *> intrinsics;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
      intrinsics.push_back(intrinsic);
  for (llvm::MemIntrinsic *intrinsic : intrinsics)
    expand(*intrinsic, environment.refusals);
  return intrinsics.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
