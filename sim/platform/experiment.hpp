// SPDX-License-Identifier: Apache-2.0
// What experiments on parts of the platform (memories, photonic modules, NPUs) have in common: a
// title, variants, a sweep, and runs side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/report/metric_table.hpp"
#include "systemc/experiment/set_of_variant.hpp"
#include "systemc/experiment/sweep.hpp"

namespace jacquard::platform {

// The same with these keys changed. What a variant says wins over the sweep.
struct Variant {
  std::string name;
  std::vector<std::string> set;  // "key=value" each
};

// A base of each family's configuration.
struct Experiment {
  std::string kind;
  std::string title;
  std::vector<Variant> variants;  // none: one, without a name
  experiment::Sweep sweep;
};

config::Codec<Variant> variant_codec();

// The keys of that base; a family's table begins with them. `kind`: the family's.
template <class Config>
std::vector<config::Field<Config>> experiment_fields_of(const char* kind) {
  return {
      config::field<Config>(
          "kind", [](auto& c) -> auto& { return c.kind; },
          config::choice(config::Words<std::string>{{kind, kind}}), "What is simulated."),
      config::field<Config>(
          "title", [](auto& c) -> auto& { return c.title; }, config::text("a title"),
          "Heads the report."),
      config::field<Config>(
          "variants", [](auto& c) -> auto& { return c.variants; }, config::list(variant_codec()),
          "What is compared, in the order of the rows; none: the experiment itself."),
      config::nested<Config>(
          "sweep", [](auto& c) -> auto& { return c.sweep; }, experiment::sweep_fields()),
  };
}

// One variant at one point of the sweep.
template <class Config>
struct Case {
  std::string variant;  // "" for none
  std::string point;    // the swept key's value, "" for none
  Config config;
};

// Every variant at every point, variants innermost. Throws ConfigError for a key or value that is
// none.
template <class Config>
std::vector<Case<Config>> cases_of(const Config& config, const config::FieldTable<Config>& table) {
  const std::vector<Variant> variants =
      config.variants.empty() ? std::vector<Variant>{{}} : config.variants;
  std::vector<Case<Config>> cases;
  for (const std::string& point : experiment::points_of(config.sweep)) {
    for (const Variant& variant : variants) {
      Case<Config> one{variant.name, point, config};
      const std::string& key = config.sweep.key;
      if (!key.empty()) table.set(one.config, key, point, "sweep/" + key);
      for (const std::string& assignment : variant.set) {
        experiment::set_of_variant(table, assignment, "variants/" + variant.name, one.config);
      }
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

// What a user asked of an experiment.
struct Question {
  std::string path;              // of the experiment's file
  std::vector<std::string> set;  // "key=value" each
  std::string requests;          // a trace of requests, "" for none
  std::string out;               // folder for files, "" for none
  std::uint64_t seed = 1;
  int threads = 0;
};

// Ends the sweep where one of `set` gives its key a value: the user's word wins.
void drop_sweep_of(const std::vector<std::string>& set, experiment::Sweep& sweep);

// The experiment as the user changed it.
template <class Config>
Config resolved(const config::FieldTable<Config>& table, const Question& question) {
  Config config = config::read_config(table, question.path);
  drop_sweep_of(question.set, config.sweep);
  for (const std::string& assignment : question.set) table.set(config, assignment);
  return config;
}

// Calls evaluate(i) for i in 0 .. count - 1 in worker processes, with progress on stderr, and gives
// the rows in the order of the cases.
std::vector<report::Printed> run_cases(
    std::int64_t count, int threads,
    const std::function<report::Printed(std::int64_t index)>& evaluate);

// What a question came to.
struct Answer {
  config::Document effective;         // the configuration that decided it
  std::vector<report::Printed> rows;  // one for each case, in their order
};

// `row_of` makes the row of a case, in a worker process.
template <class Config, class RowOf>
Answer answer_of(const config::FieldTable<Config>& table, const Config& config,
                 const std::vector<Case<Config>>& cases, int threads, RowOf&& row_of) {
  return {table.show(config),
          run_cases(static_cast<std::int64_t>(cases.size()), threads,
                    [&](std::int64_t index) { return row_of(base::at(cases, index)); })};
}

}  // namespace jacquard::platform
