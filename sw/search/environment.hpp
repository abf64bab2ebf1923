// SPDX-License-Identifier: Apache-2.0
// What evaluates points of a space. Verbs of jacquard are environments (sim/search).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/search/feasible.hpp"
#include "jacquard/search/point.hpp"

namespace jacquard::search {

struct Measured {
  std::string why_not;          // "" if it could be evaluated
  std::vector<double> metrics;  // of Environment::metrics(), in that order
};

class Environment {
 public:
  virtual ~Environment() = default;
  // Names of what it measures, each ending in its unit ("time_ps", "cost_dollars").
  virtual const std::vector<std::string>& metrics() const = 0;
  // Thread-safe unless `isolated`. The same point gives the same answer.
  virtual Measured evaluate(const Point& point) const = 0;
  // Rules that only it knows, such as what fits into memory.
  virtual std::vector<Predicate> predicates() const { return {}; }
  // The configuration that evaluate() runs: enough to run it again by the verb itself.
  virtual config::Document effective(const Point& point) const = 0;
  // Whether it evaluates about as fast as it shows a configuration: a store then keeps designs
  // alone, from which the configuration follows.
  virtual bool quick() const { return false; }
  // Whether each evaluation must have a process of its own (SystemC, other programs).
  virtual bool isolated() const { return false; }
  // What a metric is at least at all points whose `fixed` knobs are those of `point`, by a law that
  // cannot err (such as computations alone); 0 where it knows none. For certificates.
  virtual double metric_at_least(std::size_t metric, const Point& point,
                                 const std::vector<bool>& fixed) const {
    (void)metric, (void)point, (void)fixed;
    return 0;
  }
};

}  // namespace jacquard::search
