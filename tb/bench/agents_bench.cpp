// SPDX-License-Identifier: Apache-2.0
// Our agents against pagmo's algorithms at equal numbers of evaluations. Ours propose feasible
// points only. Pagmo's see a box, rounded down to values, and a penalty that grows with the rules
// that a point breaks; each has the better of two settings. A cell is the median over the seeds of
// the best reward, as a share of the best that anybody found. Arguments: evaluations, seeds, then
// our agents (random ga aco sa unless named).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/de1220.hpp>
#include <pagmo/algorithms/gaco.hpp>
#include <pagmo/algorithms/pso_gen.hpp>
#include <pagmo/algorithms/sea.hpp>
#include <pagmo/algorithms/sga.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "sim/search/session.hpp"

namespace {

using namespace jacquard;
using search::Point;

constexpr double kInvalid = -std::numeric_limits<double>::infinity();

// A space and the reward of its feasible points; higher is better, kInvalid where there is none.
struct Task {
  std::string name;
  std::shared_ptr<const search::FeasibleSet> set;
  std::function<double(const Point&)> reward;
  std::shared_ptr<const searching::Session> session;  // what the two belong to, if one
};

Task shipped(const std::string& name) {
  searching::Question question;
  question.space = searching::read_space(name, question.file);
  const auto session = std::make_shared<const searching::Session>(std::move(question));
  const std::shared_ptr<const search::FeasibleSet> set(session, &session->set());
  const auto reward = [session](const Point& point) {
    const search::Score score =
        session->rewards().of(point, session->environment().evaluate(point));
    return score.valid ? score.rewards.front() : kInvalid;
  };
  return {name, set, reward, session};
}

// 19 knobs as in COSMIC's Table 4, with the products that its networks and degrees obey.
const char* const kNineteen = R"json({
  "environment": {}, "dimensions": 3,
  "knobs": {
    "workload": {"dp": {"powers_of_two": [1, 1024]}, "sp": {"powers_of_two": [1, 1024]},
                 "pp": {"set": [1, 2, 4]}, "sharded": {"set": [0, 1]}},
    "collective": {"policy": {"set": [0, 1]}, "multidim": {"set": [0, 1]},
                   "algorithm": {"set": ["ring", "direct", "rhd", "dbt"], "per_dimension": true}},
    "network": {"topology": {"set": ["ring", "switch", "full"], "per_dimension": true},
                "npus": {"set": [4, 8, 16, 32], "per_dimension": true},
                "bandwidth": {"range": [50, 500, 50], "per_dimension": true},
                "chunks": {"set": [2, 4, 8, 16]}}},
  "constraints": ["product(npus) == 1024", "dp * sp * pp <= 1024"],
  "rewards": {"r": "chunks"}
})json";

// exp(-cost), where the cost of each knob's value and of each pair of values is drawn once. With
// `smooth` a knob costs by the distance of its value to one that is drawn.
Task synthetic(const std::string& name, std::uint64_t seed, bool smooth) {
  const search::Space space = search::Space::read(config::parse_json(kNineteen, name), {name, ""});
  const auto set = std::make_shared<const search::FeasibleSet>(space);
  base::Rng rng(seed, "synthetic costs");
  std::vector<std::vector<double>> alone;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> pairs;
  const std::size_t knobs = space.knobs().size();
  for (const search::Knob& knob : space.knobs()) {
    std::vector<double> costs;
    const double values = static_cast<double>(knob.values.size()), ideal = rng.uniform() * values;
    for (std::size_t v = 0; v < knob.values.size(); ++v) {
      const double far = (static_cast<double>(v) + 0.5 - ideal) / values;
      costs.push_back(smooth ? 2 * far * far : 0.5 * rng.uniform());
    }
    alone.push_back(std::move(costs));
  }
  for (std::size_t k = 0; k < 2 * knobs; ++k) {
    const std::size_t a = rng.below(knobs), b = rng.below(knobs);
    std::vector<double>& costs = pairs[{a, b}];
    costs.resize(space.knobs()[a].values.size() * space.knobs()[b].values.size());
    for (double& cost : costs) cost = (smooth ? 0.1 : 0.5) * rng.uniform();
  }
  const auto reward = [set, alone, pairs](const Point& point) {
    double cost = 0;
    for (std::size_t k = 0; k < point.size(); ++k) cost += alone[k][point[k]];
    for (const auto& [knobs_of, costs] : pairs) {
      const std::size_t width = alone[knobs_of.second].size();
      cost += costs[point[knobs_of.first] * width + point[knobs_of.second]];
    }
    return std::exp(-cost);
  };
  return {name, set, reward, nullptr};
}

double best_of_ours(const Task& task, const std::string& name, std::int64_t budget,
                    std::uint64_t seed) {
  search::AgentSettings settings;
  settings.name = name;
  const auto agent = search::make_agent(settings, *task.set, 1, seed);
  double best = kInvalid;
  for (std::int64_t done = 0; done < budget;) {
    const std::vector<Point> points = agent->ask(budget - done);
    if (points.empty()) break;
    std::vector<search::Score> scores;
    for (const Point& point : points) {
      const double reward = task.reward(point);
      best = std::max(best, reward);
      scores.push_back({reward > kInvalid, {reward}});
    }
    agent->tell({points.data(), points.size()}, {scores.data(), scores.size()});
    done += static_cast<std::int64_t>(points.size());
  }
  return best;
}

