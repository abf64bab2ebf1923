// SPDX-License-Identifier: Apache-2.0
// What each departure changes, against closed forms written down here.
#include <catch2/catch.hpp>

#include "jacquard/plan/physical/collective_prices.hpp"
#include "jacquard/plan/physical/evaluate.hpp"
#include "unit/plan/shipped.hpp"

namespace jacquard::plan {
namespace {

using workload::CollectiveKind;

Answer answer(Request request, const char* strategy, Physics physics) {
  request.physics = physics;
  return Evaluator(request).evaluate(
      parse_strategy(strategy, request.model, request.cluster, "test"));
}

Physics only(Departure departure) { return Physics::none().with(departure); }

// Bytes of the first communication of this kind.
double bytes_of(const Request& request, const char* strategy, CollectiveKind kind) {
  physical::Evaluator evaluator(request);
  evaluator.evaluate(parse_strategy(strategy, request.model, request.cluster, "test"));
  for (const workload::CommWork& comm : evaluator.timed().program.comms) {
    if (comm.kind == kind) return static_cast<double>(comm.bytes.count());
  }
  return 0;
}

}  // namespace

TEST_CASE("DLRM-A's all-to-all carries pooled vectors: 387 MB a direction of 128 devices") {
  Request request{shipped_model("dlrm-a"), shipped_cluster("zionex-128"), {}};
  CHECK(bytes_of(request, "mlp=ddp emb=mp", CollectiveKind::all_to_all) ==
        Approx(91.4e6).epsilon(0.001));
  request.physics = only(Departure::volumes);
  const double put_in = bytes_of(request, "mlp=ddp emb=mp", CollectiveKind::all_to_all);
  CHECK(put_in * 127 / 128 == Approx(387e6).epsilon(0.001));
}

TEST_CASE("the paper's all-to-all and the pooled one cross at twice the pooling") {
  Request request{shipped_model("dlrm-a"), shipped_cluster("zionex-128"), {}};
  request.model.embedding.pooling = 64;
  request.cluster.nodes = 16;  // 128 devices are twice a pooling of 64
  const double paper = bytes_of(request, "mlp=ddp emb=mp", CollectiveKind::all_to_all);
  request.physics = only(Departure::volumes);
  CHECK(bytes_of(request, "mlp=ddp emb=mp", CollectiveKind::all_to_all) == Approx(paper));
}

TEST_CASE("(TP, DDP) reduces an eighth of a layer's gradients between nodes") {
  Request request{shipped_model("dlrm-a"), shipped_cluster("zionex-128"), {}};
  const double layer = 3994.0 * 3994 * 4;
  CHECK(bytes_of(request, "mlp=tp,ddp emb=mp", CollectiveKind::all_reduce) ==
        Approx(512 * 8 * 3994.0 * 4));  // sums of activations come first
  request.physics = only(Departure::volumes);
  physical::Evaluator evaluator(request);
  evaluator.evaluate(parse_strategy("mlp=tp,ddp emb=mp", request.model, request.cluster, "test"));
  double gradients = 0;
  for (const workload::CommWork& comm : evaluator.timed().program.comms) {
    if (comm.axes == workload::mask_of(workload::Axis::dp)) {
      gradients = static_cast<double>(comm.bytes.count());
    }
  }
  CHECK(gradients == Approx(layer / 8).margin(1));
}

TEST_CASE("(FSDP, DDP) gathers and scatters inside the node and reduces an eighth between nodes") {
  Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  request.physics = only(Departure::volumes);
  physical::Evaluator evaluator(request);
  evaluator.evaluate(
      parse_strategy("transformer=fsdp,ddp emb=ddp", request.model, request.cluster, "test"));
  const double attention = 4 * 8192.0 * 8192;
  const workload::AxisMask inside = workload::mask_of(workload::Axis::tp);
  const workload::AxisMask across = workload::mask_of(workload::Axis::dp);
  int found = 0;
  for (const workload::CommWork& comm : evaluator.timed().program.comms) {
    const auto bytes = static_cast<double>(comm.bytes.count());
    const auto is = [&](CollectiveKind kind, workload::AxisMask axes, double expected) {
      return comm.kind == kind && comm.axes == axes && bytes == expected;
    };
    if (is(CollectiveKind::all_gather, inside, attention * 2 / 8)) ++found;
    if (is(CollectiveKind::reduce_scatter, inside, attention * 4)) ++found;
    if (is(CollectiveKind::all_reduce, across, attention * 4 / 8)) ++found;
    const auto everyone = static_cast<workload::AxisMask>(inside | across);
    if (is(CollectiveKind::all_reduce, everyone, (50257.0 + 2048) * 8192 * 4)) ++found;
  }
  CHECK(found == 4);
}

// 2D parallelism as Megatron and torchtitan have it: which the paper's mode refuses.
TEST_CASE("(TP, FSDP) gathers an eighth of a layer's weights between nodes") {
  Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  const char* strategy = "transformer=tp,fsdp emb=ddp";
  CHECK_FALSE(answer(request, strategy, Physics::none()).refused.empty());
  request.physics = Physics::all();
  CHECK(answer(request, strategy, Physics::all()).refused.empty());
  CHECK(bytes_of(request, strategy, CollectiveKind::all_gather) == 4 * 8192.0 * 8192 * 2 / 8 / 256);
  CHECK(bytes_of(request, strategy, CollectiveKind::reduce_scatter) == 4 * 8192.0 * 8192 * 4 / 8);
}

TEST_CASE("experts get as many rows as a token visits of them, shared out by TP") {
  Request request{shipped_model("llm-moe"), shipped_cluster("a100-2048"), {}};
  request.physics = only(Departure::volumes);
  const double samples = static_cast<double>(request.model.batch) / 256;
  CHECK(bytes_of(request, "transformer=tp,ddp emb=ddp", CollectiveKind::all_to_all) ==
        Approx(samples * 8192 * 10704 * 2 * 2 / 8));
}

// docs/train.md, with fused attention, two matrices and no sequence parallelism.
TEST_CASE("blocks keep what their operators save, and with recomputation their inputs") {
  Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  request.physics = Physics::all();
  const double tokens = 2048;
  const Strategy one =
      parse_strategy("transformer=fsdp emb=ddp", request.model, request.cluster, "test");
  request.task.batch = 2048;
  const double h = 8192;
  const double f = 21846;
  CHECK(physical::physical_memory(request, one, {1, false}).activations ==
        Approx(80 * tokens * (16 * h + 4 * f)));
  const double layer = tokens * std::max(8 * h + 4 * h, 4 * h + 4 * f);
  CHECK(physical::physical_memory(request, one, {1, true}).activations ==
        Approx(80 * tokens * 2 * h + 2 * layer));
}

TEST_CASE("K and V of fewer heads weigh less, but not by the paper's rules") {
  Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  request.model.blocks.kv_heads = 8;  // of 64
  const char* strategy = "transformer=tp,ddp emb=ddp";
  const double h = 8192;
  const double rest = 80 * 2 * h * 21846 / 8 * 2 + (50257 + 2048) * h * 2;
  CHECK(answer(request, strategy, Physics::none()).memory.weights ==
        Approx(80 * 4 * h * h / 8 * 2 + rest));
  CHECK(answer(request, strategy, only(Departure::activations)).memory.weights ==
        Approx(80 * (2 * h * h + 2 * h * h / 8) / 8 * 2 + rest));
}

TEST_CASE("volumes are a ring's and an exchange's over the paper's bandwidths") {
  const Cluster cluster = shipped_cluster("zionex-128");
  physical::CollectivePrices prices(cluster, only(Departure::volumes));
  const auto seconds = [&](CollectiveKind kind, physical::Reach reach, double bytes) {
    return static_cast<double>(prices.physical(kind, reach, bytes).time.count()) * 1e-12;
  };
  const double inside = 200.01e9;
  const double across = 7e9;
  CHECK(seconds(CollectiveKind::all_reduce, physical::Reach::inside, 1e9) ==
        Approx(1e9 * 2 * 7 / 8 / inside));
  CHECK(seconds(CollectiveKind::all_gather, physical::Reach::across, 1e8) ==
        Approx(1e8 * 15 / across));
  CHECK(seconds(CollectiveKind::all_reduce, physical::Reach::all, 1e9) ==
        Approx(1e9 * 2 * 7 / 8 / inside + 1e9 / 8 * 2 * 15 / 16 / across));
  CHECK(seconds(CollectiveKind::all_to_all, physical::Reach::all, 1e9) ==
        Approx(1e9 * 7 / 128 / inside + 1e9 * 120 / 128 / across));
}

// 1 MiB took 92.8 us with an older NCCL than the 38.9 us of 2.27 (configs/measured/nccl.csv).
TEST_CASE("eight A100 reduce 1 MiB, 64 MiB and 1 GiB as measured, within 12 percent") {
  const Cluster cluster = shipped_cluster("zionex-8");
  physical::CollectivePrices prices(cluster, Physics::all());
  const auto microseconds = [&](double bytes) {
    const auto time =
        prices.physical(CollectiveKind::all_reduce, physical::Reach::inside, bytes).time;
    return static_cast<double>(time.count()) * 1e-6;
  };
  const double mib = 1 << 20;
  CHECK(microseconds(mib) == Approx(38.9).epsilon(0.12));
  CHECK(microseconds(64 * mib) == Approx(580).epsilon(0.12));
  CHECK(microseconds(1024 * mib) == Approx(8190).epsilon(0.12));
}

TEST_CASE("attention and logits add their products at the paper's share of the peak") {
  const Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  const char* strategy = "transformer=fsdp emb=ddp";
  const double paper = answer(request, strategy, Physics::none()).times.compute;
  const double rate = 312e12 * 0.705;
  const double pairs = 2.0 * 2048 * 2048 * 8192 * 80;  // causal, of Q K^T and P V together
  CHECK(answer(request, strategy, only(Departure::attention)).times.compute - paper ==
        Approx(3 * pairs / rate).epsilon(1e-6));
  const double logits = 2.0 * 2048 * 8192 * request.model.vocabulary;
  CHECK(answer(request, strategy, only(Departure::logits)).times.compute - paper ==
        Approx(3 * logits / rate).epsilon(1e-6));
}

TEST_CASE("recomputation adds the blocks' forward pass, and TP's sums again") {
  const Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  const char* strategy = "transformer=tp,ddp emb=ddp";
  const Times paper = answer(request, strategy, Physics::none()).times;
  const Times again = answer(request, strategy, only(Departure::recompute)).times;
  Request inference = request;
  inference.task.kind = TaskKind::inference;
  const Times forward = answer(inference, strategy, Physics::none()).times;
  const double look_up = 2.0 * 2048 * 8192 * 2 * 1 / (2039e9 * 0.836);
  CHECK(again.compute - paper.compute == Approx(forward.compute - look_up).epsilon(1e-4));
  CHECK(again.all_reduce - paper.all_reduce == Approx(forward.all_reduce).epsilon(1e-6));
}

TEST_CASE("the optimizer passes over what a device holds") {
  const Request request{shipped_model("dlrm-a"), shipped_cluster("zionex-128"), {}};
  const auto more = [&](const char* strategy) {
    return answer(request, strategy, only(Departure::optimizer)).times.compute -
           answer(request, strategy, Physics::none()).times.compute;
  };
  const double parameters = 20 * 3994.0 * 3994;
  const double rate = 1555e9 * 0.836;
  CHECK(more("mlp=ddp emb=mp") - more("mlp=fsdp emb=mp") ==
        Approx(parameters * 28 / rate * 127 / 128).epsilon(1e-6));
}

TEST_CASE("DLRM-A as Table 1 runs it fits, with activations and the optimizer counted") {
  const Request request{shipped_model("dlrm-a"), shipped_cluster("zionex-128"), {}};
  CHECK_FALSE(answer(request, "mlp=ddp emb=mp", Physics::none()).fits);
  const Answer a = answer(request, "mlp=ddp emb=mp", only(Departure::activations));
  CHECK(a.fits);
  const double dense = 20 * 3994.0 * 3994;
  const double tables = 4096 * 2'080'000.0 / 128;
  CHECK(a.memory.weights == Approx(dense * 4 + tables * 93 * 2));
  CHECK(a.memory.gradients == Approx(dense * 4));
  CHECK(a.memory.optimizer == Approx(dense * 8 + tables * 4));  // row-wise Adagrad
  CHECK(answer(request, "mlp=fsdp emb=mp", only(Departure::activations)).memory.optimizer ==
        Approx(dense * 8 / 128 + tables * 4));
}

TEST_CASE("nothing below the first layer that learns has a backward pass") {
  Request request{shipped_model("dlrm-a"), shipped_cluster("zionex-128"), {}};
  request.task.kind = TaskKind::finetune;
  request.task.frozen_embedding = true;
  request.task.frozen_bottom = true;
  const Times times = answer(request, "mlp=ddp emb=mp", only(Departure::order)).times;
  request.task.kind = TaskKind::inference;
  const Times forward = answer(request, "mlp=ddp emb=mp", Physics::none()).times;
  // Ten top layers: weights of all, the input's gradient of all but the first.
  const double layer = 2 * 3994.0 * 3994 * 512 / (156e12 * 0.705);
  CHECK(times.compute - forward.compute == Approx(19 * layer).epsilon(1e-6));
  CHECK(times.all_to_all == Approx(forward.all_to_all));
}

TEST_CASE("what does not fit goes in smaller micro-batches, then is computed again") {
  Request request{shipped_model("gpt-3"), shipped_cluster("a100-2048"), {}};
  const char* strategy = "transformer=tp,fsdp emb=mp";
  request.cluster.memory = base::Bytes{4'000'000'000'000};
  Answer a = answer(request, strategy, Physics::all());
  CHECK((a.fits && a.micro_batches == 1 && !a.recompute));
  const double all = a.memory.activations;  // of 8 samples
  request.cluster.memory = base::Bytes{static_cast<std::int64_t>(a.memory.total() - all / 3)};
  a = answer(request, strategy, Physics::all());
  CHECK((a.fits && a.micro_batches == 2 && !a.recompute));
  request.cluster.memory = base::Bytes{static_cast<std::int64_t>(a.memory.total() - all / 2.2)};
  a = answer(request, strategy, Physics::all());
  CHECK((a.fits && a.recompute));
}

// 15 samples a replica: less than a third of their activations has room, a fifteenth and more has.
TEST_CASE("a local batch of 15 samples goes in micro-batches of 15, 5 or 1") {
  Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  request.task.batch = 15 * 256;
  const char* strategy = "transformer=tp,ddp emb=mp";
  request.cluster.memory = base::Bytes{4'000'000'000'000};
  const Answer whole = answer(request, strategy, Physics::all());
  CHECK((whole.fits && whole.micro_batches == 1 && !whole.recompute));
  const double room = whole.memory.total() - 0.6 * whole.memory.activations;
  request.cluster.memory = base::Bytes{static_cast<std::int64_t>(room)};
  const Answer parts = answer(request, strategy, Physics::all());
  CHECK((parts.fits && parts.micro_batches == 3 && !parts.recompute));
}

// DLRM-A computes in TF32.
TEST_CASE("a peak of other numbers than the model's changes no kernel's time") {
  Request request{shipped_model("dlrm-a"), shipped_cluster("zionex-128"), {}};
  const Times as_shipped = answer(request, "mlp=tp,ddp emb=mp", Physics::all()).times;
  for (const double times : {4.0, 0.0}) {
    INFO(times);
    Request other = request;
    other.cluster.peak2 = request.cluster.peak2 * times;
    CHECK(answer(other, "mlp=tp,ddp emb=mp", Physics::all()).times.compute ==
          Approx(as_shipped.compute).epsilon(1e-9));
  }
  Request unnamed = request;  // and of no device that is known
  unnamed.cluster.device.clear();
  const double with_both = answer(unnamed, "mlp=ddp emb=mp", Physics::all()).times.compute;
  unnamed.cluster.peak2 = base::FlopsPerSecond{0};
  const Answer tf32_alone = answer(unnamed, "mlp=ddp emb=mp", Physics::all());
  CHECK(tf32_alone.refused.empty());
  CHECK(tf32_alone.times.compute == Approx(with_both).epsilon(1e-9));
}

TEST_CASE("micro-batches repeat FSDP's gathers, and reduce DDP's gradients once") {
  Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  request.task.batch = 4 * 2048;
  request.task.micro_batch = 1;
  const auto times = [&](const char* strategy, std::int64_t micro_batch) {
    request.task.micro_batch = micro_batch;
    return answer(request, strategy, only(Departure::accumulation)).times;
  };
  const char* sharded = "transformer=fsdp emb=ddp";
  CHECK(times(sharded, 1).all_gather == Approx(4 * times(sharded, 4).all_gather));
  const char* replicated = "transformer=ddp emb=ddp";
  CHECK(times(replicated, 1).all_reduce <= times(replicated, 4).all_reduce);
  CHECK(times(replicated, 1).compute == Approx(times(replicated, 4).compute));
}

TEST_CASE("a micro-batch is refused where it does not divide, or where nothing has any") {
  Request request{shipped_model("llama-65b"), shipped_cluster("a100-2048"), {}};
  request.task.batch = 8 * 256;
  const auto refused = [&](std::int64_t micro_batch, const Physics& physics) {
    request.task.micro_batch = micro_batch;
    return answer(request, "transformer=tp,ddp emb=ddp", physics).refused;
  };
  CHECK(refused(4, Physics::all()).empty());
  for (const std::int64_t size : {std::int64_t{3}, std::int64_t{16}, std::int64_t{-2}}) {
    CHECK_THAT(refused(size, Physics::all()),
               Catch::Contains("micro_batch: " + std::to_string(size)) && Catch::Contains("the 8"));
  }
  CHECK_THAT(refused(4, Physics::none()), Catch::Contains("accumulation"));
  request.task.kind = TaskKind::inference;
  CHECK_THAT(refused(4, Physics::all()), Catch::Contains("micro_batch"));
}

// docs/train.md: experts keep 2 h top_k bytes a token of what they take, and in a layer
// of two matrices 4 f top_k inside.
TEST_CASE("each active expert keeps the rows that it takes, and what is inside") {
  Request request{shipped_model("llm-moe"), shipped_cluster("a100-2048"), {}};
  request.cluster.memory = base::Bytes{std::int64_t{1} << 60};  // nothing is computed again
  const BlockSizes& b = request.model.blocks;
  const auto kept = [&](int active) {
    request.model.blocks.active = active;
    const Answer a = answer(request, "transformer=fsdp emb=ddp", Physics::all());
    CHECK((a.micro_batches == 1 && !a.recompute));
    return a.memory.activations;
  };
  const double samples = static_cast<double>(request.batch()) / request.cluster.total();
  CHECK(kept(3) - kept(2) ==
        Approx(samples * b.layers * b.sequence * (2.0 * b.hidden + 4.0 * b.inner)));
}

TEST_CASE("kernels take no less than their launches") {
  Request request{shipped_model("dlrm-b"), shipped_cluster("zionex-128"), {}};
  request.task.kind = TaskKind::inference;
  request.task.batch = 128;  // a sample a device
  const Times times = answer(request, "mlp=ddp emb=mp", only(Departure::launch)).times;
  CHECK(times.compute >= 44 * 2 * 4.1e-6);
}

TEST_CASE("the timeline names each operation, and its streams do not overlap themselves") {
  Request request{shipped_model("dlrm-a"), shipped_cluster("zionex-128"), {}, Physics::all()};
  Evaluator evaluator(request);
  const Answer a =
      evaluator.evaluate(parse_strategy("mlp=fsdp emb=mp", request.model, request.cluster, "test"));
  double computed = 0;
  double end = 0;
  double last = 0;
  int look_ups = 0;
  for (const Ran& ran : evaluator.timeline()) {
    last = std::max(last, ran.end);
    look_ups += std::string(ran.name) == "look-up" ? 1 : 0;
    if (ran.communication) continue;
    CHECK(ran.begin >= end);
    end = ran.end;
    computed += ran.end - ran.begin;
  }
  CHECK(look_ups == 2);
  CHECK(last == Approx(a.times.time));
  CHECK(computed == Approx(a.times.compute));
}

TEST_CASE("every departure, alone or with all others, answers in finite times", "[plain]") {
  for (const char* name : {"dlrm-a-transformer", "dlrm-a-moe", "llm-moe", "vit-l"}) {
    const bool recommends = name[0] == 'd';
    Request request{
        shipped_model(name), shipped_cluster(recommends ? "zionex-128" : "a100-2048"), {}};
    for (const TaskKind kind : {TaskKind::pretrain, TaskKind::finetune, TaskKind::inference}) {
      request.task.kind = kind;
      for (int d = 0; d <= kDepartures; ++d) {
        const auto departure = static_cast<Departure>(d % kDepartures);
        request.physics = d < kDepartures ? only(departure) : Physics::all();
        Evaluator evaluator(request);
        int runs = 0;
        for (const Strategy& strategy : all_strategies(request.model, request.cluster)) {
          const Answer a = evaluator.evaluate(strategy);
          if (!a.refused.empty()) continue;
          ++runs;
          const double sum = a.times.serialized();
          CAPTURE(name, text_of(strategy), d);
          REQUIRE((a.times.time > 0 && a.times.time <= sum * (1 + 1e-9) + 1e-9));
          REQUIRE(a.times.time >= a.times.compute * (1 - 1e-9));
          REQUIRE(a.memory.total() > 0);
        }
        CHECK(runs > 0);
      }
    }
  }
}

}  // namespace jacquard::plan
