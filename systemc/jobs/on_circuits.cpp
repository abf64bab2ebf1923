// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "systemc/jobs/exchanges.hpp"

namespace jacquard::jobs {
namespace {

using base::Picoseconds;

struct State {
  Exchanges exchanges;
  std::size_t next = 0;  // exchange
  Picoseconds ready{0};  // it waits from then on
  bool is_done() const { return next == exchanges.all.size(); }
  // The last exchange ended then.
  void ended(Picoseconds at) {
    ++next;
    ready = at + (is_done() ? exchanges.computed_after : exchanges.all[next].gap);
  }
};

// Those whose exchanges are decided on at `now`.
std::vector<State*> chosen(std::vector<State>& states, Picoseconds now, Sharing sharing) {
  std::vector<State*> waiting;
  for (State& s : states) {
    if (!s.is_done() && s.ready <= now) waiting.push_back(&s);
  }
  if (sharing == Sharing::in_turn) {
    waiting = {
        *std::min_element(waiting.begin(), waiting.end(),
                          [](const State* a, const State* b) { return a->ready < b->ready; })};
  }
  return waiting;
}

// Carries the next exchange of each, from `now` on. Returns when the fabric is free again.
Picoseconds carry(systemc::Fabric& fabric, int ports, const std::vector<State*>& those,
                  Picoseconds now, std::uint64_t index, std::uint64_t seed) {
  demand::DemandMatrix demand(ports);
  std::vector<demand::Flow> flows;
  for (const State* s : those) {
    for (const demand::Flow& f : s->exchanges.all[s->next].flows) {
      demand.set(f.source, f.destination, demand.at(f.source, f.destination) + f.size);
      flows.push_back(f);
    }
  }
  const systemc::Offer offer{demand, flows, true, index};
  const systemc::RunFigures figures = fabric.run(offer, seed, nullptr);
  auto time = figures.flow_times.begin();
  for (State* s : those) {
    const auto end = time + static_cast<std::ptrdiff_t>(s->exchanges.all[s->next].flows.size());
    s->ended(now + *std::max_element(time, end));
    time = end;
  }
  return now + figures.completion;
}

}  // namespace

std::vector<Picoseconds> times_on_circuits(systemc::Fabric& fabric, int ports,
                                           const std::vector<Job>& jobs, Sharing sharing,
                                           std::uint64_t seed) {
  std::vector<State> states;
  for (const Job& job : jobs) {
    State s{exchanges_of(job)};
    s.ready = job.start + (s.is_done() ? s.exchanges.computed_after : s.exchanges.all[0].gap);
    states.push_back(std::move(s));
  }
  Picoseconds free{0};
  for (std::uint64_t index = 0;; ++index) {
    Picoseconds soonest{std::numeric_limits<std::int64_t>::max()};
    for (const State& s : states) {
      if (!s.is_done()) soonest = std::min(soonest, s.ready);
    }
    if (soonest.count() == std::numeric_limits<std::int64_t>::max()) break;
    const Picoseconds now = std::max(free, soonest);
    free = carry(fabric, ports, chosen(states, now, sharing), now, index, seed);
  }
  std::vector<Picoseconds> times;
  for (std::size_t j = 0; j < jobs.size(); ++j) times.push_back(states[j].ready - jobs[j].start);
  return times;
}

}  // namespace jacquard::jobs
