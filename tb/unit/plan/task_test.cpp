// SPDX-License-Identifier: Apache-2.0
// What freezing takes away, and what is refused. Expected values are differences of closed forms.
#include <catch2/catch.hpp>

#include "jacquard/plan/evaluate.hpp"

namespace jacquard::plan {
namespace {

// Sizes whose times are whole: a layer computes 1 s forward, its gradients take 4 s.
Request small() {
  Request r;
  r.model.bottom = r.model.top = {2, 1000, 0, 0};
  r.model.embedding = {10, 1000, 100, 1};
  r.model.dense_bytes = r.model.embedding_bytes = 4;
  r.model.batch = 8;
  r.cluster.nodes = 2;
  r.cluster.devices = 4;
  r.cluster.peak4 = base::FlopsPerSecond(2e6);
  r.cluster.memory = base::Bytes(1'000'000'000);
  r.cluster.memory_bandwidth = base::BytesPerSecond(32'000.0);
  r.cluster.links = 1;
  r.cluster.link_bandwidth = base::BytesPerSecond(2e6);
  r.cluster.ports = 4;
  r.cluster.port_bandwidth = base::BytesPerSecond(2e6);
  return r;
}

Answer answer(const Request& request, const std::string& strategy) {
  return Evaluator(request).evaluate(
      parse_strategy(strategy, request.model, request.cluster, "test"));
}

Request finetuned(void (*freeze)(Task&)) {
  Request r = small();
  r.task.kind = TaskKind::finetune;
  freeze(r.task);
  return r;
}

}  // namespace

TEST_CASE("a step's sums are those of its layers, counted by hand") {
  const Times t = answer(small(), "mlp=ddp emb=mp").times;
  // Four layers of 2e6 FLOPs forward and twice that backward; 10 rows of 400 bytes, 8 samples over
  // 8 devices, looked up twice.
  CHECK(t.compute == Approx(4 * 3 + 2 * 4000.0 / 32'000));
  CHECK(t.all_reduce == Approx(4 * 4));
  CHECK(t.all_to_all == Approx(2 * 2 * 4000.0 / 8 / 1e6));
  CHECK(t.all_gather + t.reduce_scatter == 0);
}

TEST_CASE("frozen layers lose what planner users expect and nothing else") {
  const char* plan = "mlp=ddp emb=mp";
  const Times all = answer(small(), plan).times;
  const Times top = answer(finetuned([](Task& t) { t.frozen_top = true; }), plan).times;
  CHECK(top.compute == Approx(all.compute));
  CHECK(top.all_reduce == Approx(all.all_reduce - 2 * 4));
  const Times bottom = answer(finetuned([](Task& t) { t.frozen_bottom = true; }), plan).times;
  CHECK(bottom.compute == Approx(all.compute - 2 * 2));
  CHECK(bottom.all_reduce == Approx(all.all_reduce - 2 * 4));
  const Times tables = answer(finetuned([](Task& t) { t.frozen_embedding = true; }), plan).times;
  CHECK(tables.compute == Approx(all.compute - 4000.0 / 32'000));
  CHECK(tables.all_to_all == Approx(all.all_to_all / 2));
  const Times from = answer(finetuned([](Task& t) { t.frozen_from = 3; }), plan).times;
  CHECK(from.compute == Approx(all.compute));
  CHECK(from.all_reduce == Approx(all.all_reduce - 4));
}

TEST_CASE("pre-training freezes nothing, inference has no backward pass") {
  Request r = small();
  const Times all = answer(r, "mlp=ddp emb=mp").times;
  r.task.frozen_top = r.task.frozen_bottom = r.task.frozen_embedding = true;
  CHECK(answer(r, "mlp=ddp emb=mp").times.time == all.time);
  r.task.kind = TaskKind::inference;
  const Answer serving = answer(r, "mlp=ddp emb=mp");
  CHECK(serving.times.compute == Approx(4 + 4000.0 / 32'000));
  CHECK(serving.times.all_reduce == 0);
  // Weights alone: four layers of 4 MB, and tables of 4 MB over 8 devices.
  CHECK(serving.memory.total() == Approx(4 * 4e6 + 4e6 / 8));
  CHECK(answer(small(), "mlp=ddp emb=mp").memory.total() == Approx(3 * (4 * 4e6 + 4e6 / 8)));
}

TEST_CASE("memory decides fits and refuses nothing") {
  Request r = small();
  r.cluster.memory = base::Bytes(49'500'000);  // 3 x 16.5 MB
  CHECK(answer(r, "mlp=ddp emb=mp").fits);
  r.cluster.memory = base::Bytes(49'499'999);
  const Answer a = answer(r, "mlp=ddp emb=mp");
  CHECK(a.refused.empty());
  CHECK_FALSE(a.fits);
}

TEST_CASE("what the paper's rules cannot run is refused in words") {
  Request r = small();
  CHECK(answer(r, "mlp=ddp,fsdp emb=mp").refused ==
        "mlp: fsdp across nodes only, where it can be the first level alone");
  r.task.batch = 12;
  CHECK(answer(r, "mlp=ddp emb=mp").refused == "mlp: 12 samples do not divide among 8 devices");
  CHECK(answer(r, "mlp=tp emb=ddp").refused == "emb: 12 samples do not divide among 8 devices");
  CHECK(answer(r, "mlp=tp emb=mp").refused.empty());
  r.cluster.nodes = 1;
  CHECK(answer(r, "mlp=ddp,ddp emb=mp").refused == "mlp: two levels on one node");
  r.cluster.nodes = 16;
  r.cluster.devices = 1;
  CHECK(answer(r, "mlp=ddp,ddp emb=mp").refused == "mlp: two levels on nodes of one device");
  r = small();
  r.model.dense_bytes = 2;
  CHECK(answer(r, "mlp=ddp emb=mp").refused == "the cluster has no peak for values of 2 bytes");
  r = small();
  r.model.batch = 0;
  CHECK(answer(r, "mlp=ddp emb=mp").refused == "neither the task nor the model says a batch");
}

TEST_CASE("a timeline has every operation of the answer, streams in order") {
  const Request r = small();
  Evaluator evaluator(r);
  const Answer a =
      evaluator.evaluate(parse_strategy("mlp=fsdp,tp emb=mp", r.model, r.cluster, "test"));
  double ends[2] = {0, 0};
  double sums[2] = {0, 0};
  for (const Ran& ran : evaluator.timeline()) {
    const int stream = ran.communication ? 1 : 0;
    CHECK(ran.begin >= ends[stream]);
    ends[stream] = ran.end;
    sums[stream] += ran.end - ran.begin;
  }
  CHECK(std::max(ends[0], ends[1]) == a.times.time);
  CHECK(sums[0] == Approx(a.times.compute));
  CHECK(sums[1] == Approx(a.times.communication()));
}

}  // namespace jacquard::plan
