// SPDX-License-Identifier: Apache-2.0
// Times of a pass through a model by the paper's rules (Photonic Fabric s6; docs/pfa.md).
#pragma once

#include <algorithm>

#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/serve/celestisim/static_batch.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::serve::celestisim {

inline constexpr double kWeight = 1;  // bytes
inline constexpr double kActivation = 2;

// A pass over some new tokens of every request of a batch.
struct Pass {
  double requests = 1;
  double tokens = 1;  // of each request
  double keys = 1;    // that the last of them attends to

  double all() const { return requests * tokens; }
};

class Timing {
 public:
  Timing(const workload::Model& model, const PaperSystem& machine, const Rules& rules)
      : m_(model),
        machine_(machine),
        rules_(rules),
        tp_(machine.tp),
        peak_(machine.all_peaks().count() / machine.pp / tp_ * rules.products),
        rate_(machine.bandwidth.count() / tp_ * rules.bandwidth),
        query_(m_.heads * m_.size_of_head()),
        kv_(2 * m_.kv_head_count() * m_.size_of_head()) {}

  // Of all layers but attention to keys, and logits of those tokens that sample.
  double fixed(double tokens, double samples) const {
    const double h = m_.hidden;
    const double layer =
        product(tokens, h, query_ + kv_, true) + product(tokens, query_, h, false) +
        (m_.gated ? 2 : 1) * product(tokens, h, m_.inner, true) +
        product(tokens, m_.inner, h, false) + 2 * norm(tokens) + 2 * all_reduce(tokens);
    return m_.layers * layer + product(samples, h, m_.vocabulary, true);
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
  double product(double tokens, double rows, double columns, bool cut_out) const {
    const double in = rows / (cut_out ? 1 : tp_);
    const double out = columns / (cut_out ? tp_ : 1);
    return longest(2 * tokens * in * out, in * out * kWeight + tokens * (in + out) * kActivation);
  }
  // Reads and writes the residual stream, which every device has whole.
  double norm(double tokens) const { return longest(0, 2 * tokens * m_.hidden * kActivation); }
  double all_reduce(double tokens) const {
    if (tp_ == 1) return 0;
    const double bytes = tokens * m_.hidden * kActivation * 2 * (tp_ - 1) / tp_;
    return rules_.all_reduce.count() + bytes / rules_.all_reduce_bus.count();
  }

  const workload::Model& m_;
  const PaperSystem& machine_;
  const Rules& rules_;
  double tp_;
  double peak_;  // of a device
  double rate_;  // of a device
  double query_;
  double kv_;
  double misses_ = 0;
};

}  // namespace jacquard::serve::celestisim
