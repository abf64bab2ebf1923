// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/static_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/workload/model_parameters.hpp"

namespace jacquard::serve::celestisim {
namespace {

constexpr double kWeight = 1;  // bytes
constexpr double kActivation = 2;

// A pass over some new tokens of every request of a batch.
struct Pass {
  double requests = 1;
  double tokens = 1;  // of each request
  double keys = 1;    // that the last of them attends to

  double all() const { return requests * tokens; }
};

class Timing {
 public:
  Timing(const workload::Model& model, const Machine& machine, const Rules& rules)
      : m_(model),
        machine_(machine),
        rules_(rules),
        tp_(machine.tp),
        peak_(machine.all_peaks().count() / machine.pp / tp_ * rules.products),
        rate_(machine.bandwidth.count() / tp_ * rules.bandwidth),
        query_(m_.heads * m_.size_of_head()),
        kv_(2 * m_.kv_head_count() * m_.size_of_head()) {}

  // Of all layers but attention to keys, and logits.
  double fixed(const Pass& pass) const {
    const double h = m_.hidden;
    const double layer = product(pass, h, query_ + kv_, true) + product(pass, query_, h, false) +
                         (m_.gated ? 2 : 1) * product(pass, h, m_.inner, true) +
                         product(pass, m_.inner, h, false) + 2 * norm(pass) + 2 * all_reduce(pass);
    Pass last = pass;
    last.tokens = 1;
    return m_.layers * layer + product(last, h, m_.vocabulary, true);
  }

  // Of all layers. Causal: each token sees half of a pass's own tokens on average.
  double attention(const Pass& pass) const {
    const double flops = 4 * pass.all() * pass.keys * query_ / tp_;
    const double causal = pass.tokens > 1 ? 0.5 : 1;
    const double bytes =
        (pass.requests * pass.keys * kv_ * rules_.kv + 2 * pass.all() * query_ * kActivation) / tp_;
    return m_.layers * longest(flops * causal, bytes);
  }

  // Stages take a batch one after the other, unless each has a part of it.
  double overlap() const { return 1.0 / machine_.micro_batches; }

  // Share of reads that hits the cache, if all that a pass reads takes turns in it.
  void hold(double bytes) {
    const auto cache = static_cast<double>(machine_.cache.count());
    misses_ = cache > 0 && bytes > cache ? 1 - cache / bytes : 0;
  }

 private:
  double longest(double flops, double bytes) const {
    const auto half = static_cast<double>(rules_.half.count());
    const double moved = bytes > 0 ? (bytes + half) / rate_ : 0;
    const double missed = misses_ > 0 ? misses_ * bytes * tp_ / machine_.behind.count() : 0;
    return std::max({flops / peak_, moved, missed});
  }
  // `cut_out`: a device has some of the columns, else some of the rows.
  double product(const Pass& pass, double rows, double columns, bool cut_out) const {
    const double in = rows / (cut_out ? 1 : tp_);
    const double out = columns / (cut_out ? tp_ : 1);
    return longest(2 * pass.all() * in * out,
                   in * out * kWeight + pass.all() * (in + out) * kActivation);
  }
  // Reads and writes the residual stream, which every device has whole.
  double norm(const Pass& pass) const {
    return longest(0, 2 * pass.all() * m_.hidden * kActivation);
  }
  double all_reduce(const Pass& pass) const {
    if (tp_ == 1) return 0;
    const double bytes = pass.all() * m_.hidden * kActivation * 2 * (tp_ - 1) / tp_;
    return rules_.all_reduce.count() + bytes / rules_.all_reduce_bus.count();
  }

  const workload::Model& m_;
  const Machine& machine_;
  const Rules& rules_;
  double tp_;
  double peak_;  // of a device
  double rate_;  // of a device
  double query_;
  double kv_;
  double misses_ = 0;
};

void require_plain(const workload::Model& model, const config::Place& place) {
  if (!model.has_experts() && !model.is_latent() && model.window == 0) return;
  place.fail(
      "a dense transformer, as the paper's rules know no experts, latent attention or "
      "windows",
      model.name, "our own laws know them: a system such as dgx-h100");
}

}  // namespace

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

std::int64_t largest_batch(const workload::Model& model, const Machine& machine, int input,
                           int output, const Rules& rules) {
  const double room = static_cast<double>(machine.memory.count()) * rules.memory -
                      static_cast<double>(weight_bytes(model).count());
  const double each = static_cast<double>(kv_bytes_of_token(model, rules).count()) *
                      (static_cast<double>(input) + output);
  return room < each ? 0 : static_cast<std::int64_t>(room / each);
}

StaticAnswer static_batch(const workload::Model& model, const Machine& machine, const Batch& batch,
                          const Rules& rules, const config::Place& place) {
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
  const double prefill = timing.fixed(prompt) + timing.attention(prompt);

  double decode = 0;
  Pass next{requests, 1, 1};
  for (int token = 1; token < batch.output; ++token) {
    next.keys = static_cast<double>(batch.input) + token;
    timing.hold(weights + kv_of_key * next.keys);
    decode += timing.fixed(next) + timing.attention(next);
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
