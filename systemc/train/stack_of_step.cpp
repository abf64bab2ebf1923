// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/stack_of_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/stack/same_calls.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::train {
namespace {

using genstack::GenstackConfig;

constexpr const char* kUsual = "ring";  // any job runs it

// Ranks that share nothing are actors of their own, and have rings for all calls.
base::Bytes few_rounds_of(const stack::Stack& stack) {
  const bool by_ranks = stack.plan.actors.front().name.rfind("rank ", 0) == 0;
  return by_ranks ? base::Bytes{0} : stack.fabric.control;
}

void require_alone(const TrainConfig& config, const JobPlaces& places) {
  const char* const key = config.stack.empty() ? "collectives" : "stack";
  if (!run::has_clocks(config.engine)) {
    places.of(key).fail("no stack on --engine " + config.engine,
                        config.stack.empty() ? "stack" : "'" + config.stack + "'",
                        "--engine cycle");
  }
  if (!config.detail.empty()) {
    places.of("detail").fail("none beside a stack, whose switches carry all",
                             "'" + config.detail + "'");
  }
  if (config.chunks > 1) {
    places.of("chunks").fail("1 beside a stack, which sends a collective whole",
                             std::to_string(config.chunks));
  }
}

// The last dimension's of the job: its switch is the stack's.
std::string algorithm_of(const topology::System& system) {
  return system.algorithm.empty() ? kUsual : system.algorithm.back();
}

// One switch with a port for each NPU, as the last dimension's are.
GenstackConfig beside_network(const TrainConfig& config, const JobPlaces& places) {
  const Step step = prepare_on_network(config, places);
  const topology::Dimension& last = step.fabric.all().back();
  if (!topology::has_switch(last.block)) {
    places.of("collectives")
        .fail("rounds, as the last dimension of the network has no switch", "stack");
  }
  GenstackConfig made;
  made.job = config;
  made.job.npu = {};
  made.algorithm = algorithm_of(config.system);
  made.node_links = config.system.node > 1;
  made.fabric.tiers = 1;
  made.fabric.radix = std::max(2, step.fabric.npus());
  made.fabric.rate = base::in_bits(last.bandwidth);
  made.fabric.flight = 2 * last.latency;
  made.fabric.guard = machine::guard_of(config.exchange);
  made.fabric.sync = stack::Sync::on_dependency;
  return made;
}

// A stack goes by one algorithm in all groups.
stack::Stack stack_by(const GenstackConfig& how, const JobPlaces& places) {
  const auto make = [&](const GenstackConfig& one) {
    return genstack::make_stack(genstack::job_of(one, places), one, 0, [](const char*) {}).stack;
  };
  if (how.algorithm == kUsual) return make(how);
  try {
    return make(how);
  } catch (const base::ConfigError&) {
    GenstackConfig usual = how;
    usual.algorithm = kUsual;
    make(usual);  // throws where the algorithm is not why
  }
  (places.of("system") / "algorithm")
      .fail("an algorithm that all groups of the job can run, for a stack", how.algorithm,
            "ring, or collectives=rounds");
}

// Nothing by an algorithm that the job cannot run.
std::optional<stack::Plan> plan_by(const GenstackConfig& how, const stack::Stack& stack,
                                   const JobPlaces& places) {
  try {
    return stack::plan_of(genstack::job_of(how, places).work, {stack.fabric.control});
  } catch (const base::ConfigError&) {
    if (how.algorithm == kUsual) throw;
    return std::nullopt;
  }
}

// What a stack does not say of how it was made: whose plan is the stack's.
GenstackConfig how_made(const TrainConfig& config, const stack::Stack& stack,
                        const JobPlaces& places) {
  std::optional<stack::Difference> nearest;
  for (const char* algorithm :
       {kUsual, "two-way-ring", "direct", "halving-doubling", "double-binary-tree"}) {
    for (const bool node_links : {false, true}) {
      if (node_links && config.system.node < 2) continue;
      GenstackConfig one;
      one.job = config;
      one.job.npu = {};
      one.fabric = stack.fabric;
      one.algorithm = algorithm;
      one.node_links = node_links;
      const std::optional<stack::Plan> made = plan_by(one, stack, places);
      if (!made) break;
      const stack::Plan& plan = *made;
      const auto unlike = stack::difference(plan, stack.plan);
      if (!unlike) return one;
      if (!nearest || plan.calls.size() == stack.plan.calls.size()) nearest = unlike;
      if (plan.ranks == stack.plan.ranks) continue;
      break;
    }
  }
  throw base::ConfigError({config.stack, "", "a stack of this job: " + nearest->here,
                           fmt::format("{}, of '{}'", nearest->there, stack.plan.source), ""});
}

// Exchanges go through the same switches.
void use_guard(const stack::Stack& stack, const JobPlaces& places, TrainConfig& config) {
  systemc::CircuitConfig& circuit = config.exchange.circuit;
  const bool said = circuit.guard || !circuit.technology.empty();
  const base::Picoseconds guard = machine::guard_of(config.exchange);
  if (said && guard != stack.fabric.guard) {
    places.of("circuit.guard")
        .fail(config::show_quantity(stack.fabric.guard) + ", as the stack has it",
              config::show_quantity(guard));
  }
  circuit.technology.clear();
  circuit.guard = stack.fabric.guard;
}

}  // namespace

bool wants_stack(const TrainConfig& config) {
  return !config.stack.empty() || config.collectives == Collectives::stack;
}

Step step_on_stack(const TrainConfig& config, const JobPlaces& places) {
  require_alone(config, places);
  auto on = std::make_shared<StackOfStep>();
  GenstackConfig how;
  if (config.stack.empty()) {
    how = beside_network(config, places);
    on->stack = stack_by(how, places);
  } else {
    on->stack = stack::read_stack(config.stack);
    how = how_made(config, on->stack, places);
  }
  on->algorithm = how.algorithm;
  on->in_order = config.collectives != Collectives::rounds;
  TrainConfig crossed = genstack::at_one_crossbar(how);
  crossed.engine = config.engine;
  crossed.npu = config.npu;
  crossed.mode = config.mode;
  crossed.stack = config.stack;
  crossed.collectives = config.collectives;
  use_guard(on->stack, places, crossed);
  Step step = prepare_on_network(crossed, places);
  step.fabric =
      topology::build_fabric(genstack::crossbar_network(on->stack.fabric, step.fabric.npus()));
  step.stack = std::move(on);
  return step;
}

engine::job::JobWork stack_work(const Step& step) {
  engine::job::JobWork work = genstack::work_of(step, step.stack->algorithm);
  work.few_rounds = few_rounds_of(step.stack->stack);
  return work;
}

}  // namespace jacquard::train
