// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/npu_collective_family.hpp"

#include <fmt/format.h>

#include "jacquard/base/bandwidth.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/topology/network.hpp"
#include "sim/platform/memory_metrics.hpp"
#include "systemc/collective/run_collective.hpp"
#include "systemc/rounds/cycle_engine.hpp"

namespace jacquard::platform {
namespace {

using base::Picoseconds;
using NpuCase = Case<NpuCollectiveExperiment>;

struct NpuCollectiveRow {
  std::string variant;
  std::string point;
  const NpuCollectiveExperiment* config;
  int npus = 0;
  systemc::NpuRoundsOutcome outcome;
  MemorySummary memory;  // of outcome.memory
  Picoseconds memory_delay{0};
  Picoseconds engine_time{0};
};

// The time in which all NPUs' memories would move what was asked of them at their peak.
Picoseconds memory_time(const NpuCollectiveRow& r) {
  const memory::Figures& f = r.memory.figures;
  return Picoseconds{static_cast<double>((f.read + f.written).count()) / f.peak.count() *
                     base::kPicosecondsPerSecond};
}

using M = report::Metric<NpuCollectiveRow>;
using R = NpuCollectiveRow;
using report::Unit;

std::vector<M> what_ran() {
  return {
      M("variant", Unit::text, &R::variant, "Of the experiment.", "variant"),
      M("point", Unit::text, &R::point, "Of the sweep.", "point"),
      M(
          "collective", Unit::text,
          [](const R& r) { return rounds::name_of(r.config->collective); }, "What ran.",
          "collective"),
      M(
          "algorithm", Unit::text, [](const R& r) { return r.config->algorithm; }, "How.",
          "algorithm"),
      M(
          "topology", Unit::text, [](const R& r) { return r.config->topology; },
          "How the NPUs are joined.", "topology"),
      M("npus", Unit::count, &R::npus, "That take part."),
      M(
          "bytes", Unit::bytes, [](const R& r) { return r.config->bytes; },
          "What each NPU puts in.", "bytes"),
  };
}

std::vector<M> how_long() {
  return {
      M(
          "time_ps", Unit::ps, [](const R& r) { return r.outcome.time; },
          "Until the last message was taken in.", "time"),
      M(
          "engine", Unit::text, [](const R& r) { return r.config->engine; },
          "Whose answer stands beside it."),
      M("engine_time_ps", Unit::ps, &R::engine_time,
        "That engine's answer, its links longer by memory_delay_ps.", "engine"),
      M(
          "difference", Unit::ratio, [](const R& r) { return r.outcome.time / r.engine_time - 1; },
          "time_ps / engine_time_ps - 1.", "difference"),
      M("memory_delay_ps", Unit::ps, &R::memory_delay,
        "What a message waits for an idle memory at both ends, mean over messages."),
      M("memory_time_ps", Unit::ps, memory_time,
        "In which the memory would move the NPU's bytes at its peak: no run is shorter."),
      M(
          "messages", Unit::count, [](const R& r) { return r.outcome.messages; },
          "Of all NPUs, those to themselves included."),
      M(
          "link_bytes", Unit::bytes, [](const R& r) { return r.outcome.on_links; },
          "Payload on all links."),
      M(
          "link_utilisation", Unit::ratio,
          [](const R& r) {
            const double offered = base::to_seconds(r.outcome.time).count() * r.outcome.links;
            return offered > 0 ? r.outcome.busy.count() / offered : 0.0;
          },
          "Of the links that were used, the share of the time in which they carried something.",
          "links"),
      M(
          "receive_buffer_bytes", Unit::bytes, [](const R& r) { return r.outcome.largest_fill; },
          "The most that waited for memory at the end of any link."),
      M(
          "hbm_read_bytes", Unit::bytes, [](const R& r) { return r.memory.figures.read; },
          "Read from all memories.", "read"),
      M(
          "hbm_written_bytes", Unit::bytes, [](const R& r) { return r.memory.figures.written; },
          "Written to all memories.", "written"),
  };
}

const report::MetricTable<R>& row_metrics() {
  static const report::MetricTable<R> table(
      "npu_collective", "A collective through the NICs and memories of NPUs.", [] {
        std::vector<M> all = what_ran();
        for (M& m : how_long()) all.push_back(std::move(m));
        for (M& m : memory_metrics<R>([](const auto& r) -> auto& { return r.memory; })) {
          all.push_back(std::move(m));
        }
        return all;
      }());
  return table;
}

run::CollectiveConfig collective_of(const NpuCollectiveExperiment& e) {
  run::CollectiveConfig c;
  c.network.topology = e.topology;
  c.network.bandwidth = {base::in_bytes(e.npu.nic.rate)};
  c.network.latency = {e.npu.nic.latency};
  c.kind = e.collective;
  c.algorithm = e.algorithm;
  c.spread = e.spread;
  c.bytes = e.bytes;
  c.chunks = e.chunks;
  c.rules.active_chunks = e.active_chunks;
  c.rules.endpoint_delay = e.endpoint_delay;
  c.engine = e.engine;
  return c;
}

void require_npus(const NpuCollectiveExperiment& e, int npus) {
  const config::Place place{"topology", ""};
  const std::string found = fmt::format("\"{}\", which has {}", e.topology, npus);
  if (npus < 2) place.fail("at least two NPUs", found);
  if (npus > systemc::kMostRoundsNpus) {
    place.fail(fmt::format("at most {} NPUs", systemc::kMostRoundsNpus), found);
  }
}

void require_links(const NpuCollectiveExperiment& e, const topology::Fabric& fabric) {
  int links = 0;
  for (const topology::Dimension& d : fabric.all()) links += ports_of(d.block, d.size);
  if (links <= e.npu.nic.links) return;
  config::Place{"nic", "/links"}.fail(
      fmt::format("at least {}, as each NPU of {} has", links, e.topology),
      std::to_string(e.npu.nic.links));
}

NpuCollectiveRow row_of(const NpuCase& one, std::uint64_t seed) {
  const NpuCollectiveExperiment& e = one.config;
  run::CollectiveConfig config = collective_of(e);
  build_fabric(config.network);  // refuses a graph's file
  const topology::Network network = build_network(config.network);
  require_npus(e, network.npus());
  require_links(e, *network.fabric);
  const run::Work work = run::make_work(config, network, "", seed);

  NpuCollectiveRow row{one.variant, one.point, &e, network.npus(), {}, {}, {}, {}};
  engine::Scenario scenario{{work.graph, &*work.request}, network.view(), config.rules, {}};
  scenario.origin = {"bytes", "fewer bytes, or a higher nic.rate"};
  row.outcome = systemc::run_on_npus(scenario, e.npu);
  row.memory = summary_of(std::move(row.outcome.memory));

  const systemc::EngineView view = systemc::engine_view(work.graph, e.npu);
  row.memory_delay = view.memory_delay;
  config.network.latency = {e.npu.nic.latency + view.memory_delay};
  config.rules.local_memory_bandwidth = view.local_memory_bandwidth;
  row.engine_time = run::run_collective(config, build_network(config.network), work).time;
  return row;
}

Answer run(const Question& question) {
  const auto& table = npu_collective_fields();
  const NpuCollectiveExperiment config = resolved(table, question);
  const auto cases = cases_of(config, table);
  for (const NpuCase& one : cases) require_consistent(one.config.npu, {question.path, ""});
  return answer_of(table, config, cases, question.threads,
                   [&](const NpuCase& one) { return row_metrics()(row_of(one, question.seed)); });
}

std::vector<report::RowKind> rows() { return {row_metrics().kind()}; }

}  // namespace

Family npu_collective_family() { return {"npu_collective", run, rows}; }

}  // namespace jacquard::platform
