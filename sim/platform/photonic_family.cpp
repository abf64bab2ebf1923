// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/photonic_family.hpp"

#include "jacquard/config/composed.hpp"
#include "sim/platform/needed_hits.hpp"
#include "sim/platform/photonic_metrics.hpp"

namespace jacquard::platform {
namespace {

using Case = platform::Case<PhotonicExperiment>;

void require_consistent(const PhotonicExperiment& config, const config::Place& place) {
  systemc::require_consistent(config.module, place / "module");
  systemc::ModuleTraffic traffic = config.traffic;
  if (config.find_hit_rate) traffic.hit_share = 0;
  systemc::require_consistent(traffic, config.module, place / "traffic");
  if (config.find_hit_rate && config.traffic.read_share < 1) {
    (place / "find_hit_rate")
        .fail("false for traffic that writes: DDR bounds writes at any hit rate", "true");
  }
}

report::Printed row_of(const Case& one, std::uint64_t seed) {
  const PhotonicExperiment& config = one.config;
  if (!config.find_hit_rate) {
    return photonic_metrics()(
        photonic_row(one.variant, one.point, config.module, config.traffic,
                     systemc::run_module(config.module, config.traffic, seed)));
  }
  NeededHits found = needed_hits(config.module, config.traffic, seed);
  PhotonicRow row =
      photonic_row(one.variant, one.point, config.module, config.traffic, std::move(found.figures));
  row.needed_hit_rate = found.rate;
  row.closed_form_hit_rate = found.closed_form;
  row.ddr_saturated = found.ddr;
  return photonic_metrics()(row);
}

Answer run(const Question& question) {
  const auto& table = photonic_experiment_fields();
  const PhotonicExperiment config = resolved(table, question);
  const auto cases = cases_of(config, table);
  for (const Case& one : cases) {
    require_consistent(one.config, config::Place{question.path, ""});
  }
  return answer_of(table, config, cases, question.threads,
                   [&](const Case& one) { return row_of(one, question.seed); });
}

std::vector<report::RowKind> rows() { return {photonic_metrics().kind()}; }

}  // namespace

const config::FieldTable<PhotonicExperiment>& photonic_experiment_fields() {
  using config::field;
  using C = PhotonicExperiment;
  static const config::FieldTable<C> table(
      "photonic_experiment", "Accesses to a photonic module, simulated by the cycle engine.", [] {
        auto fields = experiment_fields_of<C>("photonic");
        fields.push_back(config::composed<C>(
            "module", [](auto& c) -> auto& { return c.module; }, systemc::module_fields(),
            systemc::kModules));
        fields.push_back(config::nested<C>(
            "traffic", [](auto& c) -> auto& { return c.traffic; },
            systemc::module_traffic_fields()));
        fields.push_back(field<C>(
            "find_hit_rate", [](auto& c) -> auto& { return c.find_hit_rate; }, config::boolean(),
            "Looks for the smallest hit rate that keeps the port full, in place of "
            "traffic.hit_share."));
        return fields;
      }());
  return table;
}

Family photonic_family() { return {"photonic", run, rows}; }

}  // namespace jacquard::platform
