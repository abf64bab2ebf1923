// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/projections.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace jacquard::stack {
namespace {

SetAtOnce common(const SetAtOnce& a, const SetAtOnce& b) {
  SetAtOnce both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

}  // namespace

const Projection& Projections::of(const ActorSide& side, const SetAtOnce& seen) {
  const std::vector<Change>& history = histories_.of(side);
  const auto [at, is_new] = made_.try_emplace({&history, seen});
  if (is_new) at->second = project(history, seen);
  return at->second;
}

Projection Projections::project(const std::vector<Change>& history, const SetAtOnce& seen) {
  SetAtOnce visible = seen;
  visible.push_back(kUsedOnDemand);  // takes the ports of every switch
  std::unordered_map<std::uint32_t, SetAtOnce> visible_of;
  std::map<SetAtOnce, std::uint32_t> numbers = {{{}, 0}};
  Projection made;
  made.sets.emplace_back();
  std::vector<std::int64_t> starts;
  std::vector<std::uint32_t> states;
  SetAtOnce set;
  for (const Change& change : history) {
    const auto [known, is_new] = visible_of.try_emplace(change.state);
    if (is_new) known->second = common(histories_.settings_of(change.state), visible);
    SetAtOnce next = known->second;
    if (next.empty()) {
      std::copy_if(set.begin(), set.end(), std::back_inserter(next), is_held);
    }
    if (next == set) continue;
    set = std::move(next);
    const auto [number, is_first] =
        numbers.try_emplace(set, static_cast<std::uint32_t>(made.sets.size()));
    if (is_first) made.sets.push_back(set);
    starts.push_back(change.start);
    states.push_back(number->second);
  }
  made.track = tracks_.number_of(std::move(starts), std::move(states));
  return made;
}

}  // namespace jacquard::stack
