// SPDX-License-Identifier: Apache-2.0
#include "papers/photonic/gains.hpp"

#include <algorithm>

#include "jacquard/base/data_path.hpp"

namespace jacquard::studies {

using serve::celestisim::PaperSystem;

Gains gains(const workload::Model& model, const PaperSystem& dgx, const PaperSystem& pooled,
            Lengths lengths, std::int64_t batch) {
  const serve::celestisim::Rules rules;
  const config::Place place{"pfa", ""};
  const auto [input, output] = lengths;
  const auto run = [&](const PaperSystem& machine, std::int64_t requests) {
    return static_batch(model, machine, {requests, input, output}, rules, place);
  };
  Gains g;
  const std::int64_t most = largest_batch(model, dgx, input, output, rules);
  g.throughput = run(pooled, batch).tokens_per_s / run(dgx, most).tokens_per_s;
  g.latency = run(dgx, 1).time() / run(pooled, 1).time();
  return g;
}

Gains largest_gains(const workload::Model& model, const PaperSystem& dgx,
                    const PaperSystem& pooled) {
  Gains most;
  for (const Lengths lengths : kPaperLengths) {
    const Gains g = gains(model, dgx, pooled, lengths);
    most.throughput = std::max(most.throughput, g.throughput);
    most.latency = std::max(most.latency, g.latency);
  }
  return most;
}

workload::Model llama3_405b() {
  return config::read_config(workload::model_fields(),
                             base::data_path("configs/models/llama3-405b.json"));
}

workload::Model assumed_1t() {
  workload::Model m;
  m.name = "1T (assumed)";
  m.hidden = 24'576;
  m.layers = 128;
  m.heads = 192;
  m.kv_heads = 8;
  m.inner = 86'016;  // 3.5 times the width, as Llama 3 70B
  m.gated = true;
  m.vocabulary = 128'256;
  m.fused_attention = true;
  return m;
}

}  // namespace jacquard::studies
