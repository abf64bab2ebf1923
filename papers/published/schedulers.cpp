// SPDX-License-Identifier: Apache-2.0
#include "papers/published/schedulers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/statistics.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::report {
namespace {

constexpr int kPorts = 64;
constexpr int kBits = 8;
constexpr std::uint64_t kMatrices = 10;
constexpr std::uint64_t kSeed = 1;
// The window is 50 guards long by default in the Solstice authors' own program (1500 and 30).
constexpr double kWindowInGuards = 50;

// A demand of 4 big and 12 small permutations, with a guard of so many slots; 0: the largest line
// sum over kWindowInGuards.
demand::QuantaMatrix sparse(std::uint64_t index, double guard) {
  demand::Quantisation how;
  how.bits = kBits;
  const auto counted =
      quantise(demand::generate(demand::DemandClass::sparse, kPorts, kSeed, index), how);
  if (guard == 0) guard = static_cast<double>(counted.largest_line_sum()) / kWindowInGuards;
  demand::SlotClock clock;
  clock.slot = base::Picoseconds{1'000'000};
  clock.guard = base::Picoseconds{std::llround(guard * 1e6)};
  const auto counts = counted.row_major();
  return {kPorts, {counts.begin(), counts.end()}, clock};
}

double makespan(const char* scheduler, const demand::QuantaMatrix& demand) {
  const schedule::Schedule found = schedule::find_scheduler(scheduler).run(demand, {});
  return static_cast<double>(found.slots()) +
         demand.clock().guard_in_slots() * static_cast<double>(found.permutations());
}

// The matrices, whose guard is a share of the largest line sum.
std::vector<demand::QuantaMatrix> sparse_demands() {
  std::vector<demand::QuantaMatrix> all;
  for (std::uint64_t k = 0; k < kMatrices; ++k) all.push_back(sparse(k, 0));
  return all;
}

// Share of the demand that a schedule serves in its first `window` slots, guards included.
double share_served(const demand::QuantaMatrix& demand, const schedule::Schedule& schedule,
                    double window) {
  schedule::Residue left(demand);
  std::int64_t served = 0;
  double now = 0;
  for (schedule::SettingCursor s(schedule); !s.done(); s.next()) {
    now += demand.clock().guard_in_slots();
    const auto room = static_cast<std::int64_t>(std::floor(window - now + 0.5));
    if (room < 1) break;
    for (int row = 0; row < demand.ports(); ++row) {
      const int column = base::at(s.columns(), row);
      if (column != schedule::kUnmatched) {
        served += left.serve(row, column, std::min(room, s.hold()));
      }
    }
    now += static_cast<double>(s.hold());
  }
  return static_cast<double>(served) / static_cast<double>(demand.total());
}

std::string demands() {
  return fmt::format("{} sparse demands of {} ports, {} bits, seed {}", kMatrices, kPorts, kBits,
                     kSeed);
}

}  // namespace

Answer solstice_utilization(const Question& question) {
  const auto over = [](const char* other) {
    return base::mean(sparse_demands(), [&](const demand::QuantaMatrix& demand) {
      return makespan(other, demand) / makespan("solstice", demand);
    });
  };
  const double over_birkhoff = over("exact");
  Answer a;
  a.ours = over_birkhoff;
  a.verdict = compared(question.number, over_birkhoff);
  a.remark = fmt::format(
      "over exact (Birkhoff-von Neumann), on {}, guard D / {:.0f}, no packet switch; over our tms, "
      "which takes bottleneck matchings, {:.2f}",
      demands(), kWindowInGuards, over("tms"));
  return a;
}

Answer solstice_over_optimal(const Question&) {
  const auto above_bound = [](const char* scheduler) {
    return base::mean(sparse_demands(), [&](const demand::QuantaMatrix& demand) {
      const double delta = demand.clock().guard_in_slots();
      return makespan(scheduler, demand) / schedule::Residue(demand).bound_in_slots(delta) - 1;
    });
  };
  Answer a;
  a.ours = above_bound("solstice");
  a.verdict = "not-covered";
  a.remark = fmt::format(
      "not the same quantity: ours is the makespan above the lower bound, on {}, guard D / {:.0f}, "
      "circuits alone down to the last quantum; there a packet switch takes the rest. holds-first: "
      "{:.3f}",
      demands(), kWindowInGuards, above_bound("holds-first"));
  return a;
}

Answer eclipse_share(const Question& question) {
  double least = 1;
  for (const double guard : {10.0, 30.0, 100.0}) {
    for (std::uint64_t k = 0; k < kMatrices; ++k) {
      const demand::QuantaMatrix demand = sparse(k, guard);
      const double window = schedule::Residue(demand).bound_in_slots(guard);
      const schedule::Schedule found = schedule::find_scheduler("eclipse").run(demand, {});
      least = std::min(least, share_served(demand, found, window));
    }
  }
  Answer a;
  a.ours = least;
  a.verdict = compared(question.number, least);
  a.remark = fmt::format(
      "least share of the whole demand served within the lower bound, which no optimum exceeds: "
      "{}, "
      "guards of 10, 30 and 100 quanta",
      demands());
  return a;
}

}  // namespace jacquard::report
