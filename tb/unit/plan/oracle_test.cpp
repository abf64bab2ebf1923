// SPDX-License-Identifier: Apache-2.0
#include "unit/plan/oracle.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

namespace jacquard::plan {
namespace {

class Cases {
 public:
  explicit Cases(std::uint64_t seed) : rng_(seed, "planner cases") {}

  int number(int lo, int hi) { return static_cast<int>(rng_.between(lo, hi)); }
  bool coin() { return number(0, 1) == 1; }
  double share() { return number(1, 1000) / 1000.0; }

  MlpSizes mlp(int fewest, bool experts) {
    MlpSizes sizes{number(fewest, 5), number(1, 5000), 0, 0};
    if (experts) {
      sizes.experts = number(2, 64);
      sizes.active = number(1, 2);
    }
    if (sizes.layers == 0) sizes = {};
    return sizes;
  }

  BlockSizes blocks() {
    BlockSizes b{number(1, 5), number(8, 16384), 0, 0, number(8, 65536), number(1, 8192), 0, 0};
    if (number(0, 3) == 0) {
      b.experts = number(2, 64);
      b.active = number(1, 2);
    }
    return b;
  }

  Model model() {
    Model m;
    const int kind = number(0, 5);  // 0, 1: an LLM; 2: of images
    if (kind <= 2) {
      m.blocks = blocks();
      if (kind < 2) m.vocabulary = number(1, 200'000);
    } else {
      m.bottom = mlp(0, number(0, 5) == 0);
      m.top = mlp(m.bottom.layers == 0 ? 1 : 0, number(0, 1) == 0);
      m.embedding = {number(1, 5000), number(1, 10'000'000), number(1, 512), share() * 100};
      if (kind == 3) m.blocks = blocks();
    }
    m.dense_bytes = std::array<double, 3>{1, 2, 4}[std::size_t(number(0, 2))];
    m.embedding_bytes = std::array<double, 3>{1, 2, 4}[std::size_t(number(0, 2))];
    m.batch = std::int64_t{1} << number(2, 20);
    return m;
  }

  Cluster cluster() {
    Cluster c;
    c.nodes = 1 << number(0, 8);
    c.devices = 1 << number(1, 4);
    c.peak4 = base::FlopsPerSecond(1e12 * number(1, 500));
    c.peak2 = base::FlopsPerSecond(1e12 * number(1, 1000));
    c.peak1 = base::FlopsPerSecond(1e12 * number(1, 2000));
    c.compute_utilisation = share();
    c.memory = base::Bytes(1'000'000'000LL * number(1, 200));
    c.memory_bandwidth = base::BytesPerSecond(1e9 * number(100, 8000));
    c.memory_utilisation = share();
    c.links = number(1, 18);
    c.link_bandwidth = base::BytesPerSecond(1e9 * number(10, 100));
    c.link_utilisation = share();
    c.ports = number(1, 8);
    c.port_bandwidth = base::BytesPerSecond(1e9 * number(10, 100));
    c.port_utilisation = share();
    c.all_reduce_inside = share();
    return c;
  }

  Task task() {
    Task t;
    t.kind = static_cast<TaskKind>(number(0, 2));
    if (coin()) t.batch = std::int64_t{1} << number(6, 20);
    t.frozen_bottom = coin();
    t.frozen_top = coin();
    t.frozen_embedding = coin();
    t.frozen_blocks = coin();
    t.frozen_from = number(-1, 6);
    return t;
  }

 private:
  base::Rng rng_;
};

void require_same(double ours, double theirs) {
  REQUIRE(ours == Approx(theirs).epsilon(1e-12).margin(1e-300));
}

}  // namespace

TEST_CASE("every strategy of random models comes to what a plain list of operations does") {
  int answered = 0;
  int refused = 0;
  Cases cases(1);
  for (int i = 0; i < 300; ++i) {
    const Request request{cases.model(), cases.cluster(), cases.task()};
    Evaluator evaluator(request);
    const std::vector<Strategy> all = all_strategies(request.model, request.cluster);
    for (std::size_t k = std::size_t(cases.number(0, 7)); k < all.size(); k += 7) {
      const Strategy& strategy = all[k];
      const Answer ours = evaluator.evaluate(strategy);
      const oracle::Outcome theirs =
          oracle::outcome(request.model, request.cluster, request.task, strategy);
      INFO(i << ": " << text_of(strategy) << " " << ours.refused);
      REQUIRE(ours.refused.empty() != theirs.refused);
      (theirs.refused ? refused : answered) += 1;
      if (theirs.refused) continue;
      require_same(ours.times.time, theirs.times.time);
      require_same(ours.times.compute, theirs.times.compute);
      require_same(ours.times.all_to_all, theirs.times.all_to_all);
      require_same(ours.times.all_reduce, theirs.times.all_reduce);
      require_same(ours.times.all_gather, theirs.times.all_gather);
      require_same(ours.times.reduce_scatter, theirs.times.reduce_scatter);
      require_same(ours.memory.total(), theirs.memory);
    }
  }
  CHECK(answered > 1000);
  CHECK(refused > 500);
}

}  // namespace jacquard::plan
