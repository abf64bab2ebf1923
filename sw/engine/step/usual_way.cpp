// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>

#include "jacquard/collective/generate.hpp"
#include "jacquard/engine/step/collective_time.hpp"

namespace jacquard::engine::step {
namespace {

using collective::Algorithm;
using collective::Method;
using collective::Spread;
using collective::Way;
using rounds::CollectiveKind;

constexpr int kUsualChunks[] = {1, 8, 64};

constexpr Method kUsual[] = {Method::ring, Method::two_way_ring, Method::halving_doubling,
                             Method::direct};

bool has_algorithms(CollectiveKind kind) { return kind <= CollectiveKind::all_to_all; }

int last_dimension(const std::vector<GroupDigit>& digits) {
  int last = 0;
  for (const GroupDigit& digit : digits) last = std::max(last, digit.dimension);
  return last;
}

bool is_across(const std::vector<GroupDigit>& digits) {
  return digits.front().dimension != digits.back().dimension;
}

// Links that a message passes on its way: on a ring, from all to all, a quarter of it.
double hops_of(const Algorithm& algorithm, const topology::Dimension& dimension) {
  const bool far =
      algorithm.method == Method::direct || algorithm.method == Method::halving_doubling;
  const bool on_ring = dimension.block == topology::Block::ring;
  return far && on_ring ? std::max(1.0, dimension.size / 4.0) : 1.0;
}

}  // namespace

// On a ring a message that goes far is followed link by link.
double CollectiveTimes::rounds_to_time(const collective::CollectiveRequest& request,
                                       const std::vector<GroupDigit>& digits) const {
  double most_hops = 1;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const topology::Dimension& dimension = machine_.fabric->dimension(digits[i].dimension);
    most_hops = std::max(most_hops, hops_of(request.algorithms[i], dimension));
  }
  return collective::graph_size(request).rounds * most_hops;
}

// A phase takes its time in its own dimension, whatever the others do.
void CollectiveTimes::use_fastest_algorithms(CollectiveKind kind, base::Bytes bytes,
                                             const std::vector<GroupDigit>& digits,
                                             Way& way) const {
  const std::vector<collective::Phase> all =
      collective::phases(request_by(kind, bytes, digits, way), 0);
  for (std::size_t d = 0; d < way.by_dimension.size(); ++d) {
    base::Picoseconds least{std::numeric_limits<std::int64_t>::max()};
    Algorithm fastest = way.by_dimension[d];
    for (const Method method : kUsual) {
      base::Picoseconds time{0};
      bool can = true;
      for (collective::Phase phase : all) {
        const GroupDigit& digit = base::at(digits, phase.digit);
        if (base::index(digit.dimension) != d) continue;
        phase.algorithm = {method, 0};
        can = can && (method != Method::direct || goes_straight(kind, digit.radix)) &&
              collective::unsupported(phase.algorithm, kind, digit.radix).empty();
        if (can) time = base::plus(time, phase_time(phase, digit));
      }
      if (!can || !(time < least)) continue;
      least = time;
      fastest = {method, 0};
    }
    way.by_dimension[d] = fastest;
  }
}

Way CollectiveTimes::way_of(CollectiveKind kind, base::Bytes bytes,
                            const std::vector<GroupDigit>& digits) const {
  Way own = said(kind);
  if (!machine_.usual || machine_.astra || digits.empty()) return own;
  const auto time_of = [&](const Way& way) { return of(kind, bytes, digits, &way).time; };
  base::Picoseconds least{std::numeric_limits<std::int64_t>::max()};
  Way fastest = own;  // where all others have too many rounds
  const auto consider = [&](const Way& way) {
    const auto request = request_by(kind, bytes, digits, way);
    if (rounds_to_time(request, digits) > kMostRoundsOfUsual) return;
    const base::Picoseconds time = time_of(way);
    if (!(time < least)) return;
    least = time;
    fastest = way;
  };
  const bool several = is_across(digits);
  std::vector<Spread> spreads{own.spread};
  if (several && kind == CollectiveKind::all_reduce) {
    spreads = {Spread::baseline, Spread::blueconnect};
  }
  std::vector<int> chunks{own.chunks};
  if (several) chunks.assign(std::begin(kUsualChunks), std::end(kUsualChunks));
  const bool chooses = has_algorithms(kind);
  if (chooses) own.by_dimension.resize(base::index(last_dimension(digits) + 1));
  for (const Spread spread : spreads) {
    for (const int count : chunks) {
      Way way{own.by_dimension, spread, count};
      if (chooses) use_fastest_algorithms(kind, bytes, digits, way);
      consider(way);
    }
  }
  return fastest;
}

}  // namespace jacquard::engine::step
