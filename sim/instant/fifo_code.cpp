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

enum class Pin : uint8_t { Reset, Push, Data, Pop, Room, Valid, Front, Reserve, Release };

StorageId pinOf(const Instance &instance, Pin pin) { return instance.pins[unsigned(pin)]; }
bool hasCredits(const Instance &instance) { return instance.fifo->free != kNone; }

/// What a FIFO keeps: its outputs and its state. The first is where its memory begins.
std::vector<StorageId> ownStorages(const Instance &instance) {
  const Fifo &fifo = *instance.fifo;
  std::vector<StorageId> own = {pinOf(instance, Pin::Room),
                                pinOf(instance, Pin::Valid),
                                pinOf(instance, Pin::Front),
                                fifo.written,
                                fifo.read,
                                fifo.memory,
                                fifo.unsettled};
  if (fifo.deep)
    own.push_back(fifo.older);
  if (hasCredits(instance))
    own.push_back(fifo.free);
  return own;
}

template <class Body> void then(llvm::IRBuilder<> &ir, llvm::Value *condition, Body body) {
  llvm::Function *function = ir.GetInsertBlock()->getParent();
  auto *yes = llvm::BasicBlock::Create(ir.getContext(), "fifo", function);
  auto *next = llvm::BasicBlock::Create(ir.getContext(), "next", function);
  ir.CreateCondBr(condition, yes, next);
  ir.SetInsertPoint(yes);
  body();
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
}

/// What happens in a cycle: words.
struct Step {
  llvm::Value *push, *pop;
  llvm::Value *freed;  // entries released, less those reserved
  llvm::Value *reset;
};

/// A FIFO's step, of which the arguments are: where its memory begins, where the entry to push is, and a Step.
class StepEmitter {
public:
  StepEmitter(llvm::Function *function, const Layout &layout, const Instance &instance)
      : ir_(&function->getEntryBlock()), memory_(function->getArg(0)), data_(function->getArg(1)),
        step_{function->getArg(2), function->getArg(3), function->getArg(4), function->getArg(5)}, layout_(layout),
        instance_(instance), fifo_(*instance.fifo) {}

  void run() {
    if (hasCredits(instance_))
      account();
    move();
    then(ir_, ir_.CreateICmpNE(step_.reset, ir_.getInt64(0)), [&] { reset(); });
    ir_.CreateRetVoid();
  }

private:
  StorageId pin(Pin pin) const { return pinOf(instance_, pin); }
  llvm::Value *address(StorageId storage) {
    return at(memory_, layout_.storages[storage] - layout_.storages[ownStorages(instance_)[0]]);
  }
  llvm::Value *load(StorageId storage) { return ir_.CreateLoad(ir_.getInt64Ty(), address(storage)); }
  void store(llvm::Value *value, StorageId storage) { ir_.CreateStore(value, address(storage)); }
  llvm::Value *word(llvm::Value *bit) { return ir_.CreateZExt(bit, ir_.getInt64Ty()); }

  void account() {
    llvm::Value *free = ir_.CreateAdd(load(fifo_.free), ir_.CreateAdd(step_.pop, step_.freed));
    store(free, fifo_.free);
    store(word(ir_.CreateICmpNE(free, ir_.getInt64(0))), pin(Pin::Room));
  }

  /// `written` and `read` count entries.
  void move() {
    llvm::Value *shown = load(pin(Pin::Valid));
    llvm::Value *before = load(fifo_.written), *written = ir_.CreateAdd(before, step_.push);
    llvm::Value *read = ir_.CreateAdd(load(fifo_.read), step_.pop);
    then(ir_, ir_.CreateICmpNE(step_.push, ir_.getInt64(0)), [&] { copy(row(before), data_); });
    store(written, fifo_.written);
    store(read, fifo_.read);
    // Deep: the memory is read in the cycle after an entry was written, and a register is behind it.
    llvm::Value *readable = fifo_.deep ? load(fifo_.older) : written;
    llvm::Value *valid = ir_.CreateICmpNE(readable, read);
    store(word(valid), pin(Pin::Valid));
    store(word(ir_.CreateICmpNE(readable, written)), fifo_.unsettled);  // saves time
    if (fifo_.deep)
      store(before, fifo_.older);
    if (!hasCredits(instance_))
      store(word(ir_.CreateICmpNE(stored(written, read, valid), ir_.getInt64(fifo_.depth))), pin(Pin::Room));
    llvm::Value *fresh = ir_.CreateICmpUGE(step_.pop, shown);  // another entry than before, if there is one
    then(ir_, ir_.CreateAnd(valid, fresh), [&] { copy(address(pin(Pin::Front)), row(read)); });  // saves time
  }

