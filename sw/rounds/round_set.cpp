// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/round_set.hpp"

#include <algorithm>

namespace jacquard::rounds {

RoundSet::RoundSet(std::initializer_list<int> rounds) {
  for (const int round : rounds) add(round);
}

RoundSet::RoundSet(const std::vector<int>& rounds) {
  for (const int round : rounds) add(round);
}

void RoundSet::add(Run run) {
  if (run.first > run.last) return;
  if (runs_.empty() || runs_.back().last < run.first - 1) {
    runs_.push_back(run);
    return;
  }
  // All runs that it touches become one with it.
  const auto first = std::partition_point(
      runs_.begin(), runs_.end(), [&](const Run& other) { return other.last < run.first - 1; });
  const auto last = std::partition_point(
      first, runs_.end(), [&](const Run& other) { return other.first - 1 <= run.last; });
  if (first == last) {
    runs_.insert(first, run);
    return;
  }
  first->first = std::min(first->first, run.first);
  first->last = std::max(std::prev(last)->last, run.last);
  runs_.erase(std::next(first), last);
}

void RoundSet::add(const RoundSet& other) {
  for (const Run& run : other.runs_) add(run);
}

void RoundSet::remove(int round) {
  const auto run = std::partition_point(runs_.begin(), runs_.end(),
                                        [&](const Run& other) { return other.last < round; });
  if (run == runs_.end() || run->first > round) return;
  const Run above{round + 1, run->last};
  run->last = round - 1;
  const auto next = run->first > run->last ? runs_.erase(run) : std::next(run);
  if (above.first <= above.last) runs_.insert(next, above);
}

std::size_t RoundSet::size() const {
  std::size_t size = 0;
  for (const Run& run : runs_) size += static_cast<std::size_t>(run.last - run.first) + 1;
  return size;
}

bool RoundSet::contains(int round) const {
  const auto run = std::partition_point(runs_.begin(), runs_.end(),
                                        [&](const Run& other) { return other.last < round; });
  return run != runs_.end() && run->first <= round;
}

RoundSet RoundSet::moved(int by) const {
  RoundSet there = *this;
  for (Run& run : there.runs_) run = {run.first + by, run.last + by};
  return there;
}

RoundSet together(RoundSet first, const RoundSet& second) {
  first.add(second);
  return first;
}

}  // namespace jacquard::rounds
