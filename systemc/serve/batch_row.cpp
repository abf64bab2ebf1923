// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/batch_row.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/serve/precision_words.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "systemc/serve/run_energy.hpp"

namespace jacquard::serve {

std::optional<double> BatchRow::per_million_tokens() const {
  if (price == 0) return std::nullopt;
  constexpr double kHour = 3600, kMillion = 1e6;
  return price * npus * seconds() / kHour / (tokens() / kMillion);
}

double BatchRow::tokens_per_s_per_user() const {
  return 1 / base::to_seconds(tpot.count() > 0 ? tpot : time).count();
}

BatchRow row_of_setup(const Setup& s) {
  const Deployment& d = s.deployment;
  BatchRow row;
  row.model = d.model.name;
  row.system = s.config.system;
  row.npus = s.npus;
  row.price = s.config.price;
  row.replicas = s.replicas;
  row.software = name_of(d.software);
  row.policy = name_of(s.config.policy);
  row.rules = name_of(Rulebook::ours);
  row.law = d.law == systems::Law::links ? "links" : "reached";
  row.source = s.source;
  row.tp = d.tp;
  row.pp = d.pp;
  row.dp = d.attention_dp;
  row.ep = d.expert_ep;
  row.precision = text_of(d.precision);
  row.kv_precision = short_name(d.precision.kv);
  row.input = s.config.input;
  row.output = s.config.output;
  row.weights = base::Bytes{std::llround(replica_weight_bytes(d, s.memory.weights))};
  row.capacity = s.memory.capacity;
  return row;
}

double model_flops(const Setup& s, std::int64_t batch) {
  const auto requests = static_cast<double>(batch);
  const double input = s.config.input;
  const double made = s.config.output - 1;
  const workload::Model& model = s.deployment.model;
  return workload::prefill_flops(model, requests, input) +
         made * workload::decode_flops(model, requests, input + std::max(made - 1, 0.0) / 2);
}

void set_work(const Setup& s, double flops, double bytes, BatchRow& row) {
  const Deployment& d = s.deployment;
  const auto type = d.model.has_experts() ? d.precision.experts : d.precision.weights;
  const double peak = cost::peak_of(d.device, type).count();
  row.mfu = flops / (row.seconds() * peak * d.npus());
  const energy::Work work{base::to_seconds(row.time), flops, bytes};
  const auto energy = energy_of(s, d.npus(), work);
  if (energy) row.energy = *energy * s.replicas;
  const double all = s.replicas;
  row.parts = energy_parts(s, d.npus() * s.replicas, {work.time, flops * all, bytes * all}, {});
}

void set_kv(const Setup& s, std::int64_t tokens, BatchRow& row) {
  const double own =
      s.memory.kv_of_token * static_cast<double>(std::min(tokens, s.deployment.own_kv_tokens));
  const double all = s.memory.kv_of_token * static_cast<double>(tokens);
  row.kv = base::Bytes{std::llround(all * s.deployment.caching_npus())};
  row.beyond = base::Bytes{std::llround((all - own) * s.deployment.caching_npus())};
  row.memory = base::Bytes{std::llround(s.memory.weights + s.memory.buffers + own)};
}

}  // namespace jacquard::serve
