// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/feasible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/search/component.hpp"
#include "jacquard/search/conflict.hpp"

namespace jacquard::search {
namespace {

// Knobs behind names, those of derived knobs too.
void add_reads(const Space& space, const std::vector<std::string>& names,
               std::set<std::size_t>& reads) {
  for (const std::string& name : names) {
    for (std::size_t k = 0; k < space.knobs().size(); ++k) {
      if (space.knobs()[k].family == name) reads.insert(k);
    }
    for (const Derived& derived : space.derived()) {
      if (derived.name == name) add_reads(space, derived.expression.reads(), reads);
    }
  }
}

// Derived knobs behind names, by their indices.
void add_derived(const Space& space, const std::vector<std::string>& names,
                 std::set<std::size_t>& found) {
  for (const std::string& name : names) {
    for (std::size_t d = 0; d < space.derived().size(); ++d) {
      if (space.derived()[d].name != name || !found.insert(d).second) continue;
      add_derived(space, space.derived()[d].expression.reads(), found);
    }
  }
}

// Binds only what the constraint reads: other derived knobs need not have a value yet.
Rule rule_of(const Space& space, const Constraint& constraint) {
  std::set<std::size_t> reads;
  add_reads(space, constraint.expression.reads(), reads);
  std::set<std::size_t> derived;
  add_derived(space, constraint.expression.reads(), derived);
  return {constraint.text,
          {reads.begin(), reads.end()},
          [&space, &constraint, reads, derived](const Point& point) {
            Bindings bindings;
            for (const std::size_t k : reads) {
              const Knob& knob = space.knobs()[k];
              const Value& value = knob.values[point[k]];
              if (knob.dimension < 0) {
                bindings.emplace(knob.family, value);
                continue;
              }
              Bound& list = bindings.try_emplace(knob.family, std::vector<Value>{}).first->second;
              std::get<std::vector<Value>>(list).push_back(value);
            }
            for (const std::size_t d : derived) {
              bindings[space.derived()[d].name] = space.derived()[d].expression.evaluate(bindings);
            }
            return constraint.expression.holds(bindings);
          }};
}

// The sets of knobs that rules link, each ascending, by their first knobs.
std::vector<std::vector<std::size_t>> linked(std::size_t knobs, const std::vector<Rule>& rules) {
  std::vector<std::size_t> root(knobs);
  std::iota(root.begin(), root.end(), std::size_t{0});
  const auto find = [&](std::size_t k) {
    while (root[k] != k) k = root[k];
    return k;
  };
  for (const Rule& rule : rules) {
    for (const std::size_t k : rule.reads) {
      const std::size_t a = find(rule.reads.front());
      const std::size_t b = find(k);
      root[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<std::vector<std::size_t>> sets(knobs);
  for (std::size_t k = 0; k < knobs; ++k) sets[find(k)].push_back(k);
  sets.erase(std::remove_if(sets.begin(), sets.end(), [](const auto& s) { return s.empty(); }),
             sets.end());
  return sets;
}

}  // namespace

struct FeasibleSet::Parts {
  explicit Parts(const Space& s) : space(s) {}

  Space space;
  std::vector<Rule> rules;
  std::vector<Component> components;
  std::vector<std::pair<std::size_t, std::size_t>> of_knob;  // component, place in it
  double points = 1;
  double feasible = 1;
};

FeasibleSet::FeasibleSet(const Space& space, std::vector<Predicate> predicates) {
  const auto parts = std::make_shared<Parts>(space);
  for (const Constraint& constraint : parts->space.constraints()) {
    parts->rules.push_back(rule_of(parts->space, constraint));
  }
  for (Predicate& predicate : predicates) {
    std::sort(predicate.reads.begin(), predicate.reads.end());
    parts->rules.push_back(
        {std::move(predicate.what), std::move(predicate.reads), std::move(predicate.holds)});
  }
  const std::size_t knobs = parts->space.knobs().size();
  parts->of_knob.resize(knobs);
  for (const Knob& knob : parts->space.knobs()) {
    parts->points *= static_cast<double>(knob.values.size());
  }
  for (std::vector<std::size_t>& set : linked(knobs, parts->rules)) {
    std::vector<const Rule*> rules;
    for (const Rule& rule : parts->rules) {
      if (rule.reads.empty() ? set.front() == 0
                             : std::binary_search(set.begin(), set.end(), rule.reads.front())) {
        rules.push_back(&rule);
      }
    }
    for (std::size_t place = 0; place < set.size(); ++place) {
      parts->of_knob[set[place]] = {parts->components.size(), place};
    }
    parts->components.emplace_back(parts->space, std::move(set), rules);
    const std::size_t rows = parts->components.back().rows();
    if (rows == 0) {
      std::string clash;
      for (const Rule* rule : smallest_conflict(parts->space, rules)) {
        clash += fmt::format("{}'{}'", clash.empty() ? "" : " and ", rule->what);
      }
      (parts->space.place() / "constraints").fail("a point that satisfies all", "none: " + clash);
    }
    parts->feasible *= static_cast<double>(rows);
  }
  parts_ = parts;
}

const Space& FeasibleSet::space() const { return parts_->space; }
double FeasibleSet::points() const { return parts_->points; }
double FeasibleSet::feasible() const { return parts_->feasible; }

bool FeasibleSet::contains(const Point& point) const {
  const auto& components = parts_->components;
  return std::all_of(components.begin(), components.end(),
                     [&](const Component& component) { return component.contains(point); });
}

std::string FeasibleSet::why_not(const Point& point) const {
  for (const Rule& rule : parts_->rules) {
    if (rule.holds(point)) continue;
    std::string values;
    const config::Document shown = parts_->space.show(point);
    std::string last;
    for (const std::size_t knob : rule.reads) {
      const std::string& family = parts_->space.knobs()[knob].family;
      if (family == last) continue;
      last = family;
      values += fmt::format(" {}={}", family, shown[family].dump());
    }
    return fmt::format("{} does not hold with{}", rule.what, values);
  }
  return "";
}

Point FeasibleSet::at(std::uint64_t rank) const {
  Point point(parts_->space.knobs().size(), 0);
  for (auto component = parts_->components.rbegin(); component != parts_->components.rend();
       ++component) {
    component->write(rank % component->rows(), point);
    rank /= component->rows();
  }
  return point;
}

Point FeasibleSet::sample(base::Rng& rng) const {
  Point point(parts_->space.knobs().size(), 0);
  for (const Component& component : parts_->components) {
    component.write(rng.below(component.rows()), point);
  }
  return point;
}

Point FeasibleSet::repair(const Point& point, base::Rng& rng) const {
  Point repaired = point;
  for (const Component& component : parts_->components) component.repair(repaired, rng);
  return repaired;
}

std::size_t FeasibleSet::parts() const { return parts_->components.size(); }
const std::vector<std::size_t>& FeasibleSet::knobs_of(std::size_t part) const {
  return parts_->components[part].knobs();
}
std::size_t FeasibleSet::rows(std::size_t part) const { return parts_->components[part].rows(); }
void FeasibleSet::write(std::size_t part, std::size_t row, Point& point) const {
  parts_->components[part].write(row, point);
}

void FeasibleSet::completions(const Point& prefix, std::size_t knob,
                              std::vector<double>& of_value) const {
  const auto [component, place] = parts_->of_knob[knob];
  of_value.resize(parts_->space.knobs()[knob].values.size());
  parts_->components[component].completions(prefix, place, of_value);
}

}  // namespace jacquard::search
