// SPDX-License-Identifier: Apache-2.0
#include "sim/ladder/jobs.hpp"

#include <fmt/format.h>

#include <memory>

#include "jacquard/plan/physical/evaluate.hpp"
#include "jacquard/plan/physical/job.hpp"
#include "sim/train/step_report.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/machine/machine_parts.hpp"
#include "systemc/train/on_machine.hpp"
#include "systemc/train/run_step.hpp"
#include "systemc/train/stack_of_step.hpp"

namespace jacquard::ladder {
namespace {

using base::Picoseconds;

void require_experts(const Rung& rung, bool experts) {
  if (experts || std::string(rung.scheduler) != "rtl") return;
  throw base::ConfigError({"scheduler", "/kind", "software, as nothing is decided",
                           "rtl for a job without experts' exchanges", ""});
}

bool is_stack(const Rung& rung) { return std::string(rung.detail) == "stack"; }

bool has_exchanges(const train::StepAnswer& answer) {
  return answer.machine && !answer.machine->exchanges.empty();
}

Answer step_on(train::TrainConfig config, const train::JobPlaces& places, const Rung& rung,
               std::int64_t most_accesses) {
  require_experts(rung, config.model.has_experts());
  config.engine = rung.engine;
  config.detail.clear();
  if (is_stack(rung)) {
    config.collectives = train::Collectives::stack;
  } else if (*rung.detail != '\0') {
    const topology::Network network = topology::build_network(config.system.network);
    if (network.fabric && network.npus() <= config.system.node) {
      places.of("system").fail("several nodes, as the rung simulates what is between them",
                               fmt::format("one node of {} NPUs", config.system.node));
    }
    config.detail = fmt::format("scale_out={}", rung.detail);
  }
  config.hbm = rung.hbm;
  config.npu = {};
  config.exchange.scheduler.kind = std::string(rung.scheduler) == "rtl"
                                       ? experiment::SchedulerKind::rtl
                                       : experiment::SchedulerKind::software;
  train::Step step = prepare(config, places);
  step.most_accesses = most_accesses;
  const train::StepAnswer answer = run_step(step);
  const train::Shares shares = step_row(step, answer).shares;
  Answer out{answer.time, "", shares.compute, shares.exposed, shares.bubble};
  if (*rung.scheduler != '\0' && has_exchanges(answer)) {
    out.schedule_hash = fmt::format("{:016x}", answer.machine->schedule_hash);
  }
  return out;
}

// A strategy of the planner, made ready once.
class Layers {
 public:
  Layers(const plan::Request& request, const plan::Strategy& strategy, std::int64_t most_accesses)
      : request_(request), evaluator_(request), most_accesses_(most_accesses) {
    const plan::Answer answer = evaluator_.evaluate(strategy);
    if (!answer.refused.empty()) {
      throw base::ConfigError({"--strategy", "", "a strategy that can run", answer.refused, ""});
    }
    time_ = evaluator_.end();  // of many micro-batches three, as in all rungs
    const plan::physical::Timed& timed = evaluator_.timed();
    work_ = plan::physical::job_of(evaluator_.machine(), timed);
  }

  Answer on(const Rung& rung) const {
    refuse_decided(rung);
    if (run::is_closed_form(rung.engine)) return {time_, "", {}, {}, {}};
    const engine::step::CommMachine& comms = evaluator_.machine().comms.machine();
    engine::Scenario scenario{work_, topology::NetworkView(*comms.fabric), comms.rules, {}};
    scenario.origin = comms.origin;
    systemc::JobMachine machine;
    if (run::has_clocks(rung.engine)) {
      machine = machine_of(rung, *scenario.network.fabric());
      scenario.machine = &machine;
    }
    return {run::run_on(rung.engine, scenario).time, "", {}, {}, {}};
  }

 private:
  systemc::JobMachine machine_of(const Rung& rung, const topology::Fabric& fabric) const {
    machine::ExchangeConfig exchange;
    systemc::JobMachine parts;
    const auto details = machine::details_of(rung.detail, fabric, 0, config::Place{"detail", ""});
    for (int d = 0; d < fabric.dimensions(); ++d) {
      parts.planes.push_back(machine::plane_of(
          machine::resolved(base::at(details, d), fabric.dimension(d)), exchange));
    }
    parts.memory = machine::memory_of(rung.hbm, request_.cluster.memory_bandwidth);
    parts.most_accesses = most_accesses_;
    parts.meeting_of.resize(base::index(fabric.npus()));
    parts.cost = [this](int npu, int n) {
      constexpr double kOfMemory = 0.98;
      const workload::OpNode& node = work_.job.graph(npu).node(n);
      if (node.kind != workload::OpKind::compute) return systemc::ComputeCost{};
      const double most = base::to_seconds(node.duration).count() *
                          request_.cluster.memory_bandwidth.count() * kOfMemory;
      const auto bytes = static_cast<double>(node.moved[0].value_or(base::Bytes{0}).count());
      return systemc::ComputeCost{node.duration,
                                  base::Bytes{static_cast<std::int64_t>(std::min(bytes, most))}};
    };
    return parts;
  }

  const plan::Request& request_;
  plan::physical::Evaluator evaluator_;
  std::int64_t most_accesses_;
  engine::job::JobWork work_;
  Picoseconds time_{0};
};

}  // namespace

Run of_step(const train::TrainConfig& config, const train::JobPlaces& places,
            std::int64_t most_accesses) {
  if (train::wants_stack(config)) {
    const bool folder = !config.stack.empty();
    places.of(folder ? "stack" : "collectives")
        .fail("none on a ladder, one rung of which makes a stack",
              folder ? "'" + config.stack + "'" : "stack");
  }
  return [=](const Rung& rung) { return step_on(config, places, rung, most_accesses); };
}

void refuse_decided(const Rung& rung) {
  require_experts(rung, false);
  if (!is_stack(rung)) return;
  throw base::ConfigError({"collectives", "", "rounds, as such jobs have no stack", "stack",
                           "jacquard ladder JOB runs a model's step in a stack's order"});
}

Run of_layers(const plan::Request& request, const plan::Strategy& strategy,
              std::int64_t most_accesses) {
  const auto layers = std::make_shared<Layers>(request, strategy, most_accesses);
  return [layers](const Rung& rung) { return layers->on(rung); };
}

const std::vector<Shipped>& shipped_jobs() {
  static const std::vector<Shipped> all = {
      {"llama3_8b_64", "", ""},
      {"mixtral_64", "", ""},
      {"prefill_64", "", ""},
      {"decode_64", "", ""},
      {"dlrm-a", "zionex-128", "mlp=ddp emb=mp"},
  };
  return all;
}

}  // namespace jacquard::ladder
