// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/expected_work.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "jacquard/engine/event/plan.hpp"
#include "jacquard/engine/event/symmetry.hpp"
#include "jacquard/engine/event/totals.hpp"

namespace jacquard::engine {
namespace {

using rounds::Round;
using rounds::SymbolicPermutation;

constexpr double kMostSamples = 1e6;  // of all rounds together
constexpr double kSamplesOfRound = 64;
constexpr double kBytesOfRound = sizeof(Round) + sizeof(Sending) + sizeof(Receipt) + 128;
// Of a message that waits for its link or is on its way, as measured on an all-to-all of 4,096.
constexpr double kBytesOfMessage = 128;
constexpr double kBytesOfPartner = 2 * sizeof(int);  // both tables of a partial permutation

// Links between two NPUs.
double distance(const topology::Fabric& fabric, int from, int to) {
  double links = 0;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const topology::Dimension& dimension = fabric.dimension(d);
    const int apart = std::abs(fabric.digit(from, d) - fabric.digit(to, d));
    if (apart == 0) continue;
    if (dimension.block == topology::Block::ring) {
      links += std::min(apart, dimension.size - apart);
    } else {
      links += topology::has_switch(dimension.block) ? 2 : 1;
    }
  }
  return links;
}

double distance(topology::NetworkView network, int from, int to) {
  if (from == to) return 0;
  if (network.fabric() != nullptr) return distance(*network.fabric(), from, to);
  std::vector<topology::LinkNumber> route;
  network.graph()->route(from, to, route);
  return static_cast<double>(route.size());
}

// What some ranks of a round say of all.
struct Sample {
  double senders = 0;            // how many of all ranks send
  double events_of_message = 0;  // its own, and one for each link of its way
};

Sample sample(const Scenario& s, const Round& round, double samples) {
  const rounds::Collective& c = s.graph().collective_of(round);
  if (round.cast) {  // each message up and down a switch
    const double all = round.cast->messages(c.shape);
    return {all, 3 + c.shape.size() / all};
  }
  // Ranks are looked at an odd number of places apart, which is no multiple of a digit of 2.
  const int step = std::max(1, static_cast<int>(c.shape.size() / samples)) | 1;
  double looked_at = 0;
  double senders = 0;
  double links = 0;
  for (std::int64_t rank = 0; rank < c.shape.size(); rank += step, ++looked_at) {
    const int from = static_cast<int>(rank);
    const int to = round.permutation.receiver(c.shape, from);
    if (to == rounds::kNobody) continue;
    links += distance(s.network, c.npu(from), c.npu(to));
    ++senders;
  }
  double all = c.shape.size() * senders / looked_at;
  if (!round.permutation.senders().empty()) {  // rather than a guess, no more than the ranges have
    all = 1;
    for (const SymbolicPermutation::Range& range : round.permutation.senders()) {
      all *= range.last - range.first + 1;
    }
  }
  return {std::max(all, 1.0), 1 + (senders > 0 ? links / senders : 2)};
}

// What is kept of links, and of the queues of NPUs.
double bytes_of_network(const Scenario& s, bool representative) {
  constexpr double bytes_of_link = 4 * sizeof(std::int64_t) + sizeof(LinkLoad);
  constexpr double bytes_of_queue = 80;
  double links = 0;
  double queues = 0;
  if (const topology::Fabric* fabric = s.network.fabric()) {
    for (int d = 0; d < fabric->dimensions(); ++d)
      links += static_cast<double>(fabric->links_in(d));
    queues = fabric->dimensions();
    if (representative) links /= fabric->npus();
  } else {
    links = static_cast<double>(s.network.graph()->links());
    queues = 24;  // GraphWiring's
    links += s.network.graph()->most_route_bytes() / bytes_of_link;
  }
  return links * bytes_of_link + queues * (representative ? 1 : s.network.npus()) * bytes_of_queue;
}

}  // namespace

ExpectedWork expected_work(const Scenario& s) {
  if (rounds::npus(s.graph()) > s.network.npus()) return {};
  const bool representative = s.symmetry == Symmetry::automatic && asymmetry(s).empty();
  const auto rounds = static_cast<double>(s.graph().rounds.size());
  const double samples = std::clamp(kMostSamples / std::max(rounds, 1.0), 1.0, kSamplesOfRound);
  ExpectedWork work;
  work.memory = bytes_of_network(s, representative);
  // Messages that wait for nothing but their phase, so that all may be under way at once; of the
  // chunks of a collective one is in a phase at a time.
  std::map<std::pair<int, int>, double> under_way;  // by collective and phase
  double of_unit = 0;
  const Round* before = nullptr;
  for (const Round& round : s.graph().rounds) {
    const rounds::Shape& shape = s.graph().collective_of(round).shape;
    const double simulated = representative ? 1.0 : static_cast<double>(shape.size());
    const Sample some = sample(s, round, samples);
    work.events += (representative ? 1.0 : some.senders) * round.repeat * some.events_of_message;
    work.memory += kBytesOfRound;
    const bool rotates = round.permutation.rule() == SymbolicPermutation::Rule::shift &&
                         round.permutation.senders().empty();
    if ((!rotates || round.cast) && round.chunk == 0) work.memory += kBytesOfPartner * shape.size();
    const bool new_unit = before == nullptr || before->collective != round.collective ||
                          before->chunk != round.chunk || before->phase != round.phase;
    if (new_unit) {
      work.events += 2 * simulated;  // a phase begins and ends
      work.memory += simulated * sizeof(UnitState);
    }
    if (new_unit || round.repeat > 1 || !(before->after == round.after)) {
      work.memory += simulated * sizeof(GateState);
    }
    of_unit = (new_unit ? 0 : of_unit) +
              (round.after.empty() ? (representative ? 1.0 : some.senders) : 0);
    double& most = under_way[{round.collective, round.phase}];
    most = std::max(most, of_unit);
    before = &round;
  }
  for (const auto& [phase, messages] : under_way) work.memory += messages * kBytesOfMessage;
  return work;
}

}  // namespace jacquard::engine
