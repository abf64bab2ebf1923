// SPDX-License-Identifier: Apache-2.0
// What a static batch, or a full queue, comes to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "systemc/serve/energy_parts.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

struct BatchRow {
  std::string model;
  std::string system;
  int npus = 0;
  int replicas = 1;
  std::string software;
  std::string policy;
  std::string rules;
  std::string law;     // of collectives; empty of the paper's rules
  std::string source;  // of an appliance's figures; "" of NPUs
  int tp = 1;
  int pp = 1;
  int dp = 1;
  int ep = 0;
  std::string precision;
  std::string kv_precision;
  int input = 0;
  int output = 0;
  std::int64_t batch = 0;  // of a replica
  base::Picoseconds ttft{0};
  base::Picoseconds tpot{0};
  base::Picoseconds time{0};
  double mfu = 0;
  base::Bytes weights{0};   // of a replica
  base::Bytes kv{0};        // of a replica, at full length
  base::Bytes beyond{0};    // of them in other memory than the NPUs' own
  base::Bytes memory{0};    // of the fullest NPU
  base::Bytes capacity{0};  // of an NPU, that the engine may use
  std::optional<base::Joules> energy;
  EnergyParts parts;           // of that, and of what joins the NPUs
  double price = 0;            // dollars of an NPU for an hour
  std::optional<bool> pareto;  // nothing: not asked for

  double tokens() const {  // output, of all replicas
    return static_cast<double>(batch) * output * replicas;
  }
  double seconds() const { return base::to_seconds(time).count(); }
  double tokens_per_s() const { return tokens() / seconds(); }
  double tokens_per_s_per_npu() const { return tokens_per_s() / npus; }
  // What a million output tokens cost; nothing where no price is said.
  std::optional<double> per_million_tokens() const;
  // What one request sees while it decodes; of a single token, its reciprocal whole time.
  double tokens_per_s_per_user() const;
};

// What of a row the setup says.
BatchRow row_of_setup(const Setup& setup);

// Of all requests of a replica's batch: prompts with their first tokens, then the other tokens at
// the mean length of the cache, in which attention is linear.
double model_flops(const Setup& setup, std::int64_t batch);

// What of it a replica's work in time_ps says: MFU and energy.
void set_work(const Setup& setup, double flops, double bytes, BatchRow& row);

// What of it the keys and values of so many tokens of each group of attention say.
void set_kv(const Setup& setup, std::int64_t tokens, BatchRow& row);

}  // namespace jacquard::serve
