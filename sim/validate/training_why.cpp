// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/training_why.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "jacquard/base/at.hpp"

namespace jacquard::validate {
namespace {

using workload::OpLabel;

struct Law {
  const char* name;
  const char* assumption;  // that would be wrong where the law alone has the difference
};

enum Part : std::size_t {
  kProducts,
  kAttention,
  kExperts,
  kElementwise,
  kOptimizer,
  kLaunches,
  kExchange,
  kTensor,
  kReplicas,
  kPipeline,
  kParts
};

constexpr std::array<Law, kParts> kLaws{
    {{"products", "the rate that the power sustains"},
     {"attention", "the kernel and its type"},
     {"experts", "the grouped products, and how often rows are moved"},
     {"element-wise", "what is fused with what"},
     {"optimizer", "the optimizer's kernels, and how replicas share it out"},
     {"launches", "what is captured, and the host's time for a kernel"},
     {"expert exchange", "the path of tokens, their type, and what runs beside it"},
     {"tensor and context", "what runs beside products, and NCCL's bandwidth"},
     {"weights and gradients", "what is gathered and reduced beside computations"},
     {"pipeline", "the schedule, and how even its stages are"}}};

Part part_of(OpLabel label) {
  switch (label) {
    case OpLabel::qkv:
    case OpLabel::attention_out:
    case OpLabel::ffn_up:
    case OpLabel::ffn_down:
    case OpLabel::logits:
    case OpLabel::router:
    case OpLabel::shared_experts:
    case OpLabel::recompute:
      return kProducts;
    case OpLabel::attention:
      return kAttention;
    case OpLabel::experts:
      return kExperts;
    case OpLabel::optimizer:
      return kOptimizer;
    case OpLabel::other:
      return kLaunches;
    case OpLabel::ep_dispatch:
    case OpLabel::ep_combine:
      return kExchange;
    case OpLabel::tp_comm:
    case OpLabel::cp_comm:
      return kTensor;
    case OpLabel::weight_gather:
    case OpLabel::gradient_reduce:
      return kReplicas;
    case OpLabel::pipeline_comm:
      return kPipeline;
    default:
      return kElementwise;
  }
}

bool communicates(OpLabel label) {
  const Part part = part_of(label);
  return part == kExchange || part == kTensor || part == kReplicas || part == kPipeline;
}

struct Row {
  std::string model;
  std::string device;
  double difference = 0;  // s, ours - measured
  Law law;
  double seconds = 0;
  double share = 0;
  bool nearest = false;

  // What the part times this would be, if it alone had the difference.
  std::optional<double> factor() const {
    if (!(seconds > difference)) return std::nullopt;
    return 1 - difference / seconds;
  }
};

const report::MetricTable<Row>& row_metrics() {
  using M = report::Metric<Row>;
  using report::Unit;
  static const report::MetricTable<Row> table(
      "training_why", "A part of our step, against a measured one (--why).",
      {
          M("model", Unit::text, &Row::model, "What is trained.", "model"),
          M("device", Unit::text, &Row::device, "As the table calls it.", "device"),
          M("difference_s", Unit::s, &Row::difference, "Ours - measured, of the step.",
            "difference"),
          M(
              "law", Unit::text, [](const Row& r) { return r.law.name; }, "Whose time it is.",
              "law"),
          M("ours_s", Unit::s, &Row::seconds, "Mean over NPUs; the laws add up to the step.",
            "ours"),
          M("share", Unit::ratio, &Row::share, "Of our step.", "share"),
          M("factor", Unit::ratio, &Row::factor,
            "By which it alone would close the difference; absent where it cannot.", "factor"),
          M(
              "assumption", Unit::text, [](const Row& r) { return r.law.assumption; },
              "What would then be wrong.", "assumption"),
          M("nearest", Unit::flag, &Row::nearest, "Whether its factor is the nearest to 1.",
            "nearest"),
      });
  return table;
}

// Seconds of each part, of one class.
void add_class(const engine::step::ClassAccount& account, base::Picoseconds end,
               std::array<double, kParts>& seconds) {
  double known = 0;
  const auto add = [&](std::size_t label, base::Picoseconds time) {
    const double s = base::to_seconds(time).count();
    base::at(seconds, part_of(static_cast<OpLabel>(label))) += s;
    known += s;
  };
  for (std::size_t label = 0; label < engine::step::kLabels; ++label) {
    if (!communicates(static_cast<OpLabel>(label))) add(label, account.busy[label]);
    add(label, account.waited[label]);
  }
  seconds[kPipeline] += base::to_seconds(end).count() - known;  // after its last operation
}

}  // namespace

void take_why(const train::Step& step, const std::string& device, double measured,
              const TakeRow& take) {
  const train::StepAnswer answer = train::run_step(step);
  std::array<double, kParts> seconds{};
  for (const auto& account : answer.accounts) add_class(account, answer.time, seconds);
  const double total = base::to_seconds(answer.time).count();
  std::vector<Row> rows;
  for (std::size_t part = 0; part < kParts; ++part) {
    const double mean = seconds[part] / static_cast<double>(answer.accounts.size());
    if (mean <= 0) continue;
    rows.push_back(
        {step.config.model.name, device, total - measured, kLaws[part], mean, mean / total, false});
  }
  const auto far = [](const Row& row) {
    return row.factor() ? std::abs(std::log(*row.factor())) : HUGE_VAL;
  };
  const auto nearest = std::min_element(
      rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return far(a) < far(b); });
  if (nearest != rows.end()) nearest->nearest = true;
  for (const Row& row : rows) take(row_metrics()(row));
}

std::vector<report::RowKind> training_why_rows() { return {row_metrics().kind()}; }

}  // namespace jacquard::validate
