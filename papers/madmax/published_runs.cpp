// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/published_runs.hpp"

#include <fmt/format.h>

#include "papers/madmax/setting.hpp"

namespace jacquard::studies::madmax {
namespace {

plan::Request gpt_174b(int devices, plan::Physics physics) {
  plan::Request request = request_of("gpt-3", "a100-2048", plan::TaskKind::pretrain, physics);
  request.model.vocabulary = 51'200;
  request.task.batch = 1536;
  request.cluster.nodes = devices / request.cluster.devices;
  return request;
}

// FLOPs of a step with full recomputation: SC'21, equation 3.
double flops(const plan::Request& request) {
  const plan::BlockSizes& b = request.model.blocks;
  const double tokens = static_cast<double>(request.batch()) * b.sequence;
  const double hidden = b.hidden;
  return 96 * tokens * b.layers * hidden * hidden *
         (1 + b.sequence / (6 * hidden) + request.model.vocabulary / (16.0 * b.layers * hidden));
}

}  // namespace

std::vector<PublishedRun> zero3_runs() {
  const struct {
    int devices;
    double tflops;
  } printed[] = {{384, 144}, {768, 88}, {1536, 44}};
  std::vector<PublishedRun> all;
  for (const auto& row : printed) {
    PublishedRun run;
    run.devices = row.devices;
    run.measured_tflops = row.tflops;
    const plan::Request rules = gpt_174b(row.devices, plan::Physics::none());
    const plan::Request physics = gpt_174b(row.devices, plan::Physics::all());
    run.measured_s = flops(rules) / (row.tflops * 1e12 * row.devices);
    run.paper_s = answer_of(rules, "transformer=fsdp emb=ddp").times.time;
    const plan::Answer answer = answer_of(physics, "transformer=fsdp emb=ddp");
    run.refused = answer.refused;
    run.physical_s = answer.refused.empty() ? answer.times.time : 0;
    all.push_back(run);
  }
  return all;
}

const report::MetricTable<PublishedRun>& published_run_metrics() {
  using M = report::Metric<PublishedRun>;
  using report::Row;
  using report::Unit;
  const auto rounded = [](const Row& v) { return Row(fmt::format("{:.3g}", v.get<double>())); };
  const auto physical = [](auto get) {
    return [get](const PublishedRun& r) -> std::optional<double> {
      return r.refused.empty() ? std::optional<double>(std::invoke(get, r)) : std::nullopt;
    };
  };
  static const report::MetricTable<PublishedRun> table(
      "published_run", "A published run of ZeRO-3, against the baseline that gains are over.",
      {M("devices", Unit::count, &PublishedRun::devices, "A100-80.", "devices"),
       M("measured_tflops", Unit::any, &PublishedRun::measured_tflops,
         "Of a device, with the recomputation counted, as printed.", "measured_tflops"),
       M("measured_s", Unit::s, &PublishedRun::measured_s, "A step, from it.", "measured_s")
           .as(rounded),
       M("paper_s", Unit::s, &PublishedRun::paper_s, "By MAD-Max's rules.", "paper_s").as(rounded),
       M("paper_error", Unit::ratio, &PublishedRun::paper_error, "Over measured, less 1.",
         "paper_error")
           .as(rounded),
       M("physical_s", Unit::s, physical(&PublishedRun::physical_s),
         "With every departure; no key if it cannot run.", "physical_s")
           .as(rounded),
       M("physical_error", Unit::ratio, physical(&PublishedRun::physical_error),
         "Over measured, less 1; no key if it cannot run.", "physical_error")
           .as(rounded)});
  return table;
}

}  // namespace jacquard::studies::madmax
