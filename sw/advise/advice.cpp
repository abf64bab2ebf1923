// SPDX-License-Identifier: Apache-2.0
#include "jacquard/advise/advice.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::advise {
namespace {

using base::Picoseconds;

constexpr int kPerDecade = 32;
constexpr double kAsGood = 1.001;

std::vector<Picoseconds> grid(Picoseconds longest) {
  std::vector<Picoseconds> at = {Picoseconds{0}};
  const int steps = static_cast<int>(std::log10(static_cast<double>(longest.count())) * kPerDecade);
  for (int k = 0; k <= steps; ++k) {
    const Picoseconds guard{std::llround(std::pow(10.0, static_cast<double>(k) / kPerDecade))};
    if (guard > at.back() && guard < longest) at.push_back(guard);
  }
  at.push_back(longest);
  return at;
}

}  // namespace

const Contender& winner(const std::vector<const Contender*>& contenders, Picoseconds guard) {
  std::vector<double> times;
  for (const Contender* c : contenders) {
    times.push_back(static_cast<double>(c->time(guard).count()));
  }
  const double least = *std::min_element(times.begin(), times.end());
  const Contender* best = nullptr;
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (times[k] > least * kAsGood) continue;
    if (!best || contenders[k]->permutations() < best->permutations()) best = contenders[k];
  }
  return *best;
}

std::vector<Range> ranges(const std::vector<Contender>& contenders, Picoseconds longest) {
  const std::vector<const Contender*> all = of_scheduler(contenders, "");
  std::vector<Range> found;
  const auto extend = [&](Picoseconds to, const Contender& by) {
    if (!found.empty() && found.back().last->scheduler == by.scheduler) {
      found.back().to = to;
      found.back().last = &by;
    } else {
      const Picoseconds from = found.empty() ? Picoseconds{0} : found.back().to + Picoseconds{1};
      found.push_back({from, to, &by, &by});
    }
  };
  Picoseconds low{0};
  const Contender* at_low = &winner(all, low);
  extend(low, *at_low);
  for (const Picoseconds high : grid(longest)) {
    const Contender* at_high = &winner(all, high);
    while (at_low != at_high) {
      // Where at_low is last seen, by halves; whoever follows is where the next search begins.
      Picoseconds in = low, out = high;
      const Contender* next = at_high;
      while (out - in > Picoseconds{1}) {
        const Picoseconds middle{in.count() + (out - in).count() / 2};
        const Contender* at_middle = &winner(all, middle);
        (at_middle == at_low ? in : out) = middle;
        if (at_middle != at_low) next = at_middle;
      }
      extend(in, *at_low);
      low = out;
      at_low = next;
      extend(low, *at_low);
    }
    extend(high, *at_low);
    low = high;
  }
  return found;
}

std::optional<Picoseconds> largest_guard(const std::vector<const Contender*>& contenders,
                                         Picoseconds most, Picoseconds longest) {
  const auto within = [&](Picoseconds guard) {
    return std::any_of(contenders.begin(), contenders.end(),
                       [&](const Contender* c) { return c->time(guard) <= most; });
  };
  if (!within(Picoseconds{0})) return std::nullopt;
  if (within(longest)) return longest;
  Picoseconds in{0}, out = longest;
  while (out - in > Picoseconds{1}) {
    const Picoseconds middle{in.count() + (out - in).count() / 2};
    (within(middle) ? in : out) = middle;
  }
  return in;
}

std::vector<const Contender*> of_scheduler(const std::vector<Contender>& contenders,
                                           const std::string& scheduler) {
  std::vector<const Contender*> chosen;
  for (const Contender& c : contenders) {
    if (scheduler.empty() || c.scheduler == scheduler) chosen.push_back(&c);
  }
  return chosen;
}

}  // namespace jacquard::advise
