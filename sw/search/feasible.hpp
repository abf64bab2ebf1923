// SPDX-License-Identifier: Apache-2.0
// The points of a space that satisfy its constraints: counted, drawn uniformly, enumerated and
// repaired without trying infeasible ones (COSMIC s4.3, its parameter set scheduler).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::search {

// A rule that only the environment knows, such as "fits in memory": of the knobs that it reads.
// Called once for each combination of these knobs that satisfies the other constraints.
struct Predicate {
  std::string what;                         // "the step fits into 24 GB", for messages
  std::vector<std::size_t> reads;           // indices of knobs
  std::function<bool(const Point&)> holds;  // other coordinates are arbitrary
};

class FeasibleSet {
 public:
  // Throws ConfigError if nothing is feasible, with a smallest set of constraints that clash, and
  // for constraints that link so many values that they cannot be counted, naming them.
  FeasibleSet(const Space& space, std::vector<Predicate> predicates = {});

  const Space& space() const;
  double points() const;    // of the whole space: product of the numbers of values
  double feasible() const;  // exact below 2^53
  bool contains(const Point& point) const;
  // Which constraint a point breaks, with the values at hand: "dp * sp * pp <= npus_total: 4096 <=
  // 1024 does not hold"; "" if none.
  std::string why_not(const Point& point) const;

  // The feasible points in an order of its own: 0 .. feasible() - 1. Requires feasible() < 2^63.
  Point at(std::uint64_t rank) const;
  Point sample(base::Rng& rng) const;  // uniform over feasible points

  // A feasible point that keeps what a walk through the knobs, from a random one on, can keep of
  // `point`; itself if it is feasible.
  Point repair(const Point& point, base::Rng& rng) const;

  // Values of knob `knob` once knobs 0 .. knob - 1 are those of `prefix`, each in proportion to the
  // feasible points that it leaves (0: none). What an agent that builds a point knob by knob asks.
  // Requires a prefix that some feasible point has.
  void completions(const Point& prefix, std::size_t knob, std::vector<double>& of_value) const;

  // Knobs that rules link are one part, others are one each. A feasible point is a row of each
  // part, free of the others' rows.
  std::size_t parts() const;
  const std::vector<std::size_t>& knobs_of(std::size_t part) const;
  std::size_t rows(std::size_t part) const;
  void write(std::size_t part, std::size_t row, Point& point) const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace jacquard::search
