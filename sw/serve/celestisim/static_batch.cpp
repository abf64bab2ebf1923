// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/static_batch.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/serve/celestisim/timing.hpp"
#include "jacquard/workload/model_parameters.hpp"

namespace jacquard::serve::celestisim {

void require_plain(const workload::Model& model, const config::Place& place) {
  if (!model.has_experts() && !model.is_latent() && model.window == 0) return;
  place.fail(
      "a dense transformer, as the paper's rules know no experts, latent attention or "
      "windows",
      model.name, "our own laws know them: a system such as dgx-h100");
}

base::Bytes weight_bytes(const workload::Model& model) {
  return base::Bytes{std::llround(workload::total_parameters(model) * kWeight)};
}

base::Bytes kv_bytes_of_token(const workload::Model& model, const Rules& rules) {
  const double values = model.kv_head_count() * (model.size_of_head() + model.size_of_value());
  return base::Bytes{std::llround(values * model.layers * rules.kv)};
}

double moved_bytes(const workload::Model& model, const Batch& batch, const Rules& rules) {
  const double later = batch.output - 1;
  const double read = later * (batch.input + (later + 1) / 2);
  const double kv = static_cast<double>(kv_bytes_of_token(model, rules).count());
  return static_cast<double>(weight_bytes(model).count()) * batch.output +
         static_cast<double>(batch.requests) * kv * (batch.input + later + read);
}

std::int64_t largest_batch(const workload::Model& model, const PaperSystem& machine, int input,
                           int output, const Rules& rules) {
  const double room = static_cast<double>(machine.memory.count()) * rules.memory -
                      static_cast<double>(weight_bytes(model).count());
  const double each = static_cast<double>(kv_bytes_of_token(model, rules).count()) *
                      (static_cast<double>(input) + output);
  return room < each ? 0 : static_cast<std::int64_t>(room / each);
}

StaticAnswer static_batch(const workload::Model& model, const PaperSystem& machine,
                          const Batch& batch, const Rules& rules, const config::Place& place) {
  require_plain(model, place);
  const std::int64_t most = largest_batch(model, machine, batch.input, batch.output, rules);
  if (batch.requests > most) {
    place.fail(fmt::format("a batch of at most {}, which fits beside {} B of weights in {} B", most,
                           weight_bytes(model).count(), machine.memory.count()),
               std::to_string(batch.requests));
  }
  const auto requests = static_cast<double>(batch.requests);
  const double tokens = static_cast<double>(batch.input) + batch.output;
  StaticAnswer answer;
  answer.weights = weight_bytes(model);
  answer.kv = kv_bytes_of_token(model, rules) *
              (batch.requests * (batch.input + std::int64_t{batch.output}));

  const auto weights = static_cast<double>(answer.weights.count());
  const double kv_of_key = static_cast<double>(kv_bytes_of_token(model, rules).count()) * requests;
  Timing timing(model, machine, rules);
  const Pass prompt{requests, static_cast<double>(batch.input), static_cast<double>(batch.input)};
  timing.hold(weights + kv_of_key * prompt.keys);
  const double prefill = timing.fixed(prompt.all(), prompt.requests) + timing.attention(prompt);

  double decode = 0;
  Pass next{requests, 1, 1};
  for (int token = 1; token < batch.output; ++token) {
    next.keys = static_cast<double>(batch.input) + token;
    timing.hold(weights + kv_of_key * next.keys);
    decode += timing.fixed(next.all(), next.requests) + timing.attention(next);
  }
  answer.prefill = base::Seconds{prefill * timing.overlap()};
  answer.decode = base::Seconds{decode * timing.overlap()};
  const double time = answer.time().count();
  answer.tokens_per_s = requests * batch.output / time;
  answer.mfu = 2 * workload::total_parameters(model) * tokens * requests /
               (time * machine.all_peaks().count());
  return answer;
}

}  // namespace jacquard::serve::celestisim
