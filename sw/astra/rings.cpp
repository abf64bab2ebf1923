// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/rings.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::astra {
namespace {

constexpr Tick kBeyondAny = Tick{1} << 62;
constexpr std::int64_t kMostMessages = std::int64_t{1} << 62;

bool is_ring(const Program& program) {
  if (program.is_tree || program.releases.window != 1) return false;
  return std::all_of(program.releases.legs.begin(), program.releases.legs.end(),
                     [&program](const Leg& leg) {
                       const int to = leg.permutation.receiver(program.positions, 0);
                       return to == 1 % program.positions.size();
                     });
}

}  // namespace

Rings::Rings(const Input& input, const Places& places, const Cast& cast, const RingWays* ways,
             EventQueue& queue, Calls& calls, Network& network)
    : input_(input),
      places_(places),
      cast_(cast),
      ways_(ways),
      queue_(queue),
      calls_(calls),
      network_(network),
      places_of_(cast.ranks.size()) {
  if (ways != nullptr) used_.resize(static_cast<std::size_t>(ways->uses()));
}

// From this NPU on, until its class comes again.
void Rings::add_ring(std::uint32_t npu, int group, const Line& line) {
  Ring ring;
  const int first = cast_.rank(npu);
  const int position = line.position(first);
  for (int i = 0; i < line.members; ++i) {
    const int rank = line.npu_at(first, (position + i) % line.members);
    if (i > 0 && cast_.of(rank) == npu) break;
    ring.ranks.push_back(rank);
    ring.npus.push_back(cast_.of(rank));
  }
  const auto period = static_cast<int>(ring.npus.size());
  ring.after_last = line.npu_at(first, (position + period) % line.members);
  if (line.members % period != 0) throw NotAtOnce{};
  ring.start.assign(ring.npus.size(), -1);
  ring.node.resize(ring.npus.size());
  ring.first_use.push_back(0);
  for (std::size_t i = 0; i < ring.npus.size(); ++i) {
    for (const Place& known : places_of_[ring.npus[i]]) {
      if (known.group == group) throw NotAtOnce{};
    }
    places_of_[ring.npus[i]].push_back({group, rings_.size(), i});
    if (ways_ == nullptr) continue;
    for (const RingWays::Use& use : ways_->of(ring.npus[i], group)) ring.uses.push_back(use);
    ring.first_use.push_back(ring.uses.size());
  }
  ring.free.assign(ring.uses.size(), 0);
  rings_.push_back(std::move(ring));
}

Rings::Place Rings::place_of(std::uint32_t npu, int group, const Line& line) {
  for (const Place& known : places_of_[npu]) {
    if (known.group == group) return known;
  }
  add_ring(npu, group, line);
  return places_of_[npu].back();
}

bool Rings::take(std::uint32_t npu, int group, const Line& line, const Program& program,
                 std::int64_t chunks, int node) {
  if (!is_ring(program)) return false;
  const Place place = place_of(npu, cast_.group(npu, group), line);
  Ring& ring = rings_[place.ring];
  if (ring.begun == 0) {
    ring.program = &program;
    ring.chunks = chunks;
  }
  Tick& start = ring.start[place.place];
  if (ring.program != &program || ring.chunks != chunks || start >= 0) throw NotAtOnce{};
  start = queue_.now();
  ring.node[place.place] = node;
  if (++ring.begun == static_cast<int>(ring.npus.size())) finish(ring);
  return true;
}

void Rings::finish(Ring& ring) {
  const Releases& releases = ring.program->releases;
  if (ring.chunks > kMostMessages / releases.sends) throw NotAtOnce{};
  ready_ = ring.start;
  spans_.assign(ring.uses.size(), {kBeyondAny, 0});
  // Without congestion the chunks that run at once take the same time, each beside the others.
  const std::int64_t at_once = ways_ == nullptr ? input_.system.active_chunks : 1;
  const std::int64_t rounds = (ring.chunks + at_once - 1) / at_once;
  prepare_delays(ring);
  for (std::int64_t i = 0; i < rounds; ++i) go_round(ring);
  for (std::size_t i = 0; i < ring.npus.size(); ++i) {
    calls_.after(ring.npus[i], ready_[i] - queue_.now(),
                 {Call::Kind::node, static_cast<std::uint32_t>(ring.node[i]), 0});
    const int next = i + 1 < ring.ranks.size() ? ring.ranks[i + 1] : ring.after_last;
    const int dimension = places_.first_difference(ring.ranks[i], next);
    double bytes = 0;
    for (const Leg& leg : releases.legs) {
      const std::int64_t messages = leg.messages * ring.chunks;
      network_.count(ring.npus[i], dimension, leg.bytes, messages);
      bytes += static_cast<double>(leg.bytes) * static_cast<double>(messages);
    }
    count_links(ring, i, next, dimension, bytes);
    ring.start[i] = -1;
  }
  for (std::size_t u = 0; u < ring.uses.size(); ++u) {
    base::at(used_, ring.uses[u].number).push_back(spans_[u]);
  }
  ring.begun = 0;
}

