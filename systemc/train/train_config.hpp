// SPDX-License-Identifier: Apache-2.0
// What a user says of a step: the model, the cluster, the knobs, and the engine that runs it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "jacquard/collective/request.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/engine/scenario.hpp"
#include "jacquard/machine/decide.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/topology/system.hpp"
#include "jacquard/workload/expert_routing.hpp"
#include "jacquard/workload/packing.hpp"
#include "jacquard/workload/step_request.hpp"
#include "systemc/machine/exchange.hpp"
#include "systemc/machine/npu_detail.hpp"

namespace jacquard::train {

// The defaults, but reductions at the bandwidth of the NPU's memory (0).
inline engine::Rules rules_of_npus() {
  engine::Rules rules;
  rules.local_memory_bandwidth = base::BytesPerSecond{0};
  return rules;
}

// Which order circuits of collectives are set up in.
//   rounds  that in which messages come
//   stack   that of a stack
enum class Collectives : std::uint8_t { rounds, stack };
const char* name_of(Collectives collectives);

struct TrainConfig {
  std::string title;
  workload::Model model;
  int layers = 0;  // of the model that are run; 0: all
  topology::System system;
  systems::Law law = systems::Law::system;
  workload::Parallelism parallel;
  int batch = 1;     // sequences, of all replicas together
  int sequence = 0;  // tokens; 0: the model's
  workload::StepKind kind = workload::StepKind::train;
  workload::NumberType type = workload::NumberType::bf16;
  workload::NumberType gradient_type = workload::NumberType::fp32;
  workload::ExpertRouting expert_routing;
  std::uint64_t seed = 1;  // of a drifting routing, and of where popular experts lie
  workload::Counting counting = workload::Counting::flops;
  workload::Framework framework = workload::Framework::megatron;
  int quantised_copies = 2;
  bool quantised_parameters = false;
  workload::TrainingSoftware software;
  workload::Optimizer optimizer = workload::Optimizer::adam;
  workload::Offload offload;
  workload::Lora lora;
  workload::DocumentLengths lengths;
  bool ignore_memory = false;

  std::string engine = "event";
  engine::Mode mode = engine::Mode::faithful;
  engine::Symmetry symmetry = engine::Symmetry::automatic;
  // Of collectives; nothing and 0: BlueConnect and one, or the fastest usual way where the system
  // says no algorithm either.
  std::optional<collective::Spread> spread;
  int chunks = 0;
  engine::Rules rules = rules_of_npus();
  // Of --engine cycle alone.
  std::string detail;        // of dimensions, as machine::details_of() reads it
  std::string hbm = "peak";  // "" for none, peak, or a name of configs/memories or photonics
  machine::NpuDetailConfig npu;
  machine::ExchangeConfig exchange;
  machine::Decide decide = machine::Decide::on_demand;
  machine::ExpertStart expert_start;
  std::string stack;                       // a folder; "" for none
  std::optional<Collectives> collectives;  // nothing: stack where one is given, else rounds
  std::int64_t most_messages = 2'000'000'000;
  base::Bytes most_memory{std::int64_t{16} << 30};
};

const config::FieldTable<TrainConfig>& train_fields();

// Whether a key, such as "hbm" or "scheduler.kind", is of --engine cycle alone.
bool is_of_the_machine(std::string_view key);

// Where the keys of a job stand, for errors: in a file, or in options.
class JobPlaces {
 public:
  JobPlaces() = default;                                  // all in options of their names
  JobPlaces(config::Place job) : job_(std::move(job)) {}  // NOLINT: in a file
  JobPlaces(std::string source, std::string where)
      : JobPlaces(config::Place{std::move(source), std::move(where)}) {}

  void given_by(const std::string& key, std::string option) { options_[key] = std::move(option); }
  // Of a key, or of one within it: "npu.core.clock".
  config::Place of(const std::string& key) const;
  // Keys that options gave, and these options.
  const std::map<std::string, std::string>& given() const { return options_; }

 private:
  config::Place job_;
  std::map<std::string, std::string> options_;
};

// The request that a configuration makes of the generator. Throws ConfigError at the key `kind` or
// `expert_routing` for what the model cannot do.
workload::StepRequest request_of(const TrainConfig& config, const JobPlaces& places);

}  // namespace jacquard::train
