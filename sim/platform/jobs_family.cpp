// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/jobs_family.hpp"

#include "jacquard/config/composed.hpp"
#include "systemc/experiment/circuit_kind.hpp"

namespace jacquard::platform {
namespace {

using base::Picoseconds;
using C = JobsExperiment;

struct Row {
  std::string variant;
  std::string point;
  std::string network;
  std::string job;
  int npus = 0;
  Picoseconds start{0};
  Picoseconds alone{0}, beside{0};

  double slowdown() const { return alone.count() > 0 ? beside / alone : 1; }
};

const config::Words<C::Network>& networks() {
  static const config::Words<C::Network> words = {{"packet", C::Network::packet},
                                                  {"circuit", C::Network::circuit},
                                                  {"phases", C::Network::phases}};
  return words;
}

std::string name_of(C::Network network) {
  return networks()[static_cast<std::size_t>(network)].first;
}

const report::MetricTable<Row>& row_metrics() {
  using M = report::Metric<Row>;
  using report::Unit;
  static const report::MetricTable<Row> table(
      "jobs", "A job beside others on one fabric.",
      {
          M("variant", Unit::text, &Row::variant, "What is compared.", "variant"),
          M("point", Unit::text, &Row::point, "Of the sweep.", "point"),
          M("network", Unit::text, &Row::network, "What carries the exchanges.", "network"),
          M("job", Unit::text, &Row::job, "Its name.", "job"),
          M("npus", Unit::count, &Row::npus, "Of the job.", "npus"),
          M("start_ps", Unit::ps, &Row::start, "When it arrives.", "start"),
          M("alone_ps", Unit::ps, &Row::alone, "What it takes on the same ports, alone.", "alone"),
          M("beside_ps", Unit::ps, &Row::beside, "What it takes beside the others.", "beside"),
          M("slowdown", Unit::ratio, &Row::slowdown, "beside_ps / alone_ps.", "slowdown"),
      });
  return table;
}

std::vector<Picoseconds> times_of(const C& c, const std::vector<jobs::Job>& all,
                                  std::uint64_t seed) {
  switch (c.network) {
    case C::Network::packet:
      return times_on_packets(c.nouns.fabric, all, seed);
    case C::Network::phases:
      return times_on_phases(links_of(c.nouns.fabric),
                             experiment::circuit_of(c.nouns, seed).crossbars.guard, all);
    case C::Network::circuit:
      break;
  }
  const auto fabric = experiment::circuit_kind().make(c.nouns, seed, "");
  return times_on_circuits(*fabric, c.nouns.fabric.ports, all, c.sharing, seed);
}

// Of the job at `index`.
Row row_of(const Case<C>& one, std::size_t index, std::uint64_t seed, const config::Place& place) {
  const C& c = one.config;
  const std::vector<jobs::Job> all =
      jobs::placed(c.jobs, c.placement, c.nouns.fabric.ports, seed, place / "jobs");
  const jobs::Job& job = all.at(index);
  Row row;
  row.variant = one.variant;
  row.point = one.point;
  row.network = name_of(c.network);
  row.job = job.name;
  row.npus = static_cast<int>(job.ports.size());
  row.start = job.start;
  row.alone = times_of(c, {job}, seed).front();
  row.beside = times_of(c, all, seed).at(index);
  return row;
}

// The closed form of `phases` knows a guard and links, and nothing else that a circuit may say.
void require_closed_form(const C& c, const config::Place& place) {
  const auto refuse = [&](const char* noun, const config::Document& mine,
                          const config::Document& usual, const std::vector<std::string>& known) {
    for (const auto& [key, value] : mine.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end() || value == usual.at(key)) {
        continue;
      }
      (place / noun / key)
          .fail("nothing, as phases are a closed form of links and a guard", value.dump());
    }
  };
  refuse("circuit", systemc::circuit_fields().show(c.nouns.circuit),
         systemc::circuit_fields().show({}), {"guard", "technology"});
  refuse("scheduler", experiment::scheduler_fields().show(c.nouns.scheduler),
         experiment::scheduler_fields().show({}), {});
  if (c.sharing != C{}.sharing) (place / "sharing").fail("nothing, as no scheduler decides", "one");
  if (c.nouns.fabric.tiers.leaves > 0) (place / "fabric" / "leaves").fail("0 for circuits", "more");
}

Answer run(const Question& question) {
  const auto& table = jobs_fields();
  const C config = resolved(table, question);
  const config::Place place{question.path, ""};
  const std::vector<Case<C>> cases = cases_of(config, table);
  std::vector<std::pair<std::size_t, std::size_t>> rows;  // case and job
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const C& c = cases[k].config;
    if (c.jobs.empty()) (place / "jobs").fail("at least one job", "none");
    if (c.network == C::Network::circuit) experiment::circuit_kind().check(c.nouns);
    if (c.network == C::Network::phases) require_closed_form(c, place);
    for (std::size_t j = 0; j < c.jobs.size(); ++j) {
      if (c.jobs[j].phases.empty()) (place / "jobs" / j / "phases").fail("at least one", "none");
      rows.emplace_back(k, j);
    }
  }
  return {
      table.show(config),
      run_cases(static_cast<std::int64_t>(rows.size()), question.threads, [&](std::int64_t index) {
        const auto [k, j] = base::at(rows, index);
        return row_metrics()(row_of(cases[k], j, question.seed, place));
      })};
}

std::vector<report::RowKind> rows() { return {row_metrics().kind()}; }

}  // namespace

const config::FieldTable<C>& jobs_fields() {
  static const config::FieldTable<C> table = [] {
    using config::composed;
    using config::field;
    std::vector<config::Field<C>> all = experiment_fields_of<C>("jobs");
    all.push_back(field<C>(
        "network", [](auto& c) -> auto& { return c.network; }, config::choice(networks()),
        "What carries the exchanges. phases: circuits that are set between them, known ahead."));
    all.push_back(composed<C>(
        "fabric", [](auto& c) -> auto& { return c.nouns.fabric; }, systemc::packet_fields(),
        "fabrics"));
    all.push_back(composed<C>(
        "circuit", [](auto& c) -> auto& { return c.nouns.circuit; }, systemc::circuit_fields(),
        "circuits"));
    all.push_back(composed<C>(
        "scheduler", [](auto& c) -> auto& { return c.nouns.scheduler; },
        experiment::scheduler_fields(), "schedulers"));
    all.push_back(field<C>(
        "sharing", [](auto& c) -> auto& { return c.sharing; },
        config::choice<jobs::Sharing>(
            {{"together", jobs::Sharing::together}, {"in-turn", jobs::Sharing::in_turn}}),
        "circuit: one decision for all exchanges that wait, or for the first of them."));
    all.push_back(field<C>(
        "placement", [](auto& c) -> auto& { return c.placement; }, jobs::placement_codec(),
        "Ports of jobs that list none. packed: side by side. interleaved: in turn. shared: each "
        "from port 0 on."));
    all.push_back(field<C>(
        "jobs", [](auto& c) -> auto& { return c.jobs; }, config::list(jobs::job_codec()),
        "What runs at the same time."));
    return config::FieldTable<C>("jobs_experiment", "Several jobs on one fabric.", std::move(all));
  }();
  return table;
}

Family jobs_family() { return {"jobs", run, rows}; }

}  // namespace jacquard::platform