void Rings::count_links(const Ring& ring, std::size_t member, int next, int dimension,
                        double bytes) {
  const std::uint32_t npu = ring.npus[member];
  if (ways_ == nullptr) {
    const int own = ring.ranks[member];
    const int links = hops(places_.dimension(dimension), places_.digit(own, dimension),
                           places_.digit(next, dimension));
    network_.count_links(npu, dimension, bytes * links);
    return;
  }
  for (std::size_t use = ring.first_use[member]; use < ring.first_use[member + 1]; ++use) {
    network_.count_links(npu, ring.uses[use].dimension, bytes);
  }
}

void Rings::prepare_delays(const Ring& ring) {
  delay_.clear();
  crossing_.clear();
  for (const Leg& leg : ring.program->releases.legs) {
    for (std::size_t i = 0; i < ring.npus.size() && ways_ == nullptr; ++i) {
      const int next = i + 1 < ring.ranks.size() ? ring.ranks[i + 1] : ring.after_last;
      delay_.push_back(unaware_delay(places_, ring.ranks[i], next, leg.bytes));
    }
    for (const RingWays::Use& use : ring.uses) {
      const double on_wire = static_cast<double>(leg.bytes) / use.bytes_per_ns;
      crossing_.push_back({whole_nanoseconds(use.latency + on_wire), whole_nanoseconds(on_wire)});
    }
  }
}

// A chunk's phase, from the members' beginnings in ready_ to their ends there.
void Rings::go_round(Ring& ring) {
  const Releases& releases = ring.program->releases;
  const std::size_t members = ring.npus.size();
  arrival_.resize(members);
  for (Tick& ready : ready_) ready += kLocalDelay;
  std::int64_t release = 0;
  for (std::size_t leg = 0; leg < releases.legs.size(); ++leg) {
    for (std::int64_t k = 0; k < releases.legs[leg].messages; ++k) {
      if (ways_ == nullptr) {
        send(leg);
      } else {
        send_by_links(ring, leg);
      }
      Tick then = kLocalDelay;
      if (releases.is_charged(++release)) {
        const auto of = std::min(static_cast<std::size_t>(release), releases.legs.size() - 1);
        then += releases.legs[of].reduction;
      }
      Tick any = 0;
      for (std::size_t i = 0; i < members; ++i) {
        ready_[i] = std::max(ready_[i], arrival_[i]) + then;
        any |= ready_[i];
      }
      if (any > EventQueue::kLast) EventQueue::too_late();
    }
  }
}

// What each member sends now arrives at the next.
void Rings::send(std::size_t leg) {
  const std::size_t members = ready_.size();
  const Tick* const delay = delay_.data() + leg * members;
  for (std::size_t i = 0; i + 1 < members; ++i) arrival_[i + 1] = ready_[i] + delay[i];
  arrival_[0] = ready_[members - 1] + delay[members - 1];
}

void Rings::send_by_links(Ring& ring, std::size_t leg) {
  const std::size_t members = ready_.size();
  const Crossing* const crossing = crossing_.data() + leg * ring.uses.size();
  for (std::size_t i = 0; i < members; ++i) {
    Tick now = ready_[i];
    for (std::size_t use = ring.first_use[i]; use < ring.first_use[i + 1]; ++use) {
      if (now > EventQueue::kLast) EventQueue::too_late();
      now = std::max(now, ring.free[use]);
      spans_[use].begin = std::min(spans_[use].begin, now);
      ring.free[use] = now + crossing[use].busy;
      spans_[use].end = ring.free[use];
      now += crossing[use].over;
    }
    arrival_[i + 1 < members ? i + 1 : 0] = now;
  }
}

void Rings::require_apart() const {
  if (ways_ != nullptr && !ways_->disjoint(used_)) throw NotAtOnce{};
}

}  // namespace jacquard::astra
