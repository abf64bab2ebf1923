// SPDX-License-Identifier: Apache-2.0
#include "sim/ladder/rungs.hpp"

#include <chrono>

#include "jacquard/base/error.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::ladder {
namespace {

using report::Metric;
using report::Unit;

std::string name_of(const Rung& rung) {
  std::string name = rung.engine;
  for (const char* word : {rung.detail, rung.hbm, rung.scheduler}) {
    if (*word != '\0') name += std::string(", ") + word;
  }
  return name;
}

RungRow row_of(const std::string& job, const Rung& rung, const Run& run) {
  RungRow row{job, rung.engine, rung.detail, rung.hbm, rung.scheduler, {}, {}, {}, {},
              {},  "",          "",          0};
  const auto begin = std::chrono::steady_clock::now();
  try {
    const Answer answer = run(rung);
    row.time = answer.time;
    row.schedule_hash = answer.schedule_hash;
    row.compute = answer.compute;
    row.exposed = answer.exposed;
    row.bubble = answer.bubble;
  } catch (const base::ConfigError& error) {
    row.refused = error.what();
  }
  row.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return row;
}

}  // namespace

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const run::EngineEntry& engine : run::engine_table()) {
    if (engine.grain != jacquard::run::Grain::clocks) {
      all.push_back({engine.name, "", "", ""});
      continue;
    }
    all.push_back({engine.name, "links", "", ""});
    all.push_back({engine.name, "links", "peak", ""});
    all.push_back({engine.name, "circuit", "peak", "software"});
    all.push_back({engine.name, "circuit", "peak", "rtl"});
    all.push_back({engine.name, "stack", "peak", "software"});
    all.push_back({engine.name, "packet", "peak", ""});
  }
  return all;
}

std::vector<RungRow> climb(const std::string& job, const Run& run,
                           const std::function<void(const std::string&)>& progress,
                           const std::function<void(const RungRow&)>& finished) {
  std::vector<RungRow> rows;
  std::optional<base::Picoseconds> reference;
  std::size_t told = 0;
  const auto tell = [&] {
    for (; told < rows.size(); ++told) {
      RungRow& row = rows[told];
      if (reference && row.time) row.difference = *row.time / *reference - 1;
      if (finished) finished(row);
    }
  };
  for (const Rung& rung : rungs()) {
    progress(job + ": " + name_of(rung));
    rows.push_back(row_of(job, rung, run));
    const bool of_messages = jacquard::run::grain_of(rung.engine) == jacquard::run::Grain::messages;
    if (!reference && of_messages) reference = rows.back().time;
    if (reference) tell();
  }
  tell();
  return rows;
}

const report::MetricTable<RungRow>& rung_metrics() {
  using M = Metric<RungRow>;
  static const report::MetricTable<RungRow> table(
      "rung", "A job at one fidelity.",
      {
          M("job", Unit::text, &RungRow::job, "Its name.", "job"),
          M("engine", Unit::text, &RungRow::engine, "Which engine ran it.", "engine"),
          M("detail", Unit::text, &RungRow::detail,
            "cycle: what dimensions across nodes are simulated as.", "detail"),
          M("hbm", Unit::text, &RungRow::hbm,
            "cycle: the memory that an NPU's computations and NIC share; empty: none.", "hbm"),
          M("scheduler", Unit::text, &RungRow::scheduler,
            "Who decides what experts exchange; empty: nobody.", "scheduler"),
          M("time_ps", Unit::ps, &RungRow::time,
            "Of the job, of a planner's model with its first three micro-batches; null where the "
            "rung is "
            "refused.",
            "time")
              .or_null(),
          M("difference", Unit::ratio, &RungRow::difference,
            "time_ps over that of the first engine of messages, less 1; null where one of them is "
            "refused.",
            "difference")
              .or_null(),
          M("compute_ps", Unit::ps, &RungRow::compute,
            "Of time_ps: computing, a mean over NPUs; null of what is no step.")
              .or_null(),
          M("exposed_comm_ps", Unit::ps, &RungRow::exposed,
            "Of time_ps: waiting for communication.")
              .or_null(),
          M("bubble_ps", Unit::ps, &RungRow::bubble, "Of time_ps: waiting for others.").or_null(),
          M("schedule_hash", Unit::text, &RungRow::schedule_hash,
            "Of all schedules that were decided; empty: none."),
          M("refused", Unit::text, &RungRow::refused, "Why the rung cannot run the job.",
            "refused"),
          M("wall_s", Unit::s, &RungRow::wall_s, "What this machine took.", "wall"),
      });
  return table;
}

}  // namespace jacquard::ladder
