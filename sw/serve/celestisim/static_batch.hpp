// SPDX-License-Identifier: Apache-2.0
// A static batch by rules that give the paper's numbers (Photonic Fabric s6; docs/pfa.md).
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::serve::celestisim {

// CelestiSim is closed. These are one set of several that give its printed numbers: weights and
// products in fp8, keys, values and activations in 16 bits.
struct Rules {
  double bandwidth = 0.92;  // of the peak that large tensors get: x / (x + half) of it
  base::Bytes half{1'000'000};
  double products = 0.90;                      // of the peak
  double memory = 0.90;                        // that weights and caches may fill
  base::Seconds all_reduce{22e-6};             // each, at least
  base::BytesPerSecond all_reduce_bus{360e9};  // of 2 (n - 1) / n of its bytes
  double kv = 2;                               // bytes of a cached key's or value's number
};

struct Batch {
  std::int64_t requests = 1;
  int input = 0;   // tokens of each
  int output = 0;  // tokens of each
};

// Throws ConfigError at `place` for what the rules do not know: experts, latent attention, windows.
void require_plain(const workload::Model& model, const config::Place& place);

struct StaticAnswer {
  base::Seconds prefill{0};  // to the first tokens
  base::Seconds decode{0};   // all further tokens
  base::Bytes weights{0};
  base::Bytes kv{0};        // of the batch at its end
  double tokens_per_s = 0;  // output tokens
  double mfu = 0;           // 2 parameters x (input + output) x requests / (time x all peaks)

  base::Seconds time() const { return prefill + decode; }
};

// Throws ConfigError as require_plain(), and at `place` for a batch beyond largest_batch().
StaticAnswer static_batch(const workload::Model& model, const PaperSystem& machine,
                          const Batch& batch, const Rules& rules, const config::Place& place);

// Requests whose caches fit beside the weights, all at their last token; 0 if weights alone do not.
std::int64_t largest_batch(const workload::Model& model, const PaperSystem& machine, int input,
                           int output, const Rules& rules);

// Between memory and devices over a whole batch, in bytes: weights once a pass, keys and values
// written once and read by each later pass.
double moved_bytes(const workload::Model& model, const Batch& batch, const Rules& rules = {});

base::Bytes weight_bytes(const workload::Model& model);
base::Bytes kv_bytes_of_token(const workload::Model& model, const Rules& rules = {});

}  // namespace jacquard::serve::celestisim