  /// Entries in the memory: deep, the register behind it holds another one.
  llvm::Value *stored(llvm::Value *written, llvm::Value *read, llvm::Value *valid) {
    llvm::Value *held = ir_.CreateSub(written, read);
    return fifo_.deep ? ir_.CreateSub(held, word(valid)) : held;
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

  llvm::Value *at(llvm::Value *words, uint32_t i) { return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), words, i); }

  void reset() {
    llvm::Value *zero = ir_.getInt64(0);
    for (StorageId storage : {fifo_.written, fifo_.read, pin(Pin::Room), pin(Pin::Valid)})
      store(zero, storage);
    if (fifo_.deep)
      store(zero, fifo_.older);
    if (hasCredits(instance_))
      store(ir_.getInt64(fifo_.deep ? fifo_.depth + 1 : fifo_.depth), fifo_.free);
    store(ir_.getInt64(1), fifo_.unsettled);
  }

  llvm::IRBuilder<> ir_;
  llvm::Value *memory_, *data_;
  const Step step_;
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

llvm::Function *FifoCode::step(const Instance &instance) {
  const Fifo &fifo = *instance.fifo;
  const std::vector<StorageId> own = ownStorages(instance);
  const uint32_t first = layout_.storages[own[0]];
  std::vector<uint64_t> shape = {fifo.depth, fifo.rows, fifo.words, fifo.deep};
  for (StorageId storage : own) {
    if (layout_.storages[storage] < first)
      throw std::logic_error(instance.name + ": its memory begins behind its outputs");
    shape.push_back(layout_.storages[storage] - first);
  }
  llvm::Function *&function = steps_[shape];
  if (!function) {
    llvm::LLVMContext &context = module_.getContext();
    llvm::Type *pointer = llvm::PointerType::getUnqual(context), *word = llvm::Type::getInt64Ty(context);
    function = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, word, word, word, word}, false),
        llvm::Function::PrivateLinkage, "fifo", module_);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    llvm::BasicBlock::Create(context, "entry", function);
    StepEmitter(function, layout_, instance).run();
  }
  return function;
}

void FifoCode::emitTick(llvm::IRBuilder<> &ir, llvm::Value *memory, const Instance &instance) {
  const auto address = [&](StorageId storage) {
    return ir.CreateConstInBoundsGEP1_64(ir.getInt64Ty(), memory, layout_.storages[storage]);
  };
  const auto load = [&](StorageId storage) { return ir.CreateLoad(ir.getInt64Ty(), address(storage)); };
  const auto pin = [&](Pin pin) { return load(pinOf(instance, pin)); };
  llvm::Value *const zero = ir.getInt64(0);
  Step step{pin(Pin::Push), ir.CreateAnd(pin(Pin::Valid), pin(Pin::Pop)), zero, pin(Pin::Reset)};
  llvm::Value *any = ir.CreateOr(step.pop, ir.CreateOr(step.push, load(instance.fifo->unsettled)));
  any = ir.CreateOr(any, step.reset);
  llvm::Value *reserve = nullptr, *release = nullptr;
  if (hasCredits(instance)) {
    reserve = pin(Pin::Reserve);
    release = pin(Pin::Release);
    any = ir.CreateOr(any, ir.CreateOr(reserve, release));
  }
  then(ir, ir.CreateICmpNE(any, zero), [&] {
    if (hasCredits(instance))
      step.freed = ir.CreateSub(release, reserve);
    else
      step.push = ir.CreateAnd(step.push, pin(Pin::Room));
    ir.CreateCall(this->step(instance), {address(ownStorages(instance)[0]), address(pinOf(instance, Pin::Data)),
                                         step.push, step.pop, step.freed, step.reset});
  });
}

}  // namespace weft::instant
