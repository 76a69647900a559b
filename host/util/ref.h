// SPDX-License-Identifier: Apache-2.0
// Intrusive reference counting, and weak references for holders that must not keep an object alive.
#pragma once
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace weft {

/// Base of shared objects. Starts with no reference: the first Ref makes it one.
class RefCounted {
public:
  RefCounted(const RefCounted &) = delete;
  RefCounted &operator=(const RefCounted &) = delete;

  void ref() const noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  void unref() const noexcept {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
  /// Takes a reference unless the last one is already gone.
  bool tryRef() const noexcept {
    size_t count = count_.load(std::memory_order_relaxed);
    while (count != 0)
      if (count_.compare_exchange_weak(count, count + 1, std::memory_order_acq_rel))
        return true;
    return false;
  }

protected:
  RefCounted() = default;
  virtual ~RefCounted() = default;

private:
  mutable std::atomic<size_t> count_{0};
};

template <class T> class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  Ref(T *object) : object_(object) {
    if (object_)
      object_->ref();
  }
  Ref(const Ref &other) : Ref(other.object_) {}
  template <class U> Ref(const Ref<U> &other) : Ref(other.get()) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ~Ref() {
    if (object_)
      object_->unref();
  }
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  /// Takes over a reference that was counted already.
  static Ref adopt(T *object) {
    Ref result;
    result.object_ = object;
    return result;
  }

  T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref &a, const Ref &b) { return a.object_ == b.object_; }
  friend bool operator==(const Ref &a, const T *b) { return a.object_ == b; }

private:
  T *object_ = nullptr;
};

template <class T, class... Args> Ref<T> makeRef(Args &&...args) { return Ref<T>(new T(std::forward<Args>(args)...)); }

/// The part of an object that weak references share. The object owns one and calls `expire` first in its destructor.
template <class T> class WeakAnchor {
public:
  explicit WeakAnchor(T *object) : block_(std::make_shared<Block>()) { block_->object = object; }
  void expire() {
    std::lock_guard lock(block_->mutex);
    block_->object = nullptr;
  }

private:
  struct Block {
    std::mutex mutex;
    T *object = nullptr;
  };
  std::shared_ptr<Block> block_;
  template <class U> friend class WeakRef;
};

/// Names an object without keeping it alive.
template <class T> class WeakRef {
public:
  WeakRef() = default;
  WeakRef(const WeakAnchor<T> &anchor) : block_(anchor.block_) {}
  /// The object, or nothing if it is gone.
  Ref<T> lock() const {
    if (!block_)
      return nullptr;
    std::lock_guard lock(block_->mutex);
    if (block_->object && block_->object->tryRef())
      return Ref<T>::adopt(block_->object);
    return nullptr;
  }

private:
  std::shared_ptr<typename WeakAnchor<T>::Block> block_;
};

}  // namespace weft
