// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/automatic.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/bvn/exact.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/core/core_schedulers.hpp"
#include "jacquard/schedule/core/ladder_bound.hpp"
#include "jacquard/schedule/hops/detours.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/hops/shifts.hpp"

namespace jacquard::schedule {
namespace {

using base::Picoseconds;
using demand::QuantaMatrix;

constexpr double kMostOfExact = 0.5;  // guard over mean entry; beyond, many settings cost more
constexpr std::int64_t kMostDetourWork = 1 << 19;  // 90 settings of 64 ports, 22 of 1,024

// A schedule with its makespan.
struct Timed {
  Schedule schedule;
  Picoseconds time;

  Timed(const QuantaMatrix& demand, Schedule what)
      : schedule(std::move(what)), time(makespan(demand, schedule)) {}

  void consider(const QuantaMatrix& demand, Schedule other) {
    Timed timed(demand, std::move(other));
    if (timed.time < time) *this = std::move(timed);
  }
};

// Detours load ports that others need, so they must save a hundredth.
Picoseconds worth_a_detour(Picoseconds time) { return time - Picoseconds{time.count() / 100}; }

// A ratio, so that counting in bytes instead of quanta decides nothing.
bool may_pay_for_exact(const QuantaMatrix& demand) {
  const auto entries = demand.row_major();
  const auto zeros = std::count(entries.begin(), entries.end(), 0);
  const auto nonzeros = static_cast<double>(static_cast<std::int64_t>(entries.size()) - zeros);
  const auto total = static_cast<double>(demand.total());
  return demand.clock().guard_in_slots() * nonzeros <= kMostOfExact * total;
}

// A lowering looks at every other setting for each port.
bool few_enough(std::int64_t settings, int ports) {
  return settings * settings * ports <= kMostDetourWork;
}

bool few_enough(const PortShape& shape) {
  int largest = 1;
  for (int k = 0; k < shape.digits(); ++k) largest = std::max(largest, shape.size(k));
  return few_enough(largest - 1, shape.ports());
}

// Shapes are tried as long as their estimates are below what has been found.
void spread_shapes(const QuantaMatrix& demand, std::vector<ChosenShape> shapes, Timed& best) {
  std::stable_sort(shapes.begin(), shapes.end(), [](const ChosenShape& a, const ChosenShape& b) {
    return a.time.spread < b.time.spread;
  });
  for (const ChosenShape& one : shapes) {
    if (one.time.spread >= worth_a_detour(best.time)) return;
    if (few_enough(one.shape)) best.consider(demand, spread_shifts(demand, one.shape));
  }
}

// `direct`: a schedule to try too, or none.
Schedule with_detours(const QuantaMatrix& demand, std::vector<ChosenShape> shapes,
                      const Schedule* direct, Timed plain) {
  Timed best = plain;
  const std::int64_t settings =
      direct == nullptr ? 0 : static_cast<std::int64_t>(direct->permutations());
  if (settings > 0 && few_enough(settings, demand.ports())) {
    const Picoseconds least = demand.clock().makespan(demand.largest_line_sum(), settings);
    if (least < worth_a_detour(best.time)) best.consider(demand, spread_direct(demand, *direct));
  }
  spread_shapes(demand, std::move(shapes), best);
  return std::move(best.time < worth_a_detour(plain.time) ? best.schedule : plain.schedule);
}

}  // namespace

// Plain shifts are made only where their bounds do not decide: what they wait for is known no
// sooner.
Schedule automatic(const QuantaMatrix& demand, const SchedulerOptions& options) {
  std::vector<ChosenShape> shapes = timed_shapes(demand);
  const ChosenShape chosen = shortest_shape(shapes);
  const Picoseconds bound = lower_bound(demand, 1);
  std::optional<Timed> relayed;
  const auto make_shifts = [&] {
    if (!relayed) relayed.emplace(demand, shift_schedule(demand, chosen.shape));
  };
  if (bound > chosen.time.least) {
    make_shifts();
    if (bound > relayed->time) {
      return with_detours(demand, std::move(shapes), nullptr, *std::move(relayed));
    }
  }
  // Of equal ones holds_first, then ladder.
  const Schedule direct = holds_first(demand, options);
  Timed best(demand, direct);
  if (ladder_may_take_less(demand, options, best.time)) {
    best.consider(demand, ladder(demand, options));
  }
  if (may_pay_for_exact(demand)) {
    best.consider(demand, exact(demand, options));
  }
  if (best.time > chosen.time.least) {
    make_shifts();
    if (relayed->time < best.time) best = *std::move(relayed);
  }
  return with_detours(demand, std::move(shapes), &direct, std::move(best));
}

Schedule spread(const QuantaMatrix& demand, const SchedulerOptions& options) {
  if (options.shape == "auto") {
    std::vector<ChosenShape> shapes = timed_shapes(demand);
    const Schedule direct = holds_first(demand, options);
    Timed best(demand, direct);
    best.consider(demand, shift_schedule(demand, shortest_shape(shapes).shape));
    return with_detours(demand, std::move(shapes), &direct, std::move(best));
  }
  const PortShape shape = parse_shape(options.shape, demand.ports(), {"--shape", ""});
  Timed best(demand, shift_schedule(demand, shape));
  best.consider(demand, spread_shifts(demand, shape));
  return std::move(best.schedule);
}

}  // namespace jacquard::schedule
