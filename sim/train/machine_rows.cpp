// SPDX-License-Identifier: Apache-2.0
#include "sim/train/machine_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "sim/train/phase_text.hpp"

namespace jacquard::train {

using base::Picoseconds;

MachineFigures machine_figures(const OnMachine& on) {
  MachineFigures figures;
  for (const ExchangeOfStep& e : on.exchanges) {
    ++figures.exchanges;
    figures.decisions += e.answer.decisions;
    figures.decision += e.answer.decision;
    figures.guard += e.answer.guard;
    figures.hold += e.answer.hold;
    figures.bytes += e.answer.bytes;
    figures.bytes_lost += e.answer.bytes_lost;
  }
  figures.collectives = name_of(on.in_order ? Collectives::stack : Collectives::rounds);
  figures.circuits = on.circuits.circuits;
  figures.circuit_guard = on.circuits.guard;
  figures.circuit_wait = on.circuits.waited;
  figures.imbalance = on.imbalance;
  figures.contention = on.contention;
  figures.wait = on.imbalance + on.contention;
  figures.memory_wait = on.memory_wait;
  figures.cache_hit_ratio = on.cache_hit_ratio;
  figures.schedule_hash = fmt::format("{:016x}", on.schedule_hash);
  return figures;
}

std::vector<ExchangeRow> exchange_rows(const Step& step, const OnMachine& on) {
  std::vector<ExchangeRow> rows;
  for (const ExchangeOfStep& e : on.exchanges) {
    const auto& op = base::at(base::at(step.program.classes, e.what.of_class).ops, e.what.op);
    const std::string operation = name_of(op.label);
    const std::string phase = phase_text(op.phase);
    auto row = std::find_if(rows.begin(), rows.end(), [&](const ExchangeRow& r) {
      return r.operation == operation && r.phase == phase;
    });
    if (row == rows.end()) {
      row = rows.emplace(rows.end());
      row->operation = operation;
      row->phase = phase;
    }
    ++row->count;
    row->decisions += e.answer.decisions;
    row->permutations += e.answer.permutations;
    row->bytes += e.answer.bytes;
    row->time += e.answer.completion;
    row->longest = std::max(row->longest, e.answer.completion);
    row->bound += e.answer.completion - e.answer.wait;
    row->decision += e.answer.decision;
    row->guard += e.answer.guard;
    row->waited += e.times.begin - e.times.known;
  }
  for (ExchangeRow& row : rows) {
    for (Picoseconds* sum : {&row.time, &row.bound, &row.decision, &row.guard, &row.waited}) {
      *sum = Picoseconds{sum->count() / row.count};
    }
  }
  return rows;
}

}  // namespace jacquard::train
