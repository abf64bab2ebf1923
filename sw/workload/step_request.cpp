// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/step_request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace jacquard::workload {
namespace {

constexpr std::int64_t kMostNpus = 1 << 24;
constexpr int kMostStages = 65'535;       // the list schedule tells messages apart by 16 bits
constexpr int kMostMicroBatches = 32000;  // StepOp::micro_batch is of 16 bits

// The smallest eight.
std::string divisors_text(std::int64_t n) {
  constexpr std::size_t kListed = 8;
  std::vector<std::int64_t> divisors;
  std::int64_t d = 1;
  for (; d * d <= n && divisors.size() < kListed; ++d) {
    if (n % d == 0) divisors.push_back(d);
  }
  for (--d; d >= 1 && divisors.size() < kListed; --d) {
    if (n % d == 0 && d * d != n) divisors.push_back(n / d);
  }
  return fmt::format("{}", fmt::join(divisors, ", "));
}

[[noreturn]] void fail(const StepRequest& r, const char* knob, const std::string& expected,
                       const std::string& found, const std::string& hint = "") {
  r.knob(knob).fail(expected, found, hint);
}

void require_degree(const StepRequest& r, const char* knob, int degree) {
  if (degree < 1 || degree > kMostNpus) fail(r, knob, "1 to 2^24", std::to_string(degree));
}

void require_degrees(const StepRequest& r) {
  const Parallelism& p = r.parallelism;
  const std::pair<const char*, int> all[] = {
      {"tp", p.tp}, {"cp", p.cp}, {"ep", p.ep}, {"dp", p.dp}, {"pp", p.pp}};
  std::int64_t product = 1;
  for (const auto& [knob, degree] : all) {
    require_degree(r, knob, degree);
    product *= degree;
    if (product > kMostNpus) fail(r, knob, "at most 2^24 NPUs in all", std::to_string(degree));
  }
  if (p.pp > kMostStages) {
    fail(r, "pp", fmt::format("at most {} stages", kMostStages), std::to_string(p.pp));
  }
}

// `knob` splits `count` of `what`.
void require_split(const StepRequest& r, const char* knob, int degree, std::int64_t count,
                   const char* what) {
  if (count % degree == 0) return;
  fail(r, knob, fmt::format("a divisor of {} {}", count, what), std::to_string(degree),
       "such as " + divisors_text(count));
}

void require_fold(const StepRequest& r) {
  for (const Axis axis : r.parallelism.fold) {
    if (axis != Axis::tp && axis != Axis::cp) fail(r, "fold", "tp, cp or both", name_of(axis));
  }
}

void require_model_splits(const StepRequest& r) {
  const Parallelism& p = r.parallelism;
  const Model& m = r.model;
  const int kv = m.kv_head_count();
  if (!m.fractional_heads) require_split(r, "tp", p.tp, m.heads, "heads");
  if (!m.fractional_heads && !m.is_latent() && kv % p.tp != 0 && p.tp % kv != 0) {
    fail(r, "tp", fmt::format("a divisor or a multiple of {} kv_heads", kv), std::to_string(p.tp));
  }
  if (m.layers_of(Mixer::linear) > 0) {
    require_split(r, "tp", p.tp, m.linear.value_heads, "value_heads of linear");
  }
  if (p.async_tp && !p.sequence_parallel) {
    fail(r, "async_tp", "false without sequence_parallel", "true");
  }
  if (p.tp_slices > 1 && (p.async_tp || !p.sequence_parallel || r.kind == StepKind::decode)) {
    fail(r, "tp_slices", "1 in decoding, without sequence_parallel and beside async_tp",
         std::to_string(p.tp_slices));
  }
  if (m.inner > 0) require_split(r, "tp", p.tp, m.inner, "values of inner");
  if (r.kind != StepKind::decode) {
    require_split(r, "cp", p.cp, r.tokens(), "tokens of a sequence");
    if (p.sequence_parallel) {
      require_split(r, "tp", p.tp, r.tokens() / p.cp, "tokens of a part of a sequence");
      require_split(r, "tp_slices", p.tp_slices, r.tokens() / p.cp / p.tp, "tokens of an NPU");
    }
  } else if (p.cp > 1) {
    fail(r, "cp", "1 in decoding", std::to_string(p.cp));
  }
  if (!m.has_experts()) {
    if (p.recomputes() == Recompute::experts) {
      fail(r, "recompute",
           "none, selective, alternate, core_attn or full of a model without experts", "moe");
    }
    if (p.ep > 1) fail(r, "ep", "1 for a model without experts", std::to_string(p.ep));
    return;
  }
  require_fold(r);
  require_split(r, "ep", p.expert_parts(), m.experts.count,
                p.fold.empty() ? "experts" : "experts by ep and the axes that it folds");
  require_split(r, "tp", p.expert_tp(), m.experts.inner, "values of an expert's inner");
  if (p.expert_parts() > 1 && p.tp > 1 && !p.sequence_parallel) {
    fail(r, "sequence_parallel", "true where both tp and ep are above 1", "false");
  }
}

// The most that divide `all`, up to `limit`.
int most_dividing(int all, int limit) {
  int most = std::min(all, limit);
  while (all % most != 0) --most;
  return most;
}

void share_batch(const StepRequest& r, StepPlan& plan) {
  const Parallelism& p = r.parallelism;
  const int replicas = p.replicas();
  if (r.batch < 1 || r.batch % replicas != 0) {
    fail(r, "dp", fmt::format("dp x ep that divides the batch of {}", r.batch),
         std::to_string(replicas),
         fmt::format("a batch of {} would fit",
                     std::max(1, r.batch / replicas) * static_cast<std::int64_t>(replicas)));
  }
  const int each = r.batch / replicas;
  if (p.micro_batch > 0) {
    if (each % p.micro_batch != 0) {
      fail(r, "micro_batch", fmt::format("a divisor of the {} sequences of a replica", each),
           std::to_string(p.micro_batch), "such as " + divisors_text(each));
    }
    plan.micro_batches = each / p.micro_batch;
    if (p.micro_batches > 0 && p.micro_batches != plan.micro_batches) {
      fail(r, "micro_batches", fmt::format("{}, as micro_batch gives, or none", plan.micro_batches),
           std::to_string(p.micro_batches));
    }
  } else if (p.micro_batches > 0) {
    if (each % p.micro_batches != 0) {
      fail(r, "micro_batches", fmt::format("a divisor of the {} sequences of a replica", each),
           std::to_string(p.micro_batches),
           each < p.micro_batches
               ? fmt::format("a batch of {} would fit",
                             static_cast<std::int64_t>(p.micro_batches) * replicas)
               : "such as " + divisors_text(each));
    }
    plan.micro_batches = p.micro_batches;
  } else {
    const std::int64_t wanted = p.pp == 1 ? 1 : 4 * static_cast<std::int64_t>(p.pp);
    plan.micro_batches =
        most_dividing(each, static_cast<int>(std::min<std::int64_t>(wanted, each)));
  }
  if (plan.micro_batches > kMostMicroBatches) {
    fail(r, "micro_batch", fmt::format("at most {} micro-batches", kMostMicroBatches),
         std::to_string(plan.micro_batches));
  }
  plan.micro_batch = each / plan.micro_batches;
}

// Programs of more operations are refused: they would take gigabytes.
void require_small(const StepRequest& r, const StepPlan& plan) {
  constexpr double kMostOperations = 5e7;
  constexpr double kOperations = 17;  // about, of a layer's pass
  const double passes = r.kind == StepKind::train ? 2 : 1;
  const double all = passes * kOperations * plan.micro_batches *
                     (r.model.layers + static_cast<double>(plan.virtual_layers.size()));
  if (all <= kMostOperations) return;
  fail(r, "micro_batch", "a step of at most 5e7 operations", fmt::format("about {:.2g}", all),
       fmt::format("{} micro-batches through {} layers", plan.micro_batches, r.model.layers));
}

// Of schedules whose stages have two parts of the model.
void require_two_chunks(const StepRequest& r, const StepPlan& plan) {
  const Parallelism& p = r.parallelism;
  const bool dual = p.schedule == PipelineSchedule::dualpipe;
  if (!dual && p.schedule != PipelineSchedule::zero_bubble_v) return;
  const char* const word = dual ? "dualpipe" : "zb-v";
  if (r.kind != StepKind::train) fail(r, "schedule", "another than in training", word);
  if (p.pp == 1) fail(r, "schedule", "gpipe or 1f1b of one stage", word);
  if (!dual) return;
  if (p.pp % 2 != 0) fail(r, "pp", "an even number of stages (dualpipe)", std::to_string(p.pp));
  if (plan.micro_batches % 2 != 0 || plan.micro_batches < 2 * p.pp) {
    fail(r, "micro_batches", fmt::format("an even number of {} or more (dualpipe)", 2 * p.pp),
         std::to_string(plan.micro_batches));
  }
  if (p.zero > 1) fail(r, "zero", "0 or 1 (dualpipe)", std::to_string(p.zero));
}

void share_layers(const StepRequest& r, StepPlan& plan) {
  const Parallelism& p = r.parallelism;
  require_two_chunks(r, plan);
  const bool interleaved = p.schedule == PipelineSchedule::interleaved;
  if (p.virtual_stages > 1 && (!interleaved || p.pp == 1)) {
    fail(r, "virtual_stages", "1 unless pp is above 1 and the schedule interleaved",
         std::to_string(p.virtual_stages));
  }
  const int layers = r.model.layers;
  const bool v = p.schedule == PipelineSchedule::zero_bubble_v;
  plan.chunks = v || p.schedule == PipelineSchedule::dualpipe ? 2 : p.virtual_stages;
  const std::int64_t parts = static_cast<std::int64_t>(p.pp) * (v ? 2 : p.virtual_stages);
  if (!p.stages.empty()) {
    if (static_cast<std::int64_t>(p.stages.size()) != parts) {
      fail(r, "stages", fmt::format("{} numbers, one for each virtual stage", parts),
           std::to_string(p.stages.size()));
    }
    std::int64_t sum = 0;
    for (const int n : p.stages) sum += n;
    if (sum != layers || *std::min_element(p.stages.begin(), p.stages.end()) < 0) {
      fail(r, "stages", fmt::format("{} layers in all", layers), std::to_string(sum));
    }
    plan.virtual_layers = p.stages;
    return;
  }
  const bool edges = p.uneven == Uneven::edges;
  const std::int64_t counted = layers + (edges ? 2 : 0);
  if (counted % parts != 0 || counted / parts < 1) {
    fail(r, p.virtual_stages > 1 ? "virtual_stages" : "pp",
         fmt::format("virtual stages that divide the {} layers{}", layers,
                     edges ? " and two more (uneven=edges)" : ""),
         std::to_string(parts),
         (counted % parts == 0 ? std::string("fewer stages")
                               : fmt::format("such as {}", divisors_text(counted))) +
             "; stages or uneven allow others");
  }
  plan.virtual_layers.assign(static_cast<std::size_t>(parts), static_cast<int>(counted / parts));
  if (edges) {
    --plan.virtual_layers.front();
    --plan.virtual_layers.back();
  }
}

}  // namespace

