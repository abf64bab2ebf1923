// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/endpoint_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

using rounds::kNobody;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A token for resume(): a phase that opens, or a step whose message is processed.
int phase_token(int phase) { return -1 - phase; }

}  // namespace

int rank_of(const rounds::Collective& collective, int npu) {
  if (collective.npus.empty()) return npu < collective.shape.size() ? npu : kNobody;
  const auto it = std::find(collective.npus.begin(), collective.npus.end(), npu);
  return it == collective.npus.end() ? kNobody : static_cast<int>(it - collective.npus.begin());
}

EndpointProgram::EndpointProgram(const engine::Scenario& scenario, int npu, Host host,
                                 const std::function<bool(int collective)>& takes_part)
    : graph_(scenario.graph()),
      rules_(scenario.rules),
      host_(std::move(host)),
      step_of_round_(graph_.rounds.size(), -1) {
  const rounds::RoundGraph& graph = graph_;
  std::map<std::pair<int, int>, std::map<int, int>> chunks;  // (collective, chunk) -> phases
  std::vector<int> ranks;
  for (const rounds::Collective& c : graph.collectives) {
    const bool has_part = !takes_part || takes_part(static_cast<int>(ranks.size()));
    ranks.push_back(has_part ? rank_of(c, npu) : kNobody);
  }
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    const rounds::Round& round = graph.rounds[r];
    const rounds::Collective& collective = graph.collective_of(round);
    const int rank = ranks[at(round.collective)];
    if (rank == kNobody) continue;
    int to = kNobody;
    int from = kNobody;
    if (round.cast) {  // with switches, as whose end the rank itself stands
      if (round.cast->sends(collective.shape, rank)) to = rank;
      if (round.cast->receives(collective.shape, rank)) from = rank;
    } else {
      to = round.permutation.receiver(collective.shape, rank);
      from = round.permutation.sender(collective.shape, rank);
    }
    if (to == kNobody && from == kNobody) continue;
    Step step;
    step.round = static_cast<int>(r);
    step.to = to == kNobody ? kNobody : collective.npu(to);
    step.bytes = round.bytes_from(rank);
    if (round.cast && to != kNobody) step.leaving = round.repeat;
    step.receives = from != kNobody;
    if (step.receives) step.bytes_in = round.bytes_from(from);
    auto& phases = chunks[{round.collective, round.chunk}];
    const auto [it, is_new] = phases.try_emplace(round.phase, static_cast<int>(phases_.size()));
    if (is_new) {
      Phase phase;
      phase.dimension = graph.channels[at(round.channel)].dimension;
      phase.collective = round.collective;
      phase.priority = rules_.order == engine::Order::lifo ? round.collective : -round.collective;
      phases_.push_back(std::move(phase));
    }
    step.phase = it->second;
    step_of_round_[r] = static_cast<int>(steps_.size());
    phases_[at(it->second)].steps.push_back(static_cast<int>(steps_.size()));
    steps_.push_back(step);
  }
  chunks_left_ = static_cast<int>(chunks.size());
  first_phases_.resize(graph.collectives.size());
  chunks_of_.resize(graph.collectives.size(), 0);
  for (const auto& [chunk, phases] : chunks) {
    std::vector<int>& first = first_phases_[at(chunk.first)];
    ++chunks_of_[at(chunk.first)];
    int previous = -1;
    for (const auto& [number, phase] : phases) {
      (previous < 0 ? first.emplace_back() : phases_[at(previous)].next) = phase;
      previous = phase;
    }
  }
}

EndpointProgram::Step* EndpointProgram::step_of(int round) {
  const int step = step_of_round_[at(round)];
  return step < 0 ? nullptr : &steps_[at(step)];
}

void EndpointProgram::start() {
  for (const std::vector<int>& collective : first_phases_) {
    for (const int phase : collective) enqueue(phase);
  }
  for (const auto& queue : queues_) admit(queue.first);
}

void EndpointProgram::start(int collective) {
  for (const int phase : first_phases_[at(collective)]) {
    enqueue(phase);
    admit(phases_[at(phase)].dimension);
  }
  if (chunks_of_[at(collective)] == 0 && host_.ended) host_.ended(collective);
}

