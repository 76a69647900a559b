// SPDX-License-Identifier: Apache-2.0
// CL object handles: what every handle points to, the type tag, and the count of what the application retained.
#pragma once
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "host/core/error_scope.h"
#include "host/util/error.h"
#include "host/util/ref.h"

namespace weft::core {

/// Tags are unlikely bit patterns: a handle is checked before it is believed.
enum class Kind : uint32_t {
  Dead = 0xdeadc1c1,
  Platform = 0x57465001,
  Device = 0x57465002,
  Context = 0x57465003,
  Queue = 0x57465004,
  Memory = 0x57465005,
  Program = 0x57465006,
  Kernel = 0x57465007,
  Event = 0x57465008
};

/// What a handle points to. The first field is the ICD dispatch table: the loader reads it.
struct Handle {
  const void *dispatch;
  std::atomic<Kind> kind;
};

/// The dispatch table that new objects point to; set by the API layer before it hands out the platform.
void setDispatch(const void *table);
const void *dispatch();

/// Base of CL objects. `Self::kInvalid` is the error code for a bad handle.
/// `Counted`: RefCounted or an interface that derives from it. Two counts: Ref counts inside; retain/release count what
/// the application holds, which as a whole is one internal reference.
template <class Self, class Cl, Kind kKindValue, class Counted = RefCounted>
class Object : public Counted, public Handle {
public:
  using ClType = Cl;
  /// What every handle of this kind points to: the class itself, or the base of several.
  using HandleClass = Self;
  static constexpr Kind kKind = kKindValue;

  Cl handle() { return reinterpret_cast<Cl>(static_cast<Handle *>(this)); }

  void retain() {
    if (retained_.fetch_add(1) == 0)
      this->ref();
  }
  /// Throws `Self::kInvalid` if the application holds no reference.
  void release() {
    uint32_t count = retained_.load();
    do
      require(count != 0, Self::kInvalid, "released more often than retained");
    while (!retained_.compare_exchange_weak(count, count - 1));
    if (count == 1)
      this->unref();
  }
  cl_uint retained() const { return retained_; }

protected:
  Object() : Handle{core::dispatch(), {kKindValue}} {}
  ~Object() override { kind = Kind::Dead; }

private:
  std::atomic<uint32_t> retained_{0};
};

/// Hands a new object to the application: the reference it must release.
template <class T> typename T::ClType give(const Ref<T> &object) {
  object->retain();
  return object->handle();
}

/// The object of a handle from the application; its context is told if the call fails. Throws T::kInvalid.
template <class T> T &fromHandle(typename T::ClType handle) {
  auto *header = reinterpret_cast<Handle *>(handle);
  require(header && reinterpret_cast<uintptr_t>(header) % alignof(Handle) == 0 && header->kind == T::kKind, T::kInvalid,
          "not a valid handle");
  auto *const whole = static_cast<typename T::HandleClass *>(header);
  T *typed;
  if constexpr (std::is_same_v<T, typename T::HandleClass>)
    typed = whole;
  else
    typed = dynamic_cast<T *>(whole);
  require(typed != nullptr, T::kInvalid, "a memory object of another type");
  T &object = *typed;
  if constexpr (T::kKind == Kind::Context)
    ErrorScope::concerns(object.errorCallback());
  else if constexpr (requires { object.context(); })
    ErrorScope::concerns(object.context().errorCallback());
  return object;
}

}  // namespace weft::core
