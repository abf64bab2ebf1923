// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/traced_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/group_place.hpp"
#include "jacquard/engine/job/run.hpp"
#include "jacquard/interop/log/durations.hpp"
#include "jacquard/systems/reached.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/machine/job_machine.hpp"
#include "systemc/machine/machine_parts.hpp"
#include "systemc/train/comm_machine.hpp"

namespace jacquard::train {
namespace {

using base::Picoseconds;
using engine::Interval;
using engine::step::GroupDigit;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

// The digits in which members differ; nothing where they are not evenly spaced places.
std::optional<std::vector<GroupDigit>> digits_of(const topology::Fabric& fabric,
                                                 const std::vector<int>& members) {
  const engine::job::GroupPlace place = engine::job::place_of(fabric, members);
  if (place.flat) return std::nullopt;
  const auto npu = [&](int rank) { return place.npus.empty() ? rank : base::at(place.npus, rank); };
  std::vector<GroupDigit> digits;
  for (int i = 0; i < place.shape.digits(); ++i) {
    const int d = base::at(place.dimensions, i);
    const int stride = place.shape.stride(i), radix = place.shape.radix(i);
    if (radix == 1) continue;
    const int low = fabric.digit(npu(0), d), step = fabric.digit(npu(stride), d) - low;
    for (int k = 0; k < radix; ++k) {
      if (step <= 0 || fabric.digit(npu(k * stride), d) != low + k * step) return std::nullopt;
    }
    digits.push_back({d, step, radix});
  }
  return digits;
}

// Collectives that go the fastest usual way, where nobody said another.
engine::job::Ways ways_of(const workload::Job& job, const engine::step::CommMachine& machine) {
  engine::job::Ways ways;
  if (!machine.usual) return ways;
  const engine::step::CollectiveTimes by(machine);
  std::vector<bool> seen(job.graphs.size());
  for (int npu = 0; npu < job.npus(); ++npu) {
    const int of_class = base::at(job.class_of, npu);
    if (seen[base::index(of_class)]) continue;
    seen[base::index(of_class)] = true;
    const OpGraph& graph = job.graph(npu);
    for (int n = 0; n < graph.size(); ++n) {
      const OpNode& node = graph.node(n);
      const bool goes = node.kind == OpKind::collective && node.involved.empty() &&
                        node.collective <= workload::CollectiveKind::all_to_all;
      if (!goes || !node.bytes || !job.has_group(graph.group(n))) continue;
      const std::tuple key{node.collective, node.group, node.bytes->count()};
      if (ways.count(key) > 0 || job.size_of(graph.group(n)) < 2) continue;
      const auto digits = digits_of(*machine.fabric, job.members(graph.group(n), npu));
      if (digits) ways[key] = by.way_of(node.collective, *node.bytes, *digits);
    }
  }
  return ways;
}

// Of computations that say no duration, where the system has no device to say it.
void use_roofline(workload::Job& job, const Npu& npu) {
  for (OpGraph& graph : job.graphs) {
    std::vector<OpNode> nodes;
    bool changed = false;
    for (int n = 0; n < graph.size(); ++n) {
      OpNode& node = nodes.emplace_back(graph.node(n));
      node.group = graph.group(n);
      if (node.kind != OpKind::compute || node.duration.count() > 0) continue;
      const double bytes = static_cast<double>(node.moved[0].value_or(base::Bytes{0}).count());
      const double flops = node.flops.value_or(base::Flops{0}).count();
      const double seconds =
          std::max(flops / npu.peak.count(), bytes / npu.memory_bandwidth.count());
      constexpr double kMost = 1e6;  // seconds: an engine refuses a run as long long before
      node.duration = Picoseconds{std::llround(std::min(seconds, kMost) *
                                               static_cast<double>(base::kPicosecondsPerSecond))};
      changed = changed || node.duration.count() > 0;
    }
    if (changed) graph = OpGraph(graph.source(), std::move(nodes));
  }
}

bool is_recorded(const workload::Job& job) {
  for (const OpGraph& graph : job.graphs) {
    for (int n = 0; n < graph.size(); ++n) {
      const OpNode& node = graph.node(n);
      if (communicates(node) && node.duration.count() <= 0) return false;
    }
  }
  return true;
}

engine::Scenario scenario_of(const TracedJob& traced, const engine::job::JobWork& work) {
  engine::Scenario scenario{work, topology::NetworkView(traced.fabric), traced.config.rules, {}};
  scenario.symmetry = traced.config.symmetry;
  scenario.limits = limits_of(traced.config);
  scenario.origin = {traced.source, "fewer bytes or a higher bandwidth"};
  return scenario;
}

systemc::JobMachine machine_of(const TracedJob& traced) {
  const TrainConfig& config = traced.config;
  const config::Place place = traced.places.of("detail");
  const std::vector<machine::Detail> details =
      machine::details_of(config.detail, traced.fabric, config.system.node, place);
  systemc::JobMachine parts;
  for (int d = 0; d < traced.fabric.dimensions(); ++d) {
    const machine::Detail detail =
        machine::resolved(base::at(details, d), traced.fabric.dimension(d));
    if (detail == machine::Detail::analytic) {
      place.fail("circuit, packet or links for traces", name_of(detail),
                 "--engine analytic has closed forms");
    }
    parts.planes.push_back(machine::plane_of(detail, config.exchange));
  }
  parts.memory = machine::memory_of(config.hbm, traced.npu.memory_bandwidth);
  parts.meeting_of.resize(base::index(traced.fabric.npus()));
  parts.cost = [&traced](int npu, int n) {
    constexpr double kOfMemory = 0.98;  // alone, the memory takes no longer than was recorded
    const OpNode& node = traced.work.job.graph(npu).node(n);
    if (node.kind != OpKind::compute) return systemc::ComputeCost{};
    const double most =
        base::to_seconds(node.duration).count() * traced.npu.memory_bandwidth.count() * kOfMemory;
    const auto bytes = static_cast<double>(node.moved[0].value_or(base::Bytes{0}).count());
    return systemc::ComputeCost{node.duration,
                                base::Bytes{static_cast<std::int64_t>(std::min(bytes, most))}};
  };
  return parts;
}

TracedAnswer answer_of(const engine::Result& result) {
  TracedAnswer answer;
  answer.time = result.time;
  answer.dimensions = result.dimensions;
  answer.events = result.events;
  answer.intervals = result.job->intervals;
  answer.standing = result.job->standing;
  return answer;
}

// Ascending, and apart from each other.
std::vector<Interval> united(std::vector<Interval> all) {
  std::sort(all.begin(), all.end(),
            [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  std::vector<Interval> apart;
  for (const Interval& one : all) {
    if (one.end <= one.begin) continue;
    if (!apart.empty() && one.begin <= apart.back().end) {
      apart.back().end = std::max(apart.back().end, one.end);
    } else {
      apart.push_back(one);
    }
  }
  return apart;
}

std::vector<Interval> without(const std::vector<Interval>& all, const std::vector<Interval>& less) {
  std::vector<Interval> rest;
  auto cut = less.begin();
  for (Interval one : all) {
    while (cut != less.end() && cut->end <= one.begin) ++cut;
    for (auto at = cut; at != less.end() && at->begin < one.end; ++at) {
      if (one.begin < at->begin) rest.push_back({one.begin, at->begin});
      one.begin = std::max(one.begin, at->end);
    }
    if (one.begin < one.end) rest.push_back(one);
  }
  return rest;
}

}  // namespace

bool concerns_traces(std::string_view key) {
  static constexpr std::string_view keys[] = {
      "title",         "system", "law",    "engine",        "mode",
      "symmetry",      "chunks", "spread", "order",         "endpoint_delay",
      "active_chunks", "detail", "hbm",    "most_messages", "most_memory",
      "circuit",       "fabric", "traces", "groups",        "local_memory_bandwidth"};
  return std::find(std::begin(keys), std::end(keys), key.substr(0, key.find('.'))) !=
         std::end(keys);
}

TracedJob prepare_traced(const TrainConfig& config, const JobPlaces& places, workload::Job job,
                         const std::string& source) {
  const config::Place place = places.of("system");
  if (config.mode != engine::Mode::faithful) {
    places.of("mode").fail("faithful for traces", engine::name_of(config.mode),
                           "jacquard astra runs them in ASTRA-sim's modes");
  }
  TracedJob traced{config,
                   places,
                   source,
                   topology::build_fabric(config.system.network, place / "network"),
                   npu_of(config.system, place),
                   {},
                   is_recorded(job)};
  require_machine(config, traced.fabric, places);
  if (traced.fabric.npus() != job.npus()) {
    place.fail(fmt::format("as many NPUs as {} has ranks, {}", source, job.npus()),
               std::to_string(traced.fabric.npus()));
  }
  const auto node = systems::node_of(config.system, config.law, traced.fabric, place);
  if (node) {
    traced.npu.device = node->device;
    traced.fabric = systems::as_reached(traced.fabric, *node);
  }
  engine::Rules& rules = traced.config.rules;
  if (rules.local_memory_bandwidth.count() <= 0) {
    rules.local_memory_bandwidth = traced.npu.memory_bandwidth;
  }
  if (traced.npu.device) {
    interop::set_durations(job, *traced.npu.device);
  } else {
    use_roofline(job, traced.npu);
  }
  const engine::step::CommMachine machine =
      comm_machine(config, traced.fabric, false, rules, {source, ""});
  traced.work.ways = ways_of(job, machine);
  traced.work.job = std::move(job);
  traced.work.algorithms = machine.algorithms;
  traced.work.spread = machine.spread;
  traced.work.chunks = machine.chunks;
  return traced;
}

Activity activity_of(const OpGraph& graph, const std::vector<Interval>& intervals) {
  Activity activity;
  std::vector<Interval> any;
  for (int n = 0; n < graph.size(); ++n) {
    const OpNode& node = graph.node(n);
    const bool is_host = node.stream == workload::Stream::cpu ||
                         (node.stream == workload::Stream::none && node.flops == base::Flops{0});
    const bool computes = node.kind == OpKind::compute && !is_host;
    if (computes) activity.computing.push_back(base::at(intervals, n));
    if (communicates(node) || accesses_remote_memory(node)) any.push_back(base::at(intervals, n));
  }
  activity.computing = united(std::move(activity.computing));
  activity.exposed = without(united(std::move(any)), activity.computing);
  return activity;
}

TracedFigures figures_of(const TracedJob& traced, const TracedAnswer& answer) {
  const auto npus = static_cast<std::int64_t>(traced.fabric.npus());
  std::vector<std::int64_t> standing(answer.intervals.size());
  for (int npu = 0; npu < npus; ++npu) ++base::at(standing, answer.stands_for(npu));
  std::vector<bool> seen(standing.size());
  double compute = 0, exposed = 0;
  for (int npu = 0; npu < npus; ++npu) {
    const auto by = base::index(answer.stands_for(npu));
    if (seen[by]) continue;
    seen[by] = true;
    const Activity own = activity_of(traced.work.job.graph(npu), answer.intervals[by]);
    const double share = static_cast<double>(standing[by]) / static_cast<double>(npus);
    for (const Interval& one : own.computing)
      compute += share * static_cast<double>(one.length().count());
    for (const Interval& one : own.exposed)
      exposed += share * static_cast<double>(one.length().count());
  }
  return {answer.time, Picoseconds{std::llround(compute)}, Picoseconds{std::llround(exposed)}};
}

TracedAnswer run_traced(const TracedJob& traced) {
  engine::Scenario scenario = scenario_of(traced, traced.work);
  if (!run::has_clocks(traced.config.engine)) {
    return answer_of(run::run_on(traced.config.engine, scenario));
  }
  const systemc::JobMachine machine = machine_of(traced);
  scenario.machine = &machine;
  const engine::Result result = run::run_on(traced.config.engine, scenario);
  auto& outcome = engine::answer_of_machine<systemc::JobMachineOutcome>(result);
  TracedAnswer answer;
  answer.time = outcome.time;
  answer.dimensions = outcome.network.dimensions;
  answer.events = outcome.network.messages;
  answer.intervals = std::move(outcome.intervals);
  return answer;
}

TracedAnswer as_recorded(const TracedJob& traced) {
  engine::job::JobWork work = traced.work;
  work.replay = true;
  const engine::Scenario scenario = scenario_of(traced, work);
  return answer_of(run::run_on(run::engine_names(run::Grain::messages).front(), scenario));
}

}  // namespace jacquard::train