// Behind those of equal priority, and before those of lower.
void EndpointProgram::enqueue(int phase) {
  auto& queue = queues_[phases_[at(phase)].dimension];
  const int priority = phases_[at(phase)].priority;
  const auto place = std::find_if(queue.begin(), queue.end(), [&](int other) {
    return phases_[at(other)].priority < priority;
  });
  queue.insert(place, phase);
}

void EndpointProgram::admit(int dimension) {
  auto& queue = queues_[dimension];
  int& active = active_[dimension];
  while (active < rules_.active_chunks && !queue.empty()) {
    ++active;
    const int phase = queue.front();
    queue.pop_front();
    host_.later(rules_.endpoint_delay, phase_token(phase));
  }
}

void EndpointProgram::resume(int token) {
  if (token < 0) {
    open(-1 - token);
    return;
  }
  Step& step = steps_[at(token)];
  ++step.done;
  // Whatever waits for this round may be in any phase that is open; one that ends ends itself
  // alone.
  const std::vector<int> open(open_.begin(), open_.end());
  for (const int phase : open) advance(phase);
}

void EndpointProgram::left(int round) {
  Step* step = step_of(round);
  --step->leaving;
  if (phases_[at(step->phase)].open) advance(step->phase);
}

void EndpointProgram::open(int phase) {
  phases_[at(phase)].open = true;
  open_.insert(phase);
  advance(phase);
}

void EndpointProgram::arrived(int round) {
  Step* step = step_of(round);
  JQ_CHECK(step != nullptr, "messages come to who takes part in their round");
  ++step->waiting;
  if (phases_[at(step->phase)].open) try_step(*step);
}

int EndpointProgram::collective_of(int token) const {
  return token < 0 ? phases_[at(-1 - token)].collective
                   : graph_.rounds[at(steps_[at(token)].round)].collective;
}

bool EndpointProgram::has_begun(int round, int repetition) const {
  return steps_[at(step_of_round_[at(round)])].begun > repetition;
}

bool EndpointProgram::may_begin(const Step& step) {
  const rounds::Round& round = graph_.rounds[at(step.round)];
  if (step.begun == round.repeat) return false;
  if (step.begun > 0) return !step.receives || step.done == step.begun;
  for (const int before : round.after) {
    const Step* other = step_of(before);
    if (other == nullptr || !other->receives) continue;
    if (other->done < graph_.rounds[at(before)].repeat) return false;
  }
  return true;
}

// Begins what it may, and takes what has come for it. True if it did anything.
bool EndpointProgram::try_step(Step& step) {
  bool changed = false;
  while (may_begin(step)) {
    ++step.begun;
    changed = true;
    if (step.to != kNobody) host_.send(step.round, step.begun - 1, step.to, step.bytes);
  }
  while (step.waiting > 0 && step.taken < step.begun) {
    --step.waiting;
    const int repetition = step.taken++;
    changed = true;
    host_.take(step.round, repetition, step.bytes_in, step_of_round_[at(step.round)]);
  }
  return changed;
}

bool EndpointProgram::over(const Phase& phase) const {
  return std::all_of(phase.steps.begin(), phase.steps.end(), [&](int s) {
    const Step& step = steps_[at(s)];
    const int repeat = graph_.rounds[at(step.round)].repeat;
    return step.begun == repeat && step.leaving == 0 && (!step.receives || step.done == repeat);
  });
}

void EndpointProgram::advance(int index) {
  Phase& phase = phases_[at(index)];
  for (const int s : phase.steps) try_step(steps_[at(s)]);
  if (!over(phase)) return;
  phase.open = false;
  open_.erase(index);
  --active_[phase.dimension];
  if (phase.next >= 0) {
    enqueue(phase.next);
  } else {
    --chunks_left_;
    if (--chunks_of_[at(phase.collective)] == 0 && host_.ended) host_.ended(phase.collective);
  }
  admit(phase.dimension);
  if (phase.next >= 0) admit(phases_[at(phase.next)].dimension);
}

std::string EndpointProgram::waits_for() const {
  for (const Phase& phase : phases_) {
    if (!phase.open) continue;
    for (const int s : phase.steps) {
      const Step& step = steps_[at(s)];
      const int repeat = graph_.rounds[at(step.round)].repeat;
      if (step.receives && step.done < repeat) {
        return fmt::format("round {}, repetition {} of {}", step.round, step.done, repeat);
      }
    }
  }
  return "a phase to open";
}

}  // namespace jacquard::systemc
