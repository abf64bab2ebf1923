// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/cover.hpp"

#include <algorithm>

namespace jacquard::stack::check {

std::int64_t Cover::add(std::int64_t from, std::int64_t to) {
  if (to <= from) return 0;
  std::int64_t twice = 0;
  auto first = sent_.begin();
  while (first != sent_.end() && first->second < from) ++first;
  auto past = first;
  while (past != sent_.end() && past->first <= to) {
    twice += std::max<std::int64_t>(0, std::min(to, past->second) - std::max(from, past->first));
    ++past;
  }
  if (first == past) {
    sent_.insert(first, {from, to});
    return 0;
  }
  first->first = std::min(first->first, from);
  first->second = std::max(std::prev(past)->second, to);
  sent_.erase(std::next(first), past);
  return twice;
}

}  // namespace jacquard::stack::check
