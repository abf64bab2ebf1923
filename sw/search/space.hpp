// SPDX-License-Identifier: Apache-2.0
// A parameter set architecture (COSMIC s4): the knobs of a design, what follows from them, which
// settings go together, and what is better. It knows nothing of agents, and of the simulator only
// an opaque description.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/search/expression.hpp"
#include "jacquard/search/point.hpp"
#include "jacquard/search/value.hpp"

namespace jacquard::search {

// One coordinate of a point. A knob that a file marks per dimension is one of these for each.
struct Knob {
  std::string name;           // "dp", "bandwidth[2]"
  std::string family;         // "dp", "bandwidth"
  std::string layer;          // "workload", "collective", "network", ...: any word of the file
  int dimension = -1;         // of the network; -1: not per dimension
  std::vector<Value> values;  // two or more; one where it is held
  bool ordered = false;       // all numbers: their distance means something
};

// "tp = npus / (dp * sp * pp)".
struct Derived {
  std::string name;
  Expression expression;
};

// What must hold of a point's knobs and derived knobs.
struct Constraint {
  std::string text;  // as in the file
  Expression expression;
};

// To be maximised; of knobs, derived knobs and the environment's metrics.
struct Reward {
  std::string name;
  Expression expression;
};

class Space {
 public:
  // Reads a space's file (docs/search.md has the keys). Throws ConfigError at the pointer.
  static Space read(const config::Json& json, const config::Place& place);

  const std::string& title() const { return title_; }
  const config::Place& place() const { return place_; }  // of the file, for errors
  const std::vector<Knob>& knobs() const { return knobs_; }
  const std::vector<Derived>& derived() const { return derived_; }
  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::vector<Reward>& rewards() const { return rewards_; }
  const std::string& default_reward() const { return default_reward_; }
  const config::Json& environment() const { return environment_; }  // read by whoever evaluates
  const config::Json& fidelities() const { return fidelities_; }    // the same; null: none
  // The design that is compared with; nothing where the file names none.
  const std::optional<Point>& base() const { return base_; }

  // A space in which only knobs of these layers (or of these names or families) are free; the
  // others are held at the base. Throws ConfigError naming `source` for an unknown word or a space
  // without base.
  Space restricted_to(const std::vector<std::string>& free, const std::string& source) const;

  // Values of knobs and derived knobs at a point, for expressions: a scalar knob by its name, a
  // per-dimension one as a list.
  Bindings bindings(const Point& point) const;

  // "dp=64 pp=1 ... bandwidth=[50,50,50,50]", for people.
  std::string text(const Point& point) const;
  // {"dp": 64, "bandwidth": [50, 50, 50, 50], ...}: what a file's `base` says, too.
  config::Document show(const Point& point) const;
  // Its inverse. Throws ConfigError at `place` for a knob that is missing or a value it has not.
  Point point_of(const config::Json& json, const config::Place& place) const;
  // The same bytes for equal spaces: what a store is of.
  std::string fingerprint() const;

 private:
  std::string title_;
  std::vector<Knob> knobs_;
  std::vector<Derived> derived_;
  std::vector<Constraint> constraints_;
  std::vector<Reward> rewards_;
  std::string default_reward_;  // the file's `reward`, else the first by name
  std::optional<Point> base_;
  config::Json environment_;
  config::Json fidelities_;
  config::Place place_;
};

}  // namespace jacquard::search
