// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/machine_account.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::train {
namespace {

using base::Picoseconds;

Picoseconds mean(Picoseconds sum, int count) {
  return Picoseconds{sum.count() / std::max(count, 1)};
}

void add(const engine::step::ClassAccount& one, engine::step::ClassAccount& sum) {
  sum.end = std::max(sum.end, one.end);
  sum.compute += one.compute;
  sum.exposed += one.exposed;
  for (std::size_t c = 0; c < sum.comm_busy.size(); ++c) {
    sum.comm_busy[c] += one.comm_busy[c];
    sum.comm_exposed[c] += one.comm_exposed[c];
  }
  for (std::size_t l = 0; l < engine::step::kLabels; ++l) {
    sum.busy[l] += one.busy[l];
    sum.waited[l] += one.waited[l];
  }
}

void divide(int npus, Picoseconds time, engine::step::ClassAccount& sum) {
  sum.compute = mean(sum.compute, npus);
  sum.exposed = mean(sum.exposed, npus);
  sum.bubble = time - sum.compute - sum.exposed;
  for (auto* times : {&sum.comm_busy, &sum.comm_exposed}) {
    for (Picoseconds& one : *times) one = mean(one, npus);
  }
  for (auto* times : {&sum.busy, &sum.waited}) {
    for (Picoseconds& one : *times) one = mean(one, npus);
  }
}

}  // namespace

void account_by_npus(const Step& step, const OnMachine& on, StepAnswer& answer) {
  std::vector<std::vector<int>> npus(step.program.classes.size());
  for (const int npu : on.npus) {
    base::at(npus, step.program.grid.place(npu, workload::Axis::pp)).push_back(npu);
  }
  const std::size_t each = npus.front().size();
  for (std::size_t k = 0; k < each; ++k) {
    engine::step::Intervals spans;
    for (const auto& of_class : npus) {
      const auto& intervals = base::at(on.intervals, of_class[k]);
      spans.emplace_back(intervals.data(), intervals.size());
    }
    std::vector<engine::step::ClassAccount> accounts;
    engine::step::account(step.program, spans, answer.time, accounts);
    if (k == 0) {
      answer.path = engine::step::critical_path(step.program, spans);
      answer.accounts = std::move(accounts);
      continue;
    }
    for (std::size_t c = 0; c < accounts.size(); ++c) add(accounts[c], answer.accounts[c]);
  }
  for (auto& sum : answer.accounts) divide(static_cast<int>(each), answer.time, sum);
}

void add_waits(const StepMeetings& meetings, const systemc::JobMachineOutcome& outcome,
               OnMachine& on) {
  Picoseconds imbalance{0}, contention{0};
  for (std::size_t m = 0; m < meetings.meetings().size(); ++m) {
    const systemc::MeetingTimes& times = outcome.meetings[m];
    const int op = meetings.exchange(static_cast<int>(m)).op;
    for (const int npu : meetings.meetings()[m].members) {
      imbalance += times.known - base::at(base::at(on.intervals, npu), op).begin;
      contention += times.begin - times.known;
    }
  }
  const int npus = static_cast<int>(on.npus.size());
  on.imbalance = mean(imbalance, npus);
  on.contention = mean(contention, npus);
}

}  // namespace jacquard::train
