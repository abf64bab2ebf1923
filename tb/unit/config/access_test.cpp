// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/access.hpp"

#include <catch2/catch.hpp>

using jacquard::config::Access;

namespace {

struct Inner {
  double before = 0;
  int value = 1;
};
struct Outer {
  char name = 'x';
  Inner first;
  Inner second;
};

Inner& second_of(Outer& outer) { return outer.second; }

}  // namespace

TEST_CASE("a way leads to the member, by a function, by a pointer, and by one after the other") {
  Outer outer;
  CHECK(Access::of(&second_of)(&outer) == &outer.second);
  CHECK(Access::of(&Outer::second)(&outer) == &outer.second);
  CHECK(Access::of(&Outer::name)(&outer) == &outer.name);
  const Access to_value = Access::of(&second_of).then(Access::of(&Inner::value));
  CHECK(to_value(&outer) == &outer.second.value);
  const Outer& constant = outer;
  CHECK(to_value(static_cast<const void*>(&constant)) == &outer.second.value);
}
