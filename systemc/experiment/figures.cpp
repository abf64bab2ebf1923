// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/figures.hpp"

#include "systemc/experiment/fabric_kind.hpp"

namespace jacquard::experiment {
namespace {

using config::Json;
using report::Unit;

// What a journal keeps of every run.
const report::MetricTable<RunFigures>& kept_of_all() {
  using R = RunFigures;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "", "A run.",
      {
          M::kept("completion_ps", Unit::ps, &R::completion, "Time to the last byte."),
          M::kept("bytes_asked", Unit::bytes, &R::bytes_asked, "To be sent."),
          M::kept("bytes_delivered", Unit::bytes, &R::bytes_delivered, "Received."),
          M::kept("bytes_resent", Unit::bytes, &R::bytes_resent, "Sent again."),
          M::kept("bound_ps", Unit::ps, &R::bound, "Largest line sum at the link rate."),
          M::kept("events", Unit::count, &R::events, "Events."),
          M::kept("wall_s", Unit::s, &R::wall_s, "What it took on this machine."),
          M::kept("flow_times_ps", Unit::ps, &R::flow_times, "Of each flow, from its start."),
      });
  return table;
}

constexpr const char* kOwn = "own";  // what only the kind of fabric has

}  // namespace

double efficiency(base::Picoseconds bound, base::Picoseconds completion) {
  return completion.count() == 0 ? 1.0 : bound / completion;
}

Json figures_json(const RunFigures& figures, const KindFigures& kind) {
  Json json = kept_of_all().json(figures);
  if (const auto own = kind.kept(figures)) json[kOwn] = *own;
  return json;
}

RunFigures read_figures(const Json& json, const KindFigures& kind, const std::string& source) {
  RunFigures figures;
  try {
    kept_of_all().read(figures, json);
    if (json.contains(kOwn)) kind.read(json[kOwn], figures);
  } catch (const nlohmann::json::exception&) {
    config::Place{source, ""}.fail("the figures of a run", config::brief(json));
  }
  return figures;
}

}  // namespace jacquard::experiment
