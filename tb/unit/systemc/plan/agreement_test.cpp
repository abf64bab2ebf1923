// SPDX-License-Identifier: Apache-2.0
// A layers' strategy in the physical mode and the same knobs of `train` share laws and engines but
// not what writes the step's operations.
#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/engine/step/list_schedule.hpp"
#include "jacquard/plan/physical/evaluate.hpp"
#include "jacquard/plan/physical/job.hpp"
#include "jacquard/plan/physical/system.hpp"
#include "jacquard/systems/cluster_system.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard {
namespace {

template <typename T>
T shipped(const config::FieldTable<T>& table, const char* folder, const char* name) {
  return config::read_config(table, config::find_config(folder, name, config::Place{"test", ""}));
}

// GPT-3's sizes as the planner has them: without biases, two matrices, fused attention.
workload::Model knobs_model(int layers) {
  workload::Model model = shipped(workload::model_fields(), "models", "gpt3-175b");
  model.fused_attention = true;
  model.biases = false;
  model.layer_norm = false;
  model.layers = layers;
  return model;
}

plan::Request request_of(int nodes, int layers, std::int64_t batch) {
  plan::Request request{shipped(plan::model_fields(), plan::kModels, "gpt-3"),
                        shipped(systems::cluster_fields(), systems::kSystems, "a100-2048"),
                        {},
                        plan::Physics::all()};
  request.model.blocks.layers = layers;
  request.cluster.nodes = nodes;
  request.cluster.memory = base::Bytes{4'000'000'000'000};  // nothing is computed again
  request.task.batch = batch;
  request.task.micro_batch = 1;
  return request;
}

plan::Strategy strategy_of(const plan::Request& request, const char* text) {
  return plan::parse_strategy(text, request.model, request.cluster, "test");
}

double train_seconds(const plan::Request& request, const std::string& parallel) {
  train::TrainConfig config;
  config.model = knobs_model(request.model.blocks.layers);
  config.system = systems::system_of(request.cluster);
  config.parallel = workload::parse_parallelism(parallel, "test");
  config.batch = static_cast<int>(request.task.batch);
  config.ignore_memory = true;
  config.engine = "analytic";
  engine::step::ListSchedule schedule;
  const base::Picoseconds time =
      train::analytic_time(train::prepare(config, train::JobPlaces{"test", ""}), schedule);
  return static_cast<double>(time.count()) * 1e-12;
}

}  // namespace

TEST_CASE("A strategy of blocks takes what train says of the same knobs, within 5 percent") {
  const plan::Request request = request_of(256, 96, 2048);
  plan::Evaluator evaluator(request);
  const auto ours = [&](const char* text) {
    return evaluator.evaluate(strategy_of(request, text)).times.time;
  };
  CHECK(ours("transformer=tp,ddp emb=ddp") ==
        Approx(train_seconds(request, "dp=256,tp=8,micro_batch=1,sequence_parallel=false"))
            .epsilon(0.05));
  CHECK(ours("transformer=fsdp emb=mp") ==
        Approx(train_seconds(request, "dp=2048,zero=3,micro_batch=1")).epsilon(0.05));
}

TEST_CASE(
    "The event engine runs a strategy's program as the list schedule does, within 5 percent") {
  for (const auto& [text, batch] :
       {std::pair("transformer=tp,ddp emb=ddp", 6),  // of 3 micro-batches
        std::pair("transformer=fsdp emb=mp", 16), std::pair("transformer=tp,fsdp emb=ddp", 4)}) {
    const plan::Request request = request_of(2, 4, batch);
    plan::physical::Evaluator evaluator(request);
    const plan::Answer answer = evaluator.evaluate(strategy_of(request, text));
    const engine::job::JobWork work =
        plan::physical::job_of(evaluator.machine(), evaluator.timed());
    const engine::step::CommMachine& machine = evaluator.machine().comms.machine();
    engine::Scenario scenario{work, topology::NetworkView(*machine.fabric), machine.rules, {}};
    const engine::Result result = run::run_on("event", scenario);
    CAPTURE(text);
    CHECK(static_cast<double>(result.time.count()) * 1e-12 ==
          Approx(answer.times.time).epsilon(0.05));
  }
}

}  // namespace jacquard
