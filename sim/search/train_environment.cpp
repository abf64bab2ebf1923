// SPDX-License-Identifier: Apache-2.0
#include "sim/search/train_environment.hpp"

#include <algorithm>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_object.hpp"
#include "sim/search/train_member.hpp"

namespace jacquard::searching {
namespace {

using config::Json;
using config::Place;
using search::Measured;
using search::Point;

enum Metric : std::size_t { kTime, kMemory, kBandwidth, kCost };

class TrainEnvironment : public search::Environment {
 public:
  TrainEnvironment(const search::Space& space, const Json& description, const Place& place)
      : space_(space) {
    const config::JsonObject object(description, {"verb", "base", "bind", "ensemble"}, place);
    const Json& base = object.at("base", "an object: keys of a job");
    const Json& bind = object.at("bind", "an object: texts of keys");
    if (!bind.is_object()) (place / "bind").fail("an object: texts of keys", config::brief(bind));
    std::vector<BoundKey> keys;
    for (const auto& [key, text] : bind.items()) {
      const Place at = place / "bind" / key;  // a job must have such a key
      config::json_of_override(key, "null", train::train_fields().infos(),
                               at.source + "#" + at.where);
      keys.push_back({key, TemplateText::read(text, at)});
    }
    find_workload_knobs(keys);
    if (!object.has("ensemble")) {
      add(base, keys, 1, place);
      return;
    }
    const Json& list = description["ensemble"];
    const Place at = place / "ensemble";
    if (!list.is_array() || list.empty()) at.fail("a list of steps", config::brief(list));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const config::JsonObject member(list[i], {"base", "bind", "weight"}, at / i);
      Json patched = base;
      patched.merge_patch(member.at("base", "an object: keys of a job"));
      const Json weight = list[i].value("weight", Json(1));
      if (!weight.is_number() || !(weight.get<double>() > 0) || !(weight.get<double>() < 1e9)) {
        (at / i / "weight").fail("a number above 0", config::brief(weight));
      }
      std::vector<BoundKey> own = keys;
      if (member.has("bind")) rebind(own, list[i]["bind"], at / i / "bind");
      add(patched, own, weight.get<double>(), place);
    }
  }

  const std::vector<std::string>& metrics() const override {
    static const std::vector<std::string> kNames = {"time_ps", "memory_bytes",
                                                    "bandwidth_bytes_per_s", "cost_dollars"};
    return kNames;
  }

  Measured evaluate(const Point& point) const override {
    try {
      const search::Bindings bindings = space_.bindings(point);
      TrainAnswer all;
      for (const Weighted& member : members_) {
        const TrainAnswer one = member.step->run(bindings);
        all.time_ps += member.weight * one.time_ps;
        all.memory_bytes = std::max(all.memory_bytes, one.memory_bytes);
        all.bandwidth_bytes_per_s = one.bandwidth_bytes_per_s;
        all.cost_dollars = one.cost_dollars;
      }
      return {"", {all.time_ps, all.memory_bytes, all.bandwidth_bytes_per_s, all.cost_dollars}};
    } catch (const base::ConfigError& error) {
      return {error.what(), {}};
    }
  }

  std::vector<search::Predicate> predicates() const override {
    return {{"the model and the batch split so, and the step fits into memory", workload_knobs_,
             [this](const Point& point) {
               try {
                 const search::Bindings bindings = space_.bindings(point);
                 for (const Weighted& member : members_) member.step->require_possible(bindings);
                 return true;
               } catch (const base::ConfigError&) {
                 return false;
               }
             }}};
  }

  config::Document effective(const Point& point) const override {
    const search::Bindings bindings = space_.bindings(point);
    const auto shown = [&](const Weighted& member) {
      return train::train_fields().show(member.step->config_of(bindings));
    };
    if (members_.size() == 1) return shown(members_.front());
    config::Document all = config::Document::array();
    for (const Weighted& member : members_) all.push_back(shown(member));
    return all;
  }

  bool quick() const override {
    return std::all_of(members_.begin(), members_.end(),
                       [](const Weighted& member) { return member.step->is_simple(); });
  }

  double metric_at_least(std::size_t metric, const Point& point,
                         const std::vector<bool>& fixed) const override {
    const auto is_fixed = [&](std::size_t knob) { return fixed[knob]; };
    if (metric != kTime || !std::all_of(workload_knobs_.begin(), workload_knobs_.end(), is_fixed)) {
      return 0;
    }
    const search::Bindings bindings = space_.bindings(point);
    double sum = 0;
    for (const Weighted& member : members_) {
      sum += member.weight * member.step->computing_ps(bindings);
    }
    return sum;
  }

 private:
  struct Weighted {
    std::unique_ptr<TrainMember> step;
    double weight = 1;
  };

  void add(const Json& base, const std::vector<BoundKey>& keys, double weight, const Place& place) {
    members_.push_back({std::make_unique<TrainMember>(base, keys, place), weight});
  }

  // Texts of a member's own in place of those of all.
  static void rebind(std::vector<BoundKey>& keys, const Json& bind, const Place& place) {
    if (!bind.is_object()) place.fail("an object: texts of keys", config::brief(bind));
    for (const auto& [name, text] : bind.items()) {
      const auto is_it = [&name = name](const BoundKey& key) { return key.name == name; };
      const auto found = std::find_if(keys.begin(), keys.end(), is_it);
      if (found == keys.end()) {
        (place / name).fail("a key that /environment/bind has too", "'" + name + "'");
      }
      found->text = TemplateText::read(text, place / name);
    }
  }

  // Knobs that the texts of a workload's keys read, through derived knobs too.
  void find_workload_knobs(const std::vector<BoundKey>& keys) {
    std::set<std::string> names;
    for (const BoundKey& key : keys) {
      if (part_of(key.name) != KeyPart::workload) continue;
      for (const std::string& name : key.text.reads()) add_name(name, names);
    }
    for (std::size_t k = 0; k < space_.knobs().size(); ++k) {
      if (names.count(space_.knobs()[k].family) != 0) workload_knobs_.push_back(k);
    }
  }
  void add_name(const std::string& name, std::set<std::string>& names) const {
    names.insert(name);
    for (const search::Derived& derived : space_.derived()) {
      if (derived.name != name) continue;
      for (const std::string& read : derived.expression.reads()) add_name(read, names);
    }
  }

  const search::Space& space_;
  std::vector<Weighted> members_;
  std::vector<std::size_t> workload_knobs_;
};

}  // namespace

std::unique_ptr<search::Environment> train_environment(const search::Space& space,
                                                       const Json& description,
                                                       const Place& place) {
  return std::make_unique<TrainEnvironment>(space, description, place);
}

}  // namespace jacquard::searching
