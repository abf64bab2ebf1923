// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/layers/question.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::planner {
namespace {

using plan::Departure;
using plan::Model;
using plan::Part;
using plan::Physics;
using plan::Task;

constexpr int kMostDevices = 1 << 26;

[[noreturn]] void fail(const std::string& option, const std::string& expected,
                       const std::string& found, const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

struct Freezable {
  const char* name;
  bool Task::*frozen;
  bool (*exists)(const Model&);
};

const std::vector<Freezable>& freezables() {
  static const std::vector<Freezable> all = {
      {"top", &Task::frozen_top, [](const Model& m) { return m.top.layers > 0; }},
      {"bottom", &Task::frozen_bottom, [](const Model& m) { return m.bottom.layers > 0; }},
      {"emb", &Task::frozen_embedding,
       [](const Model& m) { return plan::has_part(m, Part::embedding); }},
      {"blocks", &Task::frozen_blocks, [](const Model& m) { return m.blocks.layers > 0; }},
  };
  return all;
}

void freeze(const std::string& word, const Model& model, Task& task) {
  std::vector<std::string> known;
  for (const Freezable& f : freezables()) {
    if (f.exists(model)) known.emplace_back(f.name);
  }
  for (const Freezable& f : freezables()) {
    if (word != f.name) continue;
    if (!f.exists(model)) {
      fail("--freeze", fmt::format("some of {}", fmt::join(known, ",")), '"' + word + '"',
           "the model has no such layers");
    }
    if (task.*f.frozen) fail("--freeze", "each word once", '"' + word + "\" twice");
    task.*f.frozen = true;
    return;
  }
  base::throw_unknown_name("--freeze", "layers of the model", word, known);
}

Task task_of(const PlanConfig& config) {
  Task task;
  task.kind = config.task;
  task.batch = config.batch;
  const bool any = !config.freeze.empty() || config.freeze_from.has_value();
  if (any && config.task != plan::TaskKind::finetune) {
    fail(config.freeze.empty() ? "--freeze-from" : "--freeze",
         fmt::format("nothing, as the task is {}", name_of(config.task)),
         config.freeze.empty() ? std::to_string(*config.freeze_from) : '"' + config.freeze + '"',
         "--task finetune");
  }
  if (!config.freeze.empty()) {
    for (const std::string& word : base::comma_list(config.freeze)) {
      freeze(word, config.model, task);
    }
  }
  if (config.freeze_from) {
    const Model& m = config.model;
    const int layers = m.blocks.layers > 0 ? m.blocks.layers : m.bottom.layers + m.top.layers;
    if (*config.freeze_from >= layers) {
      fail("--freeze-from", fmt::format("a layer in 0..{}", layers - 1),
           std::to_string(*config.freeze_from), fmt::format("the model has {} layers", layers));
    }
    task.frozen_from = *config.freeze_from;
  }
  return task;
}

Physics physics_of(const PlanConfig& config) {
  if (config.physics.empty()) {
    return config.mode == Mode::paper ? Physics::none() : Physics::all();
  }
  if (config.physics == "all") return Physics::all();
  Physics physics = Physics::none();
  if (config.physics == "none") return physics;
  std::vector<std::string> known;
  for (int d = 0; d < plan::kDepartures; ++d) {
    known.emplace_back(plan::name_of(static_cast<Departure>(d)));
  }
  for (const std::string& word : base::comma_list(config.physics)) {
    const auto at = std::find(known.begin(), known.end(), word);
    if (word == "pipeline") {
      fail("--physics", "departures of plans by layers", "\"pipeline\"",
           "stages are knobs: --by knobs");
    }
    if (at == known.end()) base::throw_unknown_name("--physics", "a departure", word, known);
    physics = physics.with(static_cast<Departure>(at - known.begin()));
  }
  return physics;
}

void require_peak(const Model& model, const systems::Cluster& cluster) {
  const bool tf32 = model.dense_bytes == 4, fp16 = model.dense_bytes == 2;
  const auto peak = tf32 ? cluster.peak4 : fp16 ? cluster.peak2 : cluster.peak1;
  if (peak.count() > 0) return;
  fail("--system",
       fmt::format("a peak_{} above 0", tf32   ? "tf32"
                                        : fp16 ? "fp16"
                                               : "int8"),
       "none", fmt::format("the model's dense values have {} bytes", model.dense_bytes));
}

}  // namespace

plan::Request request_of(const PlanConfig& config) {
  plan::Request request;
  request.model = config.model;
  request.cluster = config.system;
  request.task = task_of(config);
  request.physics = physics_of(config);
  request.law = config.law;
  if (config.law != systems::Law::system && !request.physics.has(Departure::latencies)) {
    fail("--law", "the departure latencies beside it, as in --mode physical", mode_text(config),
         "the paper's rules have their own prices of collectives");
  }
  if (request.batch() < 1) {
    fail("--batch", "samples of a step on all devices", "none", "the model gives no batch");
  }
  require_peak(request.model, request.cluster);
  base::Bytes& memory = request.cluster.memory;
  if (config.memory_limit.count() > 0) memory = config.memory_limit;
  memory = base::Bytes{
      static_cast<std::int64_t>(static_cast<double>(memory.count()) / (1 + config.margin))};
  return on_nodes(std::move(request), config.system.nodes);
}

std::string mode_text(const PlanConfig& config) {
  return config.physics.empty() ? name_of(config.mode) : config.physics;
}

std::vector<int> node_counts(const PlanConfig& config, bool several) {
  std::vector<int> counts;
  if (config.nodes.empty()) {
    const int nodes = config.system.nodes;
    if (!several) return {nodes};
    int least = nodes;
    while (least % 2 == 0) least /= 2;
    // Not beyond what on_nodes takes.
    const int most = kMostDevices / config.system.devices;
    for (std::int64_t count = least; count <= std::min<std::int64_t>(4LL * nodes, most);
         count *= 2) {
      counts.push_back(static_cast<int>(count));
    }
    return counts;
  }
  for (const std::string& word : base::comma_list(config.nodes)) {
    const auto nodes = base::parse_number<int>(word);
    if (!nodes || *nodes < 1 || *nodes > (1 << 20)) {
      fail("--nodes", "counts of nodes in 1..1048576, such as 16,32",
           '"' + word.substr(0, 40) + '"');
    }
    if (!counts.empty() && *nodes <= counts.back()) {
      fail("--nodes", "ascending counts", fmt::format("{} after {}", *nodes, counts.back()));
    }
    counts.push_back(*nodes);
  }
  return counts;
}

plan::Request on_nodes(plan::Request request, int nodes) {
  if (nodes > kMostDevices / request.cluster.devices) {
    fail("--system", fmt::format("at most {} devices", kMostDevices),
         fmt::format("{} nodes of {}", nodes, request.cluster.devices));
  }
  request.cluster.nodes = nodes;
  require_complete(request.cluster, {"--system", ""});
  return request;
}

plan::Strategy baseline_of(const plan::Request& request) {
  plan::Strategy strategy;
  const auto take = [&](Part part, plan::Scheme scheme) {
    if (!plan::has_part(request.model, part)) return;
    strategy.of(part).count = 1;
    strategy.of(part).level[0] = {scheme, request.cluster.total()};
  };
  const bool tables = request.model.embedding.tables > 0;
  take(Part::embedding, tables ? plan::Scheme::mp : plan::Scheme::ddp);
  take(Part::mlp, plan::Scheme::fsdp);
  take(Part::blocks, plan::Scheme::fsdp);
  return strategy;
}

}  // namespace jacquard::planner
