// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/run_batch.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/serve/batch/moved_bytes.hpp"
#include "jacquard/serve/batch/static_batch.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/precision_words.hpp"
#include "systemc/serve/paper_batch.hpp"
#include "systemc/serve/saturated.hpp"

namespace jacquard::serve {
namespace {

// What a clock depends on.
std::string key_of(const Setup& s) {
  const Deployment& d = s.deployment;
  return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}",
                     s.config.model, s.config.system, s.npus, name_of(d.software),
                     text_of(d.precision), short_name(d.precision.kv), d.tp, d.pp, d.attention_dp,
                     d.expert_ep, d.expert_tp, s.config.spill, d.own_kv_tokens, d.redundant_experts,
                     d.expert_imbalance, static_cast<int>(d.exchange), d.two_batches,
                     d.drafts.tokens, d.eager, d.expert_npus, d.micro_batches,
                     static_cast<int>(d.law));
}

}  // namespace

std::int64_t batch_that_fits(const Setup& s) {
  const std::int64_t tokens = std::int64_t{s.config.input} + s.config.output;
  const std::int64_t most = s.most_requests(tokens);
  const std::int64_t batch = batch_of(s.config).value_or(most);
  if (batch <= most) return batch;
  throw base::ConfigError({"--batch", "",
                           fmt::format("at most {}, which memory holds ({})", most, breakdown(s)),
                           std::to_string(batch), fewest_npus(s, batch)});
}

BatchRow run_batch(const ServeConfig& config) { return BatchRunner().run(config); }

BatchRow BatchRunner::run(const ServeConfig& config) {
  if (by_paper(config)) return run_paper_batch(config, nouns_);
  if (config.policy != Policy::static_batch) return run_saturated(config);
  const Setup s = setup_of(config, nouns_);
  const Deployment& d = s.deployment;
  BatchShape shape;
  shape.batch = batch_that_fits(s);
  shape.input = config.input;
  shape.output = config.output;
  shape.groups = d.attention_dp;
  shape.stages = d.pp;
  shape.max_batched_tokens = config.max_batched_tokens;
  shape.made_by_a_step = d.drafts.made_by_a_step();
  std::unique_ptr<StepClock>& clock = clocks_[key_of(s)];
  if (clock == nullptr) clock = cost_clock(d);
  const BatchTimes times = static_batch(shape, *clock);

  BatchRow row = row_of_setup(s);
  row.batch = shape.batch;
  row.ttft = times.prefill;
  row.time = times.time();
  if (config.output > 1) row.tpot = base::Picoseconds{times.decode.count() / (config.output - 1)};
  const BatchSteps steps{static_cast<double>(shape.batch), static_cast<double>(shape.input),
                         static_cast<double>(times.prefill_steps),
                         static_cast<double>(times.decode_steps)};
  set_work(s, model_flops(s, shape.batch), batch_bytes(d, steps), row);
  const std::int64_t tokens = base::divide_up<std::int64_t>(shape.batch, shape.groups) *
                              (std::int64_t{config.input} + config.output);
  set_kv(s, tokens, row);
  return row;
}

}  // namespace jacquard::serve
