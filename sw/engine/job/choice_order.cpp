// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/choice_order.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/cycle.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;

}  // namespace

ChoiceOrder::ChoiceOrder(const JobRounds& job, std::vector<const OpGraph*> graphs)
    : job_(job), graphs_(std::move(graphs)) {
  std::size_t nodes = 0;
  for (const OpGraph* graph : graphs_) {
    first_.push_back(nodes);
    nodes += index(graph->size());
  }
  passed_.resize(nodes);
}

ChoiceOrder::At ChoiceOrder::member(int collective, int rank) const {
  return {job_.npu(collective, rank), job_.nodes[index(collective)][index(rank)]};
}

void ChoiceOrder::begin() {
  waits_.clear();
  for (const OpGraph* graph : graphs_) {
    const std::vector<int> counts = graph->dependency_counts();
    waits_.insert(waits_.end(), counts.begin(), counts.end());
  }
  missing_.clear();
  for (std::size_t c = 0; c < job_.nodes.size(); ++c) {
    missing_.push_back(static_cast<int>(job_.nodes[c].size()));
    if (job_.is_message(static_cast<int>(c))) ++waits_[place(member(static_cast<int>(c), 1))];
  }
  std::fill(passed_.begin(), passed_.end(), false);
  passed_count_ = 0;
  choosable_.clear();
  free_.clear();
  for (int npu = 0; npu < static_cast<int>(graphs_.size()); ++npu) {
    for (int n = 0; n < graphs_[index(npu)]->size(); ++n) {
      if (waits_[place({npu, n})] == 0) free_.push_back({npu, n});
    }
  }
  work();
}

void ChoiceOrder::chosen(int collective) {
  for (int rank = 0; rank < static_cast<int>(job_.nodes[index(collective)].size()); ++rank) {
    pass(member(collective, rank));
  }
  work();
}

std::vector<int> ChoiceOrder::take_choosable() {
  std::vector<int> taken;
  taken.swap(choosable_);
  return taken;
}

void ChoiceOrder::free(At at) {
  if (--waits_[place(at)] == 0) free_.push_back(at);
}

void ChoiceOrder::work() {
  while (!free_.empty()) {
    const At at = free_.back();
    free_.pop_back();
    reach(at);
  }
}

// All that the node waits for has been passed.
void ChoiceOrder::reach(At at) {
  const int collective = part(at).collective;
  if (collective == Part::kNone) {
    pass(at);
  } else if (job_.is_message(collective)) {
    pass(at);
    if (part(at).rank == 0) free(member(collective, 1));
  } else if (--missing_[index(collective)] == 0) {
    choosable_.push_back(collective);
  }
}

void ChoiceOrder::pass(At at) {
  passed_[place(at)] = true;
  ++passed_count_;
  for (const int child : graphs_[index(at.npu)]->dependents(at.node)) free({at.npu, child});
}

void ChoiceOrder::require_no_cycle() {
  begin();
  for (std::vector<int> next = take_choosable(); !next.empty(); next = take_choosable()) {
    for (const int collective : next) chosen(collective);
  }
  if (passed_count_ == passed_.size()) {
    begin();
    return;
  }
  // Each that is held up, and one that holds it up.
  std::vector<At> all;
  for (int npu = 0; npu < static_cast<int>(graphs_.size()); ++npu) {
    for (int n = 0; n < graphs_[index(npu)]->size(); ++n) all.push_back({npu, n});
  }
  std::vector<std::vector<int>> waits(all.size());
  for (const At at : all) {
    if (held_up(at)) waits[place(at)] = {static_cast<int>(place(awaited(at)))};
  }
  constexpr std::size_t kMostNamed = 7;
  const std::vector<int> cycle = base::find_cycle(
      static_cast<int>(all.size()), [&waits](int i) -> const auto& { return base::at(waits, i); });
  std::string found;
  for (std::size_t i = 0; i < std::min(cycle.size(), kMostNamed); ++i) {
    found += name(base::at(all, cycle[i])) + ", which waits for ";
  }
  found += cycle.size() > kMostNamed ? "..." : "the first";
  throw base::ConfigError({"workload", "", "collectives and messages that all NPUs can go through",
                           "some that wait for each other", found});
}

// Something that holds `at` up.
ChoiceOrder::At ChoiceOrder::awaited(At at) const {
  for (const int dependency : graphs_[index(at.npu)]->dependencies(at.node)) {
    const At before{at.npu, dependency};
    if (held_up(before)) return before;
  }
  const int collective = part(at).collective;
  JQ_CHECK(collective != Part::kNone, "what waits for nothing is not held up");
  if (job_.is_message(collective)) return member(collective, 0);
  for (int rank = 0; rank < static_cast<int>(job_.nodes[index(collective)].size()); ++rank) {
    const At other = member(collective, rank);
    if (waits_[place(other)] > 0) return other;
  }
  JQ_CHECK(false, "a collective that all have come to may be chosen");
  return at;
}

std::string ChoiceOrder::name(At at) const {
  return fmt::format("{} of NPU {}", described(node(at)), at.npu);
}

}  // namespace jacquard::engine::job
