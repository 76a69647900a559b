// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/fifo_code.h"

#include <array>
#include <string>

namespace weft::instant {
namespace {

constexpr std::array<FifoPorts, 2> kFifos = {FifoPorts{"credit_fifo", "rst_i", "push_i", "data_i", "ready_i",
                                                       "credit_o", "valid_o", "data_o", "reserve_i", "release_i"},
                                             FifoPorts{"stream_fifo", "rst_i", "in_valid_i", "in_data_i", "out_ready_i",
                                                       "in_ready_o", "out_valid_o", "out_data_o", nullptr, nullptr}};

class FifoEmitter {
public:
  FifoEmitter(llvm::IRBuilder<> &ir, llvm::Value *memory, const Layout &layout, const Instance &instance)
      : ir_(ir), memory_(memory), layout_(layout), instance_(instance), fifo_(*instance.fifo) {}

  void run() {
    const bool credits = fifo_.free != kNone;
    const Step step = look(credits);
    then(ir_.CreateICmpNE(step.any, ir_.getInt64(0)), [&] {
      if (credits)
        account(step);
      move(step, credits);
      then(ir_.CreateICmpNE(load(pin(Pin::Reset)), ir_.getInt64(0)), [&] { reset(credits); });
    });
  }

private:
  enum class Pin : uint8_t { Reset, Push, Data, Pop, Room, Valid, Front, Reserve, Release };

  /// What happens in the cycle: words that are 0 or 1.
  struct Step {
    llvm::Value *valid, *push, *pop, *reserve = nullptr, *release = nullptr;
    llvm::Value *any;  // not zero: something does
  };

  StorageId pin(Pin pin) const { return instance_.pins[unsigned(pin)]; }
  llvm::Value *address(StorageId storage) const {
    return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), memory_, layout_.storages[storage]);
  }
  llvm::Value *load(StorageId storage) const { return ir_.CreateLoad(ir_.getInt64Ty(), address(storage)); }
  void store(llvm::Value *value, StorageId storage) const { ir_.CreateStore(value, address(storage)); }
  llvm::Value *word(llvm::Value *bit) const { return ir_.CreateZExt(bit, ir_.getInt64Ty()); }

  template <class Then> void then(llvm::Value *condition, Then body) {
    llvm::Function *function = ir_.GetInsertBlock()->getParent();
    auto *yes = llvm::BasicBlock::Create(ir_.getContext(), "fifo", function);
    auto *next = llvm::BasicBlock::Create(ir_.getContext(), "next", function);
    ir_.CreateCondBr(condition, yes, next);
    ir_.SetInsertPoint(yes);
    body();
    ir_.CreateBr(next);
    ir_.SetInsertPoint(next);
  }

  Step look(bool credits) {
    Step step{};
    step.valid = load(pin(Pin::Valid));
    step.pop = ir_.CreateAnd(step.valid, load(pin(Pin::Pop)));
    step.push = load(pin(Pin::Push));
    step.any = ir_.CreateOr(step.pop, ir_.CreateOr(step.push, load(fifo_.unsettled)));
    step.any = ir_.CreateOr(step.any, load(pin(Pin::Reset)));
    if (credits) {
      step.reserve = load(pin(Pin::Reserve));
      step.release = load(pin(Pin::Release));
      step.any = ir_.CreateOr(step.any, ir_.CreateOr(step.reserve, step.release));
    } else {
      step.push = ir_.CreateAnd(step.push, load(pin(Pin::Room)));
    }
    return step;
  }

  void account(const Step &step) {
    llvm::Value *free = ir_.CreateAdd(load(fifo_.free), ir_.CreateAdd(step.pop, step.release));
    free = ir_.CreateSub(free, step.reserve);
    store(free, fifo_.free);
    store(word(ir_.CreateICmpNE(free, ir_.getInt64(0))), pin(Pin::Room));
  }

  /// `written` and `read` count entries.
  void move(const Step &step, bool credits) {
    llvm::Value *before = load(fifo_.written), *written = ir_.CreateAdd(before, step.push);
    llvm::Value *read = ir_.CreateAdd(load(fifo_.read), step.pop);
    then(ir_.CreateICmpNE(step.push, ir_.getInt64(0)), [&] { copy(row(before), address(pin(Pin::Data))); });
    store(written, fifo_.written);
    store(read, fifo_.read);
    // Deep: an entry is read from the memory in the cycle after it was written.
    llvm::Value *valid = ir_.CreateICmpNE(fifo_.deep ? before : written, read);
    store(word(valid), pin(Pin::Valid));
    store(fifo_.deep ? step.push : ir_.getInt64(0), fifo_.unsettled);
    if (!credits)
      store(word(ir_.CreateICmpNE(ir_.CreateSub(written, read), ir_.getInt64(fifo_.depth))), pin(Pin::Room));
    llvm::Value *fresh = ir_.CreateICmpUGE(step.pop, step.valid);  // another entry than before, if there is one
    then(ir_.CreateAnd(valid, fresh), [&] { copy(address(pin(Pin::Front)), row(read)); });
  }

  llvm::Value *row(llvm::Value *number) {
    llvm::Value *index = ir_.CreateAnd(number, ir_.getInt64(fifo_.rows - 1));
    return ir_.CreateInBoundsGEP(ir_.getInt64Ty(), address(fifo_.memory),
                                 ir_.CreateMul(index, ir_.getInt64(fifo_.words)));
  }

  /// Word by word, as it was written: a wider load would wait until those stores have reached the cache.
  void copy(llvm::Value *to, llvm::Value *from) {
    for (unsigned i = 0; i < fifo_.words; ++i)
      ir_.CreateStore(ir_.CreateLoad(ir_.getInt64Ty(), at(from, i)), at(to, i));
  }

  llvm::Value *at(llvm::Value *words, unsigned i) { return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), words, i); }

  void reset(bool credits) {
    llvm::Value *zero = ir_.getInt64(0);
    for (StorageId storage : {fifo_.written, fifo_.read, pin(Pin::Room), pin(Pin::Valid)})
      store(zero, storage);
    if (credits)
      store(ir_.getInt64(fifo_.depth), fifo_.free);
    store(ir_.getInt64(1), fifo_.unsettled);
  }

  llvm::IRBuilder<> &ir_;
  llvm::Value *memory_;
  const Layout &layout_;
  const Instance &instance_;
  const Fifo &fifo_;
};

}  // namespace

const FifoPorts *fifoPorts(const std::string &component) {
  for (const FifoPorts &ports : kFifos)
    if (component == ports.name)
      return &ports;
  return nullptr;
}

void emitFifoTick(llvm::IRBuilder<> &ir, llvm::Value *memory, const Layout &layout, const Instance &instance) {
  FifoEmitter(ir, memory, layout, instance).run();
}

}  // namespace weft::instant
