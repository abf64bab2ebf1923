// SPDX-License-Identifier: Apache-2.0
// What a user says of serving: a model, NPUs, precisions, a batch, and how the engine is set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/cost/software.hpp"
#include "jacquard/machine/decide.hpp"
#include "jacquard/serve/deployment.hpp"
#include "jacquard/serve/energy/routes.hpp"
#include "jacquard/serve/engine_settings.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/workload/expert_routing.hpp"
#include "systemc/machine/exchange.hpp"

namespace jacquard::serve {

// Whose laws say how long steps take.
enum class Rulebook : std::uint8_t { automatic, ours, paper };

// Names are kept as they are written: setup_of() looks them up, so that a sweep may name others.
struct ServeConfig {
  std::string model;
  std::string system;
  int input = 1024;
  int output = 1024;
  std::string batch = "max";          // requests at once, or max
  std::string precision = "auto";     // of weights
  std::string kv_precision = "auto";  // of cached keys and values
  std::string spill;                  // memory beyond, for keys and values; "" for none
  cost::Software software = cost::Software::vllm;
  int npus = 0;                 // 0: the system's
  int tp = 0;                   // 0: all NPUs of a node that --pp and --dp leave
  int pp = 0;                   // 0: one stage for each node
  int dp = 1;                   // groups of attention
  int ep = 0;                   // parts of the experts; 0: by tp
  int redundant_experts = 0;    // copies of the experts that have most tokens
  std::string afd;              // "attention=8xtp1,experts=16"; "": experts lie where tokens attend
  int micro_batches = 0;        // between attention and experts; 0: not said
  double expert_imbalance = 1;  // Deployment::expert_imbalance
  TokenExchange expert_exchange = TokenExchange::automatic;
  std::string overlap =
      "auto";   // auto, none or two_batches: halves of a step, in turn on NPUs and network
  int mtp = 0;  // tokens that each step drafts for a sequence
  double acceptance = 0;                          // of drafts; 0: not said
  bool eager = false;                             // no captured graphs
  Rulebook rules = Rulebook::automatic;           // paper of appliances, else ours
  systems::Law law = systems::Law::system;        // of collectives, by our rules
  energy::Preset energy = energy::Preset::paper;  // of an appliance's links and switches
  std::string interconnect;                       // whose power is counted; "" for none
  Policy policy = Policy::static_batch;
  double price = 0;         // dollars of an NPU for an hour; 0: not said
  double memory_share = 0;  // 0: 0.9; of an appliance, which has nothing else in it, all
  int max_batched_tokens = 8192;
  int max_sequences = 0;  // 0: 256, or what --batch asks for
  int max_model_length = 0;
  int block = 16;
  bool prefix_caching = true;
  Routing routing = Routing::fewest;
  std::string host_cache;       // memory behind each instance's cache; "" for none
  std::string shared_cache;     // likewise, of all instances together
  int stream_interval = 1;      // EngineSettings
  int batch_wait = 0;           // likewise
  double batch_wait_share = 0;  // likewise
  // Who carries what experts exchange: "" for the laws, circuit, packet, photonic or ideal.
  std::string fabric;
  std::string scale_out;  // who carries rails between racks, likewise; "": packet, of ideal ideal
  workload::ExpertRouting expert_routing{workload::RoutingKind::drifting, 0, 0, "", 0};
  machine::Decide decide = machine::Decide::on_demand;
  machine::ExpertStart expert_start;
  int exchange_layers = 0;  // of each step that are simulated, the others as these; 0: all
  std::string journal;      // of finished steps, to go on from; "" for none
  machine::ExchangeConfig exchange;
  config::Json appliance;  // of the photonic fabric; null: by --system and the number of NPUs
};

// The fabric that is an appliance.
inline constexpr const char* kPhotonic = "photonic";

const config::FieldTable<ServeConfig>& serve_fields();

inline constexpr int kLongestPrompt = 1 << 24;  // tokens; longest answer too
inline constexpr std::int64_t kLargestBatch = std::int64_t{1} << 24;

// The number of `batch`; nothing for max. Throws ConfigError at --batch.
std::optional<std::int64_t> batch_of(const ServeConfig& config);

const char* name_of(Policy policy);
const char* name_of(Rulebook rules);
const char* name_of(cost::Software software);

}  // namespace jacquard::serve
