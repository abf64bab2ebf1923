// SPDX-License-Identifier: Apache-2.0
// What a strategy of a model on a cluster comes to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jacquard/plan/physics.hpp"
#include "jacquard/plan/strategy.hpp"
#include "jacquard/plan/task.hpp"
#include "jacquard/systems/reached.hpp"

namespace jacquard::plan {

struct Request {
  Model model;
  Cluster cluster;
  Task task;
  Physics physics = Physics::none();
  systems::Law law = systems::Law::system;  // of collectives; with Departure::latencies

  std::int64_t batch() const { return task.batch > 0 ? task.batch : model.batch; }
};

// Seconds of one device in one step, as doubles: rows round once.
struct Times {
  double time = 0;  // when the last stream ends
  double compute = 0;
  double all_to_all = 0;
  double all_reduce = 0;
  double all_gather = 0;
  double reduce_scatter = 0;

  double communication() const { return all_to_all + all_reduce + all_gather + reduce_scatter; }
  double serialized() const { return compute + communication(); }
  double exposed() const { return time - compute; }
  double exposed_fraction() const { return communication() > 0 ? exposed() / communication() : 0; }
};

struct MemoryUse {
  double weights = 0;  // bytes of a device
  double gradients = 0;
  double optimizer = 0;
  double activations = 0;
  double buffers = 0;
  double total() const { return weights + gradients + optimizer + activations + buffers; }
};

struct Answer {
  std::string refused;  // why the strategy cannot run; empty: it can
  Times times;
  MemoryUse memory;
  bool fits = false;
  // How the physical mode makes it fit.
  std::int64_t micro_batches = 1;
  bool recompute = false;  // blocks run their forward pass again
};

// One operation as it ran, for pictures.
struct Ran {
  const char* name = "";
  bool communication = false;
  bool backward = false;
  int unit = -1;
  double begin = 0;
  double end = 0;
};

// Keeps its memory from one strategy to the next: a search has one for each thread. The request
// outlives it.
class Evaluator {
 public:
  explicit Evaluator(const Request& request);
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;

  // Never throws for a strategy of the right parts: what cannot run is refused in words.
  Answer evaluate(const Strategy& strategy);
  // Of the last strategy.
  std::vector<Ran> timeline() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jacquard::plan
