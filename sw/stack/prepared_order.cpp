// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/prepared_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "jacquard/base/error.hpp"
#include "jacquard/stack/pattern.hpp"
#include "jacquard/stack/plan_builder.hpp"

namespace jacquard::stack {
namespace {

using base::at;
using base::Bytes;
using base::index;

constexpr std::int64_t kMostCircuits = 20'000'000;  // some 60 B each

void require_few(std::int64_t circuits, const std::string& stack_name) {
  if (circuits <= kMostCircuits) return;
  throw base::ConfigError({stack_name, "",
                           fmt::format("at most {} circuits to carry a job on", kMostCircuits),
                           fmt::format("{} or more", circuits), "collectives=rounds"});
}

// One repetition of what is placed, or a reserved time.
struct Turn {
  std::int64_t slot = 0;
  Bytes lead{0};
  int placed = -1;  // of Timeline::placed; -1: reserved
  int number = 0;   // the repetition; which reserved time

  friend bool operator<(const Turn& a, const Turn& b) {
    return std::tie(a.slot, a.lead, a.placed, a.number) <
           std::tie(b.slot, b.lead, b.placed, b.number);
  }
};

std::vector<Turn> turns_of(const Timeline& timeline, const std::string& stack_name) {
  std::int64_t count = 0;
  for (const Placed& placed : timeline.placed) require_few(count += placed.repetitions, stack_name);
  std::vector<Turn> turns;
  for (std::size_t p = 0; p < timeline.placed.size(); ++p) {
    const Placed& placed = timeline.placed[p];
    for (int k = 0; k < placed.repetitions; ++k) {
      const Bytes lead = k == 0 ? placed.lead : Bytes{0};
      turns.push_back(
          {placed.start + std::int64_t{k} * placed.slots, lead, static_cast<int>(p), k});
    }
  }
  for (std::size_t r = 0; r < timeline.reserved.size(); ++r) {
    turns.push_back({timeline.reserved[r].start, Bytes{0}, -1, static_cast<int>(r)});
  }
  std::sort(turns.begin(), turns.end());
  return turns;
}

class Builder {
 public:
  Builder(const Stack& stack, const std::string& name, const engine::job::JobWork& work,
          const engine::job::JobRounds& rounds)
      : stack_(stack),
        name_(name),
        plan_(stack.plan),
        rounds_(rounds),
        routes_(stack.plan, stack.fabric, stack.sizes, stack.seating, {name, ""}),
        ranks_(ranks_by_actor(stack.plan)),
        first_round_(rounds.graph.collectives.size(), 0),
        exchange_of_(plan_.calls.size(), -1) {
    for (std::size_t r = rounds.graph.rounds.size(); r-- > 0;) {
      at(first_round_, rounds.graph.rounds[r].collective) = static_cast<int>(r);
    }
    for (std::size_t a = 0; a < plan_.actors.size(); ++a) {
      nodes_.push_back(in_order(work.job.graph(ranks_[a].front())));
    }
  }

  PreparedOrder take() {
    for (const Turn& turn : turns_of(stack_.timeline, name_)) {
      if (turn.placed < 0) {
        add_exchange(at(stack_.timeline.reserved, turn.number));
      } else {
        add_round(at(stack_.timeline.placed, turn.placed), turn.number);
      }
    }
    return std::move(out_);
  }

 private:
  void add_exchange(const Reserved& reserved) {
    int& number = at(exchange_of_, reserved.call);
    if (number >= 0) return;  // on another channel
    number = static_cast<int>(out_.members.size());
    std::vector<int> members;
    for (const Side& side : plan_.sides_of(at(plan_.calls, reserved.call))) {
      const std::vector<int>& ranks = at(ranks_, side.actor);
      members.insert(members.end(), ranks.begin(), ranks.end());
    }
    std::sort(members.begin(), members.end());
    Passing passing;
    passing.exchange = number;
    out_.passings.push_back(passing);
    out_.members.push_back(std::move(members));
  }

