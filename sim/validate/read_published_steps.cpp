// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/composed.hpp"
#include "jacquard/config/json_reader.hpp"
#include "sim/validate/training.hpp"

namespace jacquard::validate {
namespace {

using config::field;

struct File {
  std::vector<config::Json> cases;
};

struct Case {
  std::string model;
  std::string source;
  config::Json job;
  std::optional<double> flops_per_s;
  std::optional<double> seconds;
  bool with_recomputation = false;
};

constexpr double kMost = 1e18;

const config::FieldTable<Case>& case_fields() {
  static const config::FieldTable<Case> table(
      "published_step", "A training step that was measured.",
      {
          field<Case>(
              "model", [](auto& c) -> auto& { return c.model; }, config::text("text"),
              "As its source calls it."),
          field<Case>(
              "source", [](auto& c) -> auto& { return c.source; }, config::text("text"),
              "Where it is published."),
          field<Case>(
              "job", [](auto& c) -> auto& { return c.job; },
              config::noun_of_variant(train::train_fields(), "jobs"), "The step."),
          field<Case>(
              "published_flops_per_s", [](auto& c) -> auto& { return c.flops_per_s; },
              config::optional(config::real_number(1, kMost)), "Of a GPU."),
          field<Case>(
              "published_s", [](auto& c) -> auto& { return c.seconds; },
              config::optional(config::real_number(1e-6, kMost)), "Of a step."),
          field<Case>(
              "counted", [](auto& c) -> auto& { return c.with_recomputation; },
              config::choice<bool>({{"model", false}, {"with_recomputation", true}}),
              "Whether the published FLOPs count what is recomputed."),
      });
  return table;
}

}  // namespace

std::vector<PublishedStep> read_published_steps(const std::string& path) {
  const config::Json json = config::read_json(path);
  const config::Place place{path, ""};
  const auto cases = json.is_object() ? json.find("cases") : json.end();
  if (!json.is_object() || cases == json.end() || !cases->is_array()) {
    (place / "cases").fail("a list of published steps", config::brief(json));
  }
  std::vector<PublishedStep> steps;
  for (std::size_t i = 0; i < cases->size(); ++i) {
    const config::Place at = place / "cases" / i;
    Case c;
    case_fields().read(c, (*cases)[i], at);
    if (c.flops_per_s.has_value() == c.seconds.has_value()) {
      at.fail("one of published_flops_per_s and published_s", c.seconds ? "both" : "none");
    }
    PublishedStep step{
        c.model, c.source, {}, at / "job", c.flops_per_s, c.seconds, {}, c.with_recomputation, {}};
    train::train_fields().read(step.job, c.job, step.place);
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace jacquard::validate
