// SPDX-License-Identifier: Apache-2.0
// One kind of step of a space: from a point's texts to what the step takes. What follows from the
// workload alone is kept, as a search meets the same workload on many networks.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "jacquard/search/expression.hpp"
#include "sim/search/template_text.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::searching {

// A key of a job, bound to knobs.
struct BoundKey {
  std::string name;
  TemplateText text;
};

// Which part of a job a key is of: what is computed and kept, the network, or how collectives run.
enum class KeyPart { workload, network, protocol };
KeyPart part_of(const std::string& key);

struct TrainAnswer {
  double time_ps = 0;
  double memory_bytes = 0;           // of the fullest NPU
  double bandwidth_bytes_per_s = 0;  // all that leaves an NPU
  double cost_dollars = 0;           // of the network; NaN where a part has no price
};

class TrainMember {
 public:
  // Throws ConfigError at `place` for a base that is no job.
  TrainMember(const config::Json& base, std::vector<BoundKey> keys, config::Place place);

  // Throws ConfigError for knobs that do not fit the model, the network or the memory.
  TrainAnswer run(const search::Bindings& bindings) const;
  // The same refusals without running it; of the workload and the number of NPUs alone.
  void require_possible(const search::Bindings& bindings) const;
  // Computations of the busiest NPU: no network makes the step faster.
  double computing_ps(const search::Bindings& bindings) const;

  train::TrainConfig config_of(const search::Bindings& bindings) const;

  bool is_simple() const;  // closed forms, and a roofline for computations

 private:
  using Shared = std::shared_ptr<const train::Step>;

  std::string texts_of(KeyPart part, const search::Bindings& bindings) const;
  Shared workload_of(const search::Bindings& bindings, int npus) const;
  topology::System system_of(const search::Bindings& bindings) const;
  TrainAnswer simple(const search::Bindings& bindings) const;

  train::TrainConfig base_;
  std::vector<BoundKey> keys_;
  config::Place place_;

  mutable std::mutex mutex_;  // of what is kept
  mutable std::unordered_map<std::string, Shared> workloads_;
  mutable std::unordered_map<std::string, std::shared_ptr<const train::TrainConfig>> protocols_;
};

}  // namespace jacquard::searching
