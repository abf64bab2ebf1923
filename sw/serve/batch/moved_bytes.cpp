// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/batch/moved_bytes.hpp"

#include <cmath>

#include "jacquard/serve/memory_budget.hpp"
#include "jacquard/workload/model_parameters.hpp"

namespace jacquard::serve {

double weights_read(const Deployment& d, double weights, double tokens) {
  const double all = replica_weight_bytes(d, weights);
  const workload::Model& m = d.model;
  if (!m.has_experts()) return all;
  const workload::LayerKind kind{workload::Mixer::none, workload::FeedForward::experts};
  const double experts = m.layers_of(kind.feed) * workload::layer_parameters(m, kind).experts *
                         workload::bytes_per_value(d.precision.experts);
  const double share = static_cast<double>(m.experts.top_k) / m.experts.count;
  const double unvisited = std::pow(1 - share, tokens);
  return all - experts * unvisited;
}

double kv_moved(const Deployment& d, double requests, double input, double output) {
  const double later = output - 1;
  const double tokens = input + later + later * (input + (later + 1) / 2);
  // What a sequence keeps beside is read and written by each step.
  const double beside = 2 * (later + 1) * kv_bytes_of_sequence(d);
  return requests * (tokens * kv_bytes_of_token(d) + beside) * d.tp * d.pp;
}

double batch_bytes(const Deployment& d, const BatchSteps& b) {
  const double prompt_tokens = b.requests * b.input / b.prefill_steps;
  const double weights = weight_bytes(d);
  const double read = b.prefill_steps * weights_read(d, weights, prompt_tokens) +
                      b.decode_steps * weights_read(d, weights, b.requests);
  return read + kv_moved(d, b.requests, b.input, b.decode_steps + 1);
}

}  // namespace jacquard::serve