  void add_round(const Placed& placed, int repetition) {
    const int number = at(plan_.pattern_of_round, placed.round);
    const Pattern& pattern = at(plan_.patterns, number);
    const Call& call = at(plan_.calls, placed.call);
    const int in_call = placed.round - plan_.template_of(call).first_round;
    for (const Side& side : plan_.sides_of(call)) {
      for (const int from : at(ranks_, side.actor)) {
        const int to = receiver(pattern, from, side.actor);
        if (to == rounds::kNobody || to == from) continue;
        Passing passing;
        passing.link = routes_.link(number, placed.part, from);
        if (passing.link == Routes::kNotInPart) continue;
        passing.round = round_of(from, side, in_call, placed);
        const std::int64_t message = bytes_from(passing.round, from).count();
        const std::int64_t first = placed.from.count();
        const std::int64_t count = std::min(first + placed.bytes.count(), message) - first;
        if (count < 0 || (count == 0 && message > 0)) continue;
        passing.from = from;
        passing.to = to;
        passing.repetition = placed.first_repetition + repetition;
        passing.first = placed.from;
        passing.bytes = Bytes{count};
        passing.channel = placed.channel;
        require_few(static_cast<std::int64_t>(out_.passings.size()) + 1, name_);
        out_.passings.push_back(passing);
      }
    }
  }

  // The job's round of the group in which a rank is.
  int round_of(int rank, const Side& side, int in_call, const Placed& placed) const {
    const int node = at(at(nodes_, side.actor), side.node);
    const int collective = at(at(rounds_.parts, rank), node).collective;
    const rounds::Round& planned = at(plan_.rounds.rounds, placed.round);
    const int round = collective < 0 ? -1 : at(first_round_, collective) + in_call;
    const auto all = static_cast<int>(rounds_.graph.rounds.size());
    const bool has_it =
        round >= 0 && round < all && at(rounds_.graph.rounds, round).collective == collective;
    if (has_it && at(rounds_.graph.rounds, round).repeat == planned.repeat &&
        at(rounds_.graph.rounds, round).bytes == planned.bytes) {
      return round;
    }
    throw base::ConfigError(
        {name_, "", "rounds as the job has them",
         fmt::format("call {}, round {}: {} times {} B, of which the job has {}", placed.call,
                     in_call, planned.repeat, planned.bytes.count(),
                     has_it ? fmt::format("{} times {} B", at(rounds_.graph.rounds, round).repeat,
                                          at(rounds_.graph.rounds, round).bytes.count())
                            : "none"),
         ""});
  }

  Bytes bytes_from(int round, int npu) const {
    const rounds::Round& one = at(rounds_.graph.rounds, round);
    if (one.uneven.empty()) return one.bytes;
    const rounds::Collective& collective = rounds_.graph.collective_of(one);
    for (int rank = 0; rank < static_cast<int>(one.uneven.size()); ++rank) {
      if (collective.npu(rank) == npu) return at(one.uneven, rank);
    }
    return Bytes{0};
  }

  const Stack& stack_;
  const std::string& name_;  // for messages
  const Plan& plan_;
  const engine::job::JobRounds& rounds_;
  Routes routes_;
  std::vector<std::vector<int>> ranks_;  // of each actor
  std::vector<int> first_round_;         // of each of the job's collectives
  std::vector<std::vector<int>> nodes_;  // of each actor: of its nodes, which it is of its graph
  std::vector<int> exchange_of_;         // of each call; -1: none yet
  PreparedOrder out_;
};

}  // namespace

PreparedOrder prepared_order(const Stack& stack, const std::string& stack_name,
                             const engine::job::JobWork& work,
                             const engine::job::JobRounds& rounds) {
  return Builder(stack, stack_name, work, rounds).take();
}

}  // namespace jacquard::stack