config::Place StepRequest::knob(const char* name) const {
  const bool option = place.where.empty() && place.source.rfind("--", 0) == 0;
  return option ? config::Place{place.source + ", " + name, ""} : place / name;
}

bool shards_as_fsdp(const StepRequest& r) {
  return r.framework == Framework::torchtitan || r.parallelism.zero >= 2;
}

StepPlan plan_of(const StepRequest& r) {
  const Parallelism& p = r.parallelism;
  const Model& m = r.model;
  if (m.hidden < 1 || m.layers < 1 || m.heads < 1 || r.tokens() < 1) {
    require_complete(m, {"model", ""});
  }
  require_degrees(r);
  require_model_splits(r);
  if (p.zero < 0 || p.zero > 3) fail(r, "zero", "0 to 3", std::to_string(p.zero));
  if (p.prefetch < 0) fail(r, "prefetch", "0 or more", std::to_string(p.prefetch));
  StepPlan plan;
  share_batch(r, plan);
  share_layers(r, plan);
  plan.first_layers.resize(plan.virtual_layers.size());
  std::exclusive_scan(plan.virtual_layers.begin(), plan.virtual_layers.end(),
                      plan.first_layers.begin(), 0);
  if (p.virtual_stages > 1 && plan.micro_batches % p.pp != 0) {
    fail(r, "micro_batches", fmt::format("a multiple of pp = {} (interleaved)", p.pp),
         std::to_string(plan.micro_batches));
  }
  require_small(r, plan);
  const int tokens = r.kind == StepKind::decode ? 1 : r.tokens() / p.cp;
  plan.tokens = static_cast<double>(plan.micro_batch) * tokens;
  return plan;
}

void require_npus(const StepRequest& r, std::int64_t npus) {
  require_degrees(r);
  const std::int64_t product = r.parallelism.npus();
  if (product == npus) return;
  const std::int64_t others = product / r.parallelism.dp;
  r.place.fail(fmt::format("dp x tp x cp x ep x pp of {} NPUs", npus), std::to_string(product),
               npus % others == 0
                   ? fmt::format("dp={} would fit the NPUs, and jacquard plan ranks what "
                                 "fits memory too",
                                 npus / others)
                   : fmt::format("the others multiply to {}, no divisor", others));
}

}  // namespace jacquard::workload
