// SPDX-License-Identifier: Apache-2.0
#include "sim/search/train_environment.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/topology/cost.hpp"
#include "sim/search/template_text.hpp"
#include "sim/train/run_step.hpp"

namespace jacquard::searching {
namespace {

using config::Json;
using config::Place;
using search::Measured;
using search::Point;
using train::TrainConfig;

struct Key {
  std::string name;
  TemplateText text;
};

class TrainEnvironment : public search::Environment {
 public:
  TrainEnvironment(const search::Space& space, const Json& description, const Place& place)
      : space_(space), place_(place) {
    const config::JsonObject object(description, {"verb", "base", "bind"}, place);
    train::train_fields().read(base_, object.at("base", "an object: keys of a job"),
                               place / "base");
    const Json& bind = object.at("bind", "an object: texts of keys");
    if (!bind.is_object()) (place / "bind").fail("an object: texts of keys", config::brief(bind));
    for (const auto& [key, text] : bind.items()) {
      keys_.push_back({key, TemplateText::read(text, place / "bind" / key)});
    }
  }

  const std::vector<std::string>& metrics() const override {
    static const std::vector<std::string> kNames = {"time_ps", "memory_bytes",
                                                    "bandwidth_bytes_per_s", "cost_dollars"};
    return kNames;
  }

  Measured evaluate(const Point& point) const override {
    try {
      const TrainConfig config = config_of(point);
      train::Step step = train::without_program(config, {place_.source, place_.where});
      if (!config.ignore_memory && !train::fits(step)) return {"it does not fit into memory", {}};
      train::add_program(step);
      base::Picoseconds time{0};
      if (config.engine == "analytic") {
        engine::step::ListSchedule schedule;
        time = train::analytic_time(step, schedule);
      } else {
        time = train::run_step(step).time;
      }
      return {"",
              {static_cast<double>(time.count()), memory_of(step), bandwidth_of(step),
               dollars_of(step)}};
    } catch (const base::ConfigError& error) {
      return {error.what(), {}};
    }
  }

  // The memory of a step is that of its workload: of knobs that `parallel` and the like read.
  std::vector<search::Predicate> predicates() const override {
    std::set<std::string> names;
    for (const Key& key : keys_) {
      if (key.name.rfind("system", 0) == 0 || key.name == "order" || key.name == "chunks" ||
          key.name == "spread") {
        continue;
      }
      for (const std::string& name : key.text.reads()) add_knobs(name, names);
    }
    std::vector<std::size_t> reads;
    for (std::size_t k = 0; k < space_.knobs().size(); ++k) {
      if (names.count(space_.knobs()[k].family) != 0) reads.push_back(k);
    }
    return {
        {"the model and the batch split so, and the step fits into memory", reads,
         [this](const Point& point) {
           try {
             const TrainConfig config = config_of(point);
             const train::Step step = train::without_program(config, {place_.source, place_.where});
             return config.ignore_memory || train::fits(step);
           } catch (const base::ConfigError&) {
             return false;
           }
         }}};
  }

  config::Document effective(const Point& point) const override {
    return train::train_fields().show(config_of(point));
  }

 private:
  void add_knobs(const std::string& name, std::set<std::string>& names) const {
    for (const search::Derived& derived : space_.derived()) {
      if (derived.name != name) continue;
      for (const std::string& read : derived.expression.reads()) add_knobs(read, names);
    }
    names.insert(name);
  }

  TrainConfig config_of(const Point& point) const {
    const search::Bindings bindings = space_.bindings(point);
    TrainConfig config = base_;
    for (const Key& key : keys_) {
      train::train_fields().set(config, key.name, key.text.of(bindings),
                                place_.source + (place_ / "bind" / key.name).where);
    }
    return config;
  }

  static double memory_of(const train::Step& step) {
    double most = 0;
    for (const workload::Memory& memory : step.memory) {
      most = std::max(most, static_cast<double>(memory.total().count()));
    }
    return most;
  }

  static double bandwidth_of(const train::Step& step) {
    double sum = 0;
    for (int d = 0; d < step.fabric.dimensions(); ++d) {
      sum += topology::npu_bandwidth(step.fabric.dimension(d)).count();
    }
    return sum;
  }

  static double dollars_of(const train::Step& step) {
    try {
      return static_cast<double>(
          topology::dollars(topology::total(topology::network_cost(step.fabric))));
    } catch (const base::ConfigError&) {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }

  const search::Space& space_;
  Place place_;
  TrainConfig base_;
  std::vector<Key> keys_;
};

}  // namespace

std::unique_ptr<search::Environment> train_environment(const search::Space& space,
                                                       const Json& description,
                                                       const Place& place) {
  return std::make_unique<TrainEnvironment>(space, description, place);
}

}  // namespace jacquard::searching
