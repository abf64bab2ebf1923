// SPDX-License-Identifier: Apache-2.0
// The paper's own numbers, as printed (MAD-Max Table 1, s6), and those that others found by its
// rules.
#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/plan/evaluate.hpp"

namespace jacquard::plan {
namespace {

Model shipped_model(const std::string& name) {
  return config::read_config(model_fields(),
                             config::find_config(kModels, name, config::Place{"test", ""}));
}

Cluster shipped_cluster(const std::string& name) {
  return config::read_config(cluster_fields(),
                             config::find_config(kClusters, name, config::Place{"test", ""}));
}

Answer answer(const Model& model, const Cluster& cluster, const std::string& strategy,
              const Task& task = {}) {
  const Request request{model, cluster, task};
  return Evaluator(request).evaluate(parse_strategy(strategy, model, cluster, "test"));
}

// Iteration time of a plan over that of another.
double speedup(const Model& model, const Cluster& cluster, const std::string& strategy,
               const std::string& baseline, const Task& task = {}) {
  return answer(model, cluster, baseline, task).times.time /
         answer(model, cluster, strategy, task).times.time;
}

Model gpt3() {
  Model model = shipped_model("llama-65b");
  model.blocks = {96, 12288, 96, 0, 49152, 2048, 0, 0};
  return model;
}

}  // namespace

TEST_CASE("DLRM-A on 128 devices is Table 1's: serialized, exposed, throughput, memory") {
  const Answer a = answer(shipped_model("dlrm-a"), shipped_cluster("zionex-128"), "mlp=ddp emb=mp");
  CHECK(a.refused.empty());
  CHECK(a.times.serialized() == Approx(65.30e-3).margin(0.005e-3));
  CHECK(a.times.exposed_fraction() == Approx(0.7546).margin(0.00005));
  CHECK(65536 / a.times.time == Approx(1.22e6).margin(0.005e6));  // the paper prints 1.21
  CHECK(a.memory.total() == Approx(40.97e9).margin(0.005e9));
  CHECK_FALSE(a.fits);
}

TEST_CASE("DLRM-A's dense layers by TP and by (TP, DDP) are Fig. 9's") {
  const Model model = shipped_model("dlrm-a");
  const Cluster cluster = shipped_cluster("zionex-128");
  const char* fsdp = "mlp=fsdp emb=mp";
  CHECK(speedup(model, cluster, "mlp=tp emb=mp", fsdp) == Approx(0.187).margin(0.0005));
  CHECK(speedup(model, cluster, "mlp=tp,ddp emb=mp", fsdp) == Approx(1.152).margin(0.0005));
}

TEST_CASE("DLRM-B reaches Table 1's throughput") {
  Model model = shipped_model("dlrm-a");
  model.bottom = model.top = {22, 826, 0, 0};
  model.embedding = {512, 7050000, 92, 70};
  const Answer a = answer(model, shipped_cluster("zionex-128"), "mlp=ddp emb=mp");
  CHECK(65536 / a.times.time == Approx(3.06e6).margin(0.005e6));
}

TEST_CASE("LLaMA-65B by (FSDP, DDP) takes 4,973.2 ms") {
  const Answer a = answer(shipped_model("llama-65b"), shipped_cluster("a100-2048"),
                          "transformer=fsdp:8,ddp:256 emb=ddp");
  CHECK(a.times.time == Approx(4973.2e-3).margin(0.05e-3));
  CHECK(a.fits);
}

TEST_CASE("GPT-3's TP across nodes, inside nodes, and its best plan without a limit of memory") {
  const Model model = gpt3();
  const Cluster cluster = shipped_cluster("a100-2048");
  const char* fsdp = "transformer=fsdp emb=mp";
  CHECK(speedup(model, cluster, "transformer=ddp,tp emb=mp", fsdp) == Approx(0.178).margin(0.0005));
  CHECK(speedup(model, cluster, "transformer=tp,ddp emb=mp", fsdp) == Approx(1.341).margin(0.0005));
  const Answer inside = answer(model, cluster, "transformer=tp,ddp emb=ddp");
  CHECK(inside.memory.total() == Approx(134e9).margin(0.5e9));
  CHECK_FALSE(inside.fits);
  const Request request{model, cluster, {}};
  Evaluator evaluator(request);
  double best = answer(model, cluster, fsdp).times.time;
  const double baseline = best;
  for (const Strategy& strategy : all_strategies(model, cluster)) {
    const Answer a = evaluator.evaluate(strategy);
    if (a.refused.empty()) best = std::min(best, a.times.time);
  }
  CHECK(baseline / best == Approx(1.679).margin(0.0005));
}

TEST_CASE("DLRM-A with experts serves 5.27 times the requests of FSDP, as the abstract says") {
  Model model = shipped_model("dlrm-a");
  model.top.experts = 16;
  model.top.active = 2;
  Task task;
  task.kind = TaskKind::inference;
  CHECK(speedup(model, shipped_cluster("zionex-128"), "mlp=ddp emb=mp", "mlp=fsdp emb=mp", task) ==
        Approx(5.27).margin(0.005));
}

}  // namespace jacquard::plan
