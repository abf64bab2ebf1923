// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/plan/paper_memory.hpp"
#include "jacquard/plan/physical/layers.hpp"
#include "jacquard/plan/prices.hpp"

namespace jacquard::plan::physical {
namespace {

using workload::CollectiveKind;
using workload::OpKind;
using workload::StepOp;

// Micro-batches that are run one by one; of more the rest take as long as the last of these.
constexpr int kSimulated = 3;

Times plus(const Times& a, const Times& b, double times) {
  return {a.time + times * b.time,
          a.compute + times * b.compute,
          a.all_to_all + times * b.all_to_all,
          a.all_reduce + times * b.all_reduce,
          a.all_gather + times * b.all_gather,
          a.reduce_scatter + times * b.reduce_scatter};
}

double& sum_of(Times& times, CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::all_to_all:
      return times.all_to_all;
    case CollectiveKind::all_gather:
      return times.all_gather;
    case CollectiveKind::reduce_scatter:
      return times.reduce_scatter;
    default:
      return times.all_reduce;
  }
}

// As the paper mode names them.
const char* name_of_kind(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::all_to_all:
      return name_of(Collective::all_to_all);
    case CollectiveKind::all_gather:
      return name_of(Collective::all_gather);
    case CollectiveKind::reduce_scatter:
      return name_of(Collective::reduce_scatter);
    default:
      return name_of(Collective::all_reduce);
  }
}

const char* name_of_work(const StepOp& op, const std::vector<Layer>& layers) {
  if (op.label == workload::OpLabel::embedding) return "look-up";
  const bool of_layer = op.label != workload::OpLabel::recompute && op.layer >= 0;
  if (!of_layer || base::at(layers, op.layer).kind == LayerKind::head) {
    return workload::name_of(op.label);
  }
  return name_of(shape_of(base::at(layers, op.layer).kind));
}

bool fits(const Request& r, const MemoryUse& use) {
  return use.total() <= static_cast<double>(r.cluster.memory.count());
}

// The least prime factor up to 1,000, or `n` itself.
std::int64_t smallest_factor(std::int64_t n) {
  for (std::int64_t f = 2; f <= 1000 && f * f <= n; ++f) {
    if (n % f == 0) return f;
  }
  return n;
}

}  // namespace

Evaluator::Evaluator(const Request& request)
    : request_(request), machine_(request), programs_(machine_), memory_(request) {}

// The first that fits of: activations kept, then blocks computed again; each with the largest
// micro-batch that does, of the local batch and what is left of it without its smallest prime
// factors one by one, down to one sample.
Keeping Evaluator::chosen(const Strategy& strategy, MemoryUse& memory) const {
  const Physics& physics = request_.physics;
  const bool trains = request_.task.kind != TaskKind::inference;
  const bool blocks = request_.model.blocks.layers > 0 && trains;
  const bool chooses = physics.has(Departure::activations);
  const bool may = physics.has(Departure::recompute) && blocks;
  std::int64_t local = 1;
  if (blocks) {
    local = request_.batch() / shares_of(strategy.of(Part::blocks), request_.cluster).data();
  }
  JQ_CHECK(local >= 1, "why_refused() keeps out batches of less than a sample a replica");
  Keeping keeping{1, may};
  if (!physics.has(Departure::accumulation)) {
    local = 1;
  } else if (request_.task.micro_batch > 0 && blocks) {
    JQ_CHECK(local % request_.task.micro_batch == 0,
             "why_refused() keeps out what does not divide");
    keeping.micro_batches = static_cast<double>(local / request_.task.micro_batch);
    local = 1;
  }
  const double given = keeping.micro_batches;
  for (const bool recompute : {false, true}) {
    if (recompute ? !may : may && !chooses) continue;
    std::int64_t parts = 1;
    for (;;) {
      keeping = {given * static_cast<double>(parts), recompute};
      memory = memory_(strategy, keeping);
      if (fits(request_, memory)) return keeping;
      if (parts == local) break;
      parts *= smallest_factor(local / parts);
    }
  }
  return keeping;
}

Times Evaluator::times_of(const Strategy& strategy, int simulated) {
  const Timed& timed = programs_.of(strategy, keeping_, simulated);
  timed_ = &timed;
  end_ = schedule_.end_of(timed.program, {timed.works, timed.comms}, engine::Order::lifo,
                          timed.outline);
  Times times;
  times.time = static_cast<double>(end_.count()) * 1e-12;
  seconds_.clear();
  for (const base::Picoseconds work : timed.works) {
    seconds_.push_back(static_cast<double>(work.count()) * 1e-12);
  }
  sums_.clear();
  for (std::size_t c = 0; c < timed.comms.size(); ++c) {
    sums_.push_back({&sum_of(times, timed.program.comms[c].kind),
                     static_cast<double>(timed.comms[c].time.count()) * 1e-12});
  }
  double computed = 0;
  for (const int one : timed.computed) computed += seconds_[static_cast<std::size_t>(one)];
  times.compute = computed;
  for (const int one : timed.communicated) {
    const auto& [sum, seconds] = sums_[static_cast<std::size_t>(one)];
    *sum += seconds;
  }
  return times;
}

Answer Evaluator::evaluate(const Strategy& strategy) {
  Answer answer;
  MemoryUse physical;
  keeping_ = chosen(strategy, physical);
  answer.micro_batches = std::llround(keeping_.micro_batches);
  answer.recompute = keeping_.recompute;
  answer.memory =
      request_.physics.has(Departure::activations) ? physical : paper_memory(request_, strategy);
  answer.fits = fits(request_, answer.memory);
  try {
    const int simulated = static_cast<int>(std::min<double>(kSimulated, keeping_.micro_batches));
    const double more = keeping_.micro_batches - simulated;
    const Times before = more > 0 ? times_of(strategy, simulated - 1) : Times{};
    answer.times = times_of(strategy, simulated);
    if (more > 0) answer.times = plus(answer.times, plus(answer.times, before, -1), more);
  } catch (const base::ConfigError& error) {
    answer.refused = error.what();
  }
  return answer;
}

std::vector<Ran> Evaluator::timeline() const {
  std::vector<Ran> out;
  if (timed_->program.classes.empty()) return out;
  const std::vector<Layer>& layers = machine_.layers;
  const auto& ops = timed_->program.classes[0].ops;
  engine::step::ListSchedule schedule;
  schedule.run(timed_->program, {timed_->works, timed_->comms}, engine::Order::lifo,
               &timed_->outline);
  const auto intervals = schedule.intervals(0);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const StepOp& op = ops[i];
    if (op.kind == OpKind::marker) continue;
    const bool communicates = op.kind == OpKind::collective;
    const char* name = communicates ? name_of_kind(base::at(timed_->program.comms, op.work).kind)
                                    : name_of_work(op, layers);
    out.push_back({name, communicates, op.phase == workload::Phase::backward, op.layer,
                   static_cast<double>(intervals[i].begin.count()) * 1e-12,
                   static_cast<double>(intervals[i].end.count()) * 1e-12});
  }
  return out;
}

}  // namespace jacquard::plan::physical
