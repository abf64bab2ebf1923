// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace jacquard::base {

// The cycle in which `next`, followed from `start`, ends: its members in that order, the first one
// reached first. `next` must lead to a member again and again (Floyd's tortoise and hare).
template <class Member, class Next>
std::vector<Member> cycle_from(Member start, Next&& next) {
  Member slow = next(start);
  Member fast = next(slow);
  while (!(slow == fast)) {
    slow = next(slow);
    fast = next(next(fast));
  }
  for (slow = start; !(slow == fast); fast = next(fast)) slow = next(slow);
  std::vector<Member> cycle{slow};
  for (Member at = next(slow); !(at == slow); at = next(at)) cycle.push_back(at);
  return cycle;
}

}  // namespace jacquard::base