// What pagmo minimises. Copies count together.
class Box {
 public:
  struct Count {
    std::int64_t left = 0;
    double best = kInvalid;
  };
  Box() = default;
  Box(const Task& task, std::shared_ptr<Count> count) : task_(&task), count_(std::move(count)) {}

  pagmo::vector_double fitness(const pagmo::vector_double& x) const {
    constexpr double kPenalty = 1e3;  // above every logarithm of a reward
    if (count_->left-- <= 0) return {2 * kPenalty};
    Point point;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const auto most = static_cast<double>(task_->set->space().knobs()[k].values.size() - 1);
      point.push_back(static_cast<std::uint16_t>(std::clamp(std::floor(x[k]), 0.0, most)));
    }
    if (!task_->set->contains(point)) return {kPenalty * (1 + broken(point))};
    const double reward = task_->reward(point);
    count_->best = std::max(count_->best, reward);
    return {reward > 0 ? -std::log(reward) : kPenalty};
  }

  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    pagmo::vector_double low, high;
    for (const search::Knob& knob : task_->set->space().knobs()) {
      low.push_back(0);
      high.push_back(static_cast<double>(knob.values.size()));
    }
    return {low, high};
  }

 private:
  // The share of the space's constraints that do not hold.
  double broken(const Point& point) const {
    const auto& constraints = task_->set->space().constraints();
    double count = 0;
    for (const search::Constraint& constraint : constraints) {
      try {
        const bool holds = constraint.expression.holds(task_->set->space().bindings(point));
        count += holds ? 0 : 1;
      } catch (const base::ConfigError&) {
        count += 1;
      }
    }
    return constraints.empty() ? 0 : count / static_cast<double>(constraints.size());
  }

  const Task* task_ = nullptr;
  std::shared_ptr<Count> count_;
};

struct Setting {
  unsigned population;
  std::function<pagmo::algorithm(unsigned generations, unsigned seed)> make;
};

// Each with two settings.
std::map<std::string, std::vector<Setting>> pagmos() {
  using pagmo::algorithm;
  using U = unsigned;
  const auto gaco = [](U ants) {
    return [ants](U g, U s) {
      return algorithm(
          pagmo::gaco(g, ants, 1.0, 0.0, 0.01, 1U, 7U, 100'000U, 100'000U, 0.0, false, s));
    };
  };
  const auto sga = [](double mutation) {
    return [mutation](U g, U s) {
      return algorithm(
          pagmo::sga(g, 0.9, 1.0, mutation, 1.0, 2U, "single", "uniform", "tournament", s));
    };
  };
  const auto sea = [](U g, U s) { return algorithm(pagmo::sea(g, s)); };
  const auto pso = [](U g, U s) {
    return algorithm(pagmo::pso_gen(g, 0.7298, 2.05, 2.05, 0.5, 5U, 2U, 4U, false, s));
  };
  const auto de = [](U g, U s) {
    return algorithm(pagmo::de1220(g, {2U, 3U, 7U, 10U, 13U, 14U, 15U, 16U}, 1U, 0, 0, false, s));
  };
  return {{"gaco", {{16, gaco(16)}, {50, gaco(50)}}},
          {"sga", {{20, sga(0.02)}, {20, sga(0.1)}}},
          {"sea", {{1, sea}, {20, sea}}},
          {"pso_gen", {{20, pso}, {50, pso}}},
          {"de1220", {{20, de}, {50, de}}}};
}

double best_of_pagmo(const Task& task, const Setting& setting, std::int64_t budget,
                     std::uint64_t seed) {
  const auto count = std::make_shared<Box::Count>();
  count->left = budget;
  auto number = static_cast<unsigned>(1000 * seed);
  pagmo::population population(pagmo::problem(Box(task, count)), setting.population, number);
  while (count->left > 0) population = setting.make(50, number++).evolve(population);
  return count->best;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t budget = argc > 1 ? std::atoll(argv[1]) : 1000;
  const std::uint64_t seeds = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 9;
  std::vector<std::string> ours(argv + std::min(argc, 3), argv + argc);
  if (ours.empty()) ours = {"random", "ga", "aco", "sa"};
  std::vector<Task> tasks = {shipped("cosmic_system1"), shipped("cosmic_system2"),
                             shipped("cosmic_table1"), synthetic("smooth", 11, true),
                             synthetic("rugged", 12, false)};
  for (const Task& task : tasks) {
    std::vector<std::pair<std::string, double>> medians;
    double most = kInvalid;
    const auto all_seeds = [&](const std::function<double(std::uint64_t)>& run) {
      std::vector<double> found;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) found.push_back(run(seed));
      most = std::max(most, *std::max_element(found.begin(), found.end()));
      return median(found);
    };
    for (const std::string& name : ours) {
      medians.emplace_back(name, all_seeds([&](std::uint64_t seed) {
                             return best_of_ours(task, name, budget, seed);
                           }));
    }
    for (const auto& [name, settings] : pagmos()) {
      double best = kInvalid;
      for (const Setting& setting : settings) {
        best = std::max(best, all_seeds([&](std::uint64_t seed) {
                          return best_of_pagmo(task, setting, budget, seed);
                        }));
      }
      medians.emplace_back("pagmo " + name, best);
    }
    for (const auto& [name, reward] : medians) {
      std::cout << fmt::format("{:16} {:14} {:.3f}\n", task.name, name,
                               reward > kInvalid ? reward / most : 0.0);
    }
    std::cout << std::flush;
  }
}
