// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/prove/endpoints.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "jacquard/base/at.hpp"

namespace jacquard::collective {

using base::index;

namespace {

constexpr std::size_t kLinksShown = 16;

}  // namespace

Endpoints::Endpoints(const rounds::RoundGraph& graph)
    : graph_(graph),
      npus_(rounds::npus(graph)),
      ends_(graph.rounds.size() * base::index(npus_)),
      successors_(graph.rounds.size()) {
  const int rounds = static_cast<int>(graph.rounds.size());
  for (int r = 0; r < rounds; ++r) {
    const rounds::Round& round = base::at(graph.rounds, r);
    const rounds::Collective& collective = graph.collective_of(round);
    for (int rank = 0; rank < collective.shape.size() && round.cast; ++rank) {
      const rounds::Shape& shape = collective.shape;
      const int group = round.cast->group(shape, rank);
      if (group == rounds::kNobody) continue;
      End& one = end(r, collective.npu(rank));
      if (round.cast->sends(shape, rank)) {
        one.to = collective.npu(round.cast->receivers_of(shape, group).front());
      }
      if (round.cast->receives(shape, rank)) {
        one.from = collective.npu(round.cast->senders_of(shape, group).front());
      }
    }
    for (int rank = 0; rank < collective.shape.size() && !round.cast; ++rank) {
      const int to = round.permutation.receiver(collective.shape, rank);
      if (to == rounds::kNobody) continue;
      end(r, collective.npu(rank)).to = collective.npu(to);
      end(r, collective.npu(to)).from = collective.npu(rank);
    }
  }
  for (int r = 0; r < rounds; ++r) {
    for (const int before : base::at(graph.rounds, r).after) {
      base::at(successors_, before).push_back(r);
      for (int npu = 0; npu < npus_; ++npu) end(r, npu).awaited += end(before, npu).receives();
    }
  }
}

bool Endpoints::can_begin(int round, int npu) const {
  const End& e = end(round, npu);
  if (e.awaited > 0 || e.begun == repeat(round)) return false;
  return e.receives() ? e.received == e.begun : e.sends();
}

int Endpoints::begin(int round, int npu) { return end(round, npu).begun++; }

void Endpoints::receive(int round, int npu) {
  if (++end(round, npu).received < repeat(round)) return;
  for (const int next : base::at(successors_, round)) --end(next, npu).awaited;
}

bool Endpoints::done(int round, int npu) const {
  const End& e = end(round, npu);
  return (!e.sends() || e.begun == repeat(round)) && (!e.receives() || e.received == repeat(round));
}

int Endpoints::awaited_round(int round, int npu) const {
  if (end(round, npu).awaited == 0) return round;
  for (const int before : base::at(graph_.rounds, round).after) {
    if (end(before, npu).receives() && !done(before, npu)) return before;
  }
  return round;
}

int Endpoints::late_sender(int round, int npu) const {
  const rounds::Round& of = base::at(graph_.rounds, round);
  if (!of.cast) return end(round, npu).from;
  const rounds::Collective& c = graph_.collective_of(of);
  int receiver = 0;
  while (c.npu(receiver) != npu) ++receiver;
  for (const int sender : of.cast->senders_of(c.shape, of.cast->group(c.shape, receiver))) {
    if (end(round, c.npu(sender)).begun <= end(round, npu).received) return c.npu(sender);
  }
  return end(round, npu).from;
}

std::string Endpoints::waits() const {
  const int rounds = static_cast<int>(graph_.rounds.size());
  int round = 0;
  int npu = 0;
  while (round < rounds && done(round, npu)) {
    if (++npu < npus_) continue;
    npu = 0;
    ++round;
  }
  if (round == rounds) return "";
  std::string chain = fmt::format("NPU {} in round {}", npu, round);
  std::set<std::pair<int, int>> seen;
  while (seen.size() < kLinksShown && seen.insert({round, npu}).second) {
    round = awaited_round(round, npu);
    const End& e = end(round, npu);
    // It can take the message: then the sender is late. Else it must itself begin that round first.
    if (e.begun > e.received) npu = late_sender(round, npu);
    chain += fmt::format(" waits for NPU {} in round {}", npu, round);
  }
  return chain;
}

}  // namespace jacquard::collective
