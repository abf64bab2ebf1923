// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/rng.hpp"
#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/reward.hpp"
#include "unit/search/agents/drive.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

// Two linked knobs and two free ones; time is at least work / speed.
const char* const kMachine = R"json({
  "environment": {},
  "dimensions": 2,
  "knobs": {"m": {"rate": {"set": [1, 2, 5, 9], "per_dimension": true},
                  "kind": {"set": ["x", "y", "z"]},
                  "p": {"range": [1, 6, 1]}, "q": {"range": [1, 6, 1]}}},
  "derived": ["work = 30 + p * q"],
  "constraints": ["p + q == 7"],
  "rewards": {"per_rate": "1 / (time_s * sum(rate))", "plain": "-time_s"}})json";

class Machine : public Environment {
 public:
  explicit Machine(const Space& space, std::uint64_t seed) : space_(space) {
    base::Rng rng(seed, "machine");
    for (double& slow : slow_) slow = rng.uniform();
  }
  const std::vector<std::string>& metrics() const override {
    static const std::vector<std::string> kNames = {"time_ps"};
    return kNames;
  }
  Measured evaluate(const Point& point) const override {
    const Bindings b = space_.bindings(point);
    const double rate = Expression::parse("sum(rate)", {"", ""}).number(b);
    const std::size_t kind = point[index("kind")];
    return {"", {1e12 * (work(point) + (20 + 30 * slow_[kind]) / rate)}};
  }
  config::Document effective(const Point&) const override { return {}; }
  double metric_at_least(std::size_t, const Point& point,
                         const std::vector<bool>& fixed) const override {
    return fixed[index("p")] && fixed[index("q")] ? 1e12 * work(point) : 0;
  }

 private:
  std::size_t index(const std::string& name) const {
    std::size_t k = 0;
    while (space_.knobs()[k].name != name) ++k;
    return k;
  }
  double work(const Point& point) const {
    return std::get<double>(std::get<Value>(space_.bindings(point).at("work")));
  }
  const Space& space_;
  double slow_[3];
};

}  // namespace

TEST_CASE("a certificate's best is that of all points, and it does not look at all of them") {
  const Space space = tb::space_of(kMachine);
  const FeasibleSet set(space);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (const char* name : {"per_rate", "plain"}) {
      const Machine machine(space, seed);
      const Rewards rewards(space, machine.metrics(), {name}, "--reward");
      const auto reward = [&](const Point& point) -> std::optional<double> {
        return rewards.of(point, machine.evaluate(point)).rewards.front();
      };
      double best = -std::numeric_limits<double>::infinity();
      for (std::uint64_t rank = 0; rank < static_cast<std::uint64_t>(set.feasible()); ++rank) {
        best = std::max(best, *reward(set.at(rank)));
      }
      const auto agent =
          make_certificate(set, [&](const Point& point, const std::vector<bool>& fixed) {
            return rewards.ceiling(machine, point, fixed);
          });
      // One point at a time, so that each answer counts for the next.
      double found = -std::numeric_limits<double>::infinity();
      std::size_t asked = 0;
      for (auto points = agent->ask(1); !points.empty(); points = agent->ask(1)) {
        const Score score{true, {*reward(points[0])}};
        found = std::max(found, score.rewards[0]);
        agent->tell({points.data(), 1}, {&score, 1});
        ++asked;
      }
      CHECK(found == best);
      CHECK(asked < static_cast<std::size_t>(set.feasible()) / 2);
    }
  }
}

TEST_CASE("without any bound a certificate asks for every feasible point once") {
  const FeasibleSet set(tb::four_degrees());
  const auto agent = make_certificate(set, [](const Point&, const std::vector<bool>&) {
    return std::numeric_limits<double>::infinity();
  });
  const tb::Driven driven = tb::drive(
      *agent, [](const Point&) { return 1.0; }, 1000);
  CHECK(driven.exhausted);
  CHECK(driven.points.size() == 286);
}

TEST_CASE("a ceiling encloses the rewards of all points that agree in the fixed knobs") {
  const Space space = tb::space_of(kMachine);
  const FeasibleSet set(space);
  const Machine machine(space, 4);
  for (const char* name : {"per_rate", "plain"}) {
    const Rewards rewards(space, machine.metrics(), {name}, "--reward");
    base::Rng rng(11, "fixed");
    for (int trial = 0; trial < 200; ++trial) {
      std::vector<bool> fixed;
      for (std::size_t k = 0; k < space.knobs().size(); ++k) fixed.push_back(rng.chance(0.5));
      const Point point = set.sample(rng);
      Point other = set.sample(rng);
      for (std::size_t k = 0; k < fixed.size(); ++k) {
        if (fixed[k]) other[k] = point[k];
      }
      if (!set.contains(other)) continue;
      const double reward = rewards.of(other, machine.evaluate(other)).rewards.front();
      CHECK(reward <= rewards.ceiling(machine, point, fixed) * (1 + 1e-12) + 1e-12);
    }
  }
}
