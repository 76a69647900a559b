// SPDX-License-Identifier: Apache-2.0
#include "host/util/ref.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

using namespace weft;

namespace {

struct Counted : RefCounted {
  explicit Counted(int &alive) : alive_(alive) { ++alive_; }
  ~Counted() override {
    anchor.expire();
    --alive_;
  }
  int &alive_;
  WeakAnchor<Counted> anchor{this};
};

}  // namespace

TEST_CASE("Ref: copies, moves and assignment keep count") {
  int alive = 0;
  {
    Ref<Counted> a = makeRef<Counted>(alive);
    Ref<Counted> b = a, c = std::move(a);
    CHECK(!a);
    CHECK(b == c);
    b = nullptr;
    CHECK(alive == 1);
    Ref<Counted> &alias = c;
    c = alias;
    CHECK(alive == 1);
    c = makeRef<Counted>(alive);
    CHECK(alive == 1);
  }
  CHECK(alive == 0);
}

TEST_CASE("WeakRef: finds the object while it lives") {
  int alive = 0;
  WeakRef<Counted> weak;
  CHECK(!weak.lock());
  {
    Ref<Counted> strong = makeRef<Counted>(alive);
    weak = strong->anchor;
    CHECK(weak.lock() == strong);
  }
  CHECK(alive == 0);
  CHECK(!weak.lock());
}

TEST_CASE("WeakRef: the last release races with lock") {
  int alive = 0;
  for (int round = 0; round < 200; ++round) {
    Ref<Counted> strong = makeRef<Counted>(alive);
    WeakRef<Counted> weak = strong->anchor;
    std::thread locker([weak] {
      for (int i = 0; i < 100; ++i)
        if (Ref<Counted> found = weak.lock())
          (void)found->anchor;
    });
    strong = nullptr;
    locker.join();
    CHECK(!weak.lock());
  }
  CHECK(alive == 0);
}
