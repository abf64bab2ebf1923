// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/hardware.hpp"

namespace jacquard::studies::madmax {
namespace {

std::optional<double> best_time(const plan::Request& request) {
  const std::optional<Planned> best = fastest(request);
  return best ? std::optional<double>(best->answer.times.time) : std::nullopt;
}

plan::Request better(plan::Request request, const std::vector<Resource>& resources) {
  constexpr double times = 10;
  for (const Resource resource : resources) {
    request.cluster = scaled(request.cluster, resource, times);
  }
  return request;
}

}  // namespace

std::optional<double> upgrade(const std::string& from, const std::string& to,
                              const std::string& strategy, plan::Physics physics) {
  const auto time = [&](const std::string& cluster) {
    return answer_of(request_of("dlrm-a", cluster, plan::TaskKind::pretrain, physics), strategy);
  };
  const plan::Answer before = time(from), after = time(to);
  if (!before.refused.empty() || !after.refused.empty()) return std::nullopt;
  return before.times.time / after.times.time;
}

std::optional<double> with_10x(const std::string& model, const std::string& cluster,
                               const std::vector<Resource>& resources, plan::TaskKind task,
                               plan::Physics physics) {
  const plan::Request request = request_of(model, cluster, task, physics);
  const auto before = best_time(request), after = best_time(better(request, resources));
  if (!before || !after) return std::nullopt;
  return *before / *after;
}

Single best_single_10x(const std::string& model, const std::string& cluster, plan::TaskKind task,
                       plan::Physics physics) {
  const plan::Request request = request_of(model, cluster, task, physics);
  const plan::Answer base = plan::Evaluator(request).evaluate(baseline(request));
  Single best;
  if (!base.refused.empty()) return best;
  for (const Resource resource : kResources) {
    if (resource == Resource::between) continue;
    const auto time = best_time(better(request, {resource}));
    if (!time || (best.gain && base.times.time / *time <= *best.gain)) continue;
    best = {base.times.time / *time, resource};
  }
  return best;
}

std::optional<double> baseline_gain(plan::TaskKind task, plan::Physics physics) {
  return best_gain(request_of("dlrm-a", "zionex-128", task, physics));
}

}  // namespace jacquard::studies::madmax
