// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/setting.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/data_path.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/plan/layers/question.hpp"

namespace jacquard::studies::madmax {
namespace {

template <class Noun>
Noun shipped(const config::FieldTable<Noun>& fields, const char* folder, const std::string& name) {
  const std::string path = base::data_path(fmt::format("configs/{}/{}.json", folder, name));
  Noun noun = config::read_config(fields, path);
  require_complete(noun, config::Place{path, ""});
  return noun;
}

// What fits decides in the physical mode what is kept and what is computed again.
plan::Request unbounded(plan::Request request) {
  request.cluster.memory = base::Bytes{std::int64_t{1} << 60};
  return request;
}

std::optional<double> over_baseline(const plan::Request& request, const plan::Strategy& strategy,
                                    Memory memory) {
  const plan::Request here = memory == Memory::unlimited ? unbounded(request) : request;
  plan::Evaluator evaluator(here);
  const plan::Answer base = evaluator.evaluate(baseline(here));
  const plan::Answer answer = evaluator.evaluate(strategy);
  if (!base.refused.empty() || !answer.refused.empty()) return std::nullopt;
  if (memory == Memory::limited && !base.fits) return std::nullopt;
  return base.times.time / answer.times.time;
}

}  // namespace

plan::Request request_of(const std::string& model, const std::string& cluster, plan::TaskKind task,
                         plan::Physics physics) {
  plan::Request request;
  request.model = shipped(plan::model_fields(), plan::kModels, model);
  request.cluster = shipped(systems::cluster_fields(), systems::kSystems, cluster);
  request.task.kind = task;
  request.physics = physics;
  return request;
}

plan::Strategy baseline(const plan::Request& request) { return planner::baseline_of(request); }

plan::Answer answer_of(const plan::Request& request, const std::string& strategy) {
  return plan::Evaluator(request).evaluate(
      plan::parse_strategy(strategy, request.model, request.cluster, "strategy"));
}

double throughput(const plan::Request& request, const plan::Answer& answer) {
  return static_cast<double>(request.batch()) / answer.times.time;
}

std::optional<Planned> fastest(const plan::Request& request, Memory memory) {
  const plan::Request here = memory == Memory::unlimited ? unbounded(request) : request;
  plan::Evaluator evaluator(here);
  std::optional<Planned> best;
  for (const plan::Strategy& strategy : plan::all_strategies(here.model, here.cluster)) {
    const plan::Answer answer = evaluator.evaluate(strategy);
    if (!answer.refused.empty() || !answer.fits) continue;
    if (!best || answer.times.time < best->answer.times.time) best = {strategy, answer};
  }
  return best;
}

std::optional<double> gain(const plan::Request& request, const std::string& strategy) {
  return over_baseline(request,
                       plan::parse_strategy(strategy, request.model, request.cluster, "strategy"),
                       Memory::unlimited);
}

std::optional<double> best_gain(const plan::Request& request, Memory memory) {
  const std::optional<Planned> best = fastest(request, memory);
  return best ? over_baseline(request, best->strategy, memory) : std::nullopt;
}

const char* name_of(Resource resource) {
  switch (resource) {
    case Resource::compute:
      return "compute";
    case Resource::capacity:
      return "memory capacity";
    case Resource::memory_bandwidth:
      return "memory bandwidth";
    case Resource::inside:
      return "bandwidth inside nodes";
    case Resource::between:
      return "bandwidth between nodes";
  }
  return "";
}

systems::Cluster scaled(systems::Cluster cluster, Resource resource, double times) {
  switch (resource) {
    case Resource::compute:
      cluster.peak4 = cluster.peak4 * times;
      cluster.peak2 = cluster.peak2 * times;
      cluster.peak1 = cluster.peak1 * times;
      break;
    case Resource::capacity:
      cluster.memory =
          base::Bytes{std::llround(static_cast<double>(cluster.memory.count()) * times)};
      break;
    case Resource::memory_bandwidth:
      cluster.memory_bandwidth = cluster.memory_bandwidth * times;
      break;
    case Resource::inside:
      cluster.link_bandwidth = cluster.link_bandwidth * times;
      break;
    case Resource::between:
      cluster.port_bandwidth = cluster.port_bandwidth * times;
      break;
  }
  return cluster;
}

}  // namespace jacquard::studies::madmax
