// SPDX-License-Identifier: Apache-2.0
// Energy of an output token by the part that takes it: the same keys of requests over time and of
// batches.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "systemc/serve/energy_parts.hpp"

namespace jacquard::serve {

template <class R, class Parts, class Tokens>
std::vector<report::Metric<R>> energy_metrics(const Parts& parts, const Tokens& tokens) {
  using M = report::Metric<R>;
  using report::Unit;
  const auto token = [parts, tokens](const char* key, auto get, const char* doc) {
    return M(
        key, Unit::j,
        [parts, tokens, get](const R& r) {
          const std::optional<base::Joules> energy = get(parts(r));
          if (!energy || tokens(r) <= 0) return std::optional<double>();
          return std::optional<double>(energy->count() / tokens(r));
        },
        doc);
  };
  const auto text = [parts](std::string EnergyParts::*what) {
    return [parts, what](const R& r) {
      const std::string& value = parts(r).*what;
      return value.empty() ? std::nullopt : std::optional<std::string>(value);
    };
  };
  using E = EnergyParts;
  return {
      M("interconnect", Unit::text, text(&E::interconnect),
        "--interconnect: whose power is counted."),
      token(
          "npu_energy_per_token_j", [](const E& e) { return e.npus; },
          "Of the NPUs' boards, without their memories where these are known; of an output token, "
          "as all these."),
      token(
          "memory_energy_per_token_j", [](const E& e) { return e.memories; },
          "Of the NPUs' memories, by the energies of their kind."),
      token(
          "link_energy_per_token_j", [](const E& e) { return e.links; },
          "--interconnect: of transceivers or other ends of links, which are on all the time."),
      token(
          "switch_energy_per_token_j", [](const E& e) { return e.a_switch; },
          "--interconnect: of the switch, which is on all the time."),
      token(
          "scheduler_energy_per_token_j", [](const E& e) { return e.scheduler; },
          "--fabric circuit: of the core that decides, whose clock is never gated."),
      token(
          "known_energy_per_token_j", [](const E& e) { return e.all(); },
          "Of all these parts that are known."),
      token(
          "moved_energy_per_token_j", [](const E& e) { return e.moved; },
          "--fabric with --interconnect: of links and switch, if only bits that were exchanged "
          "took "
          "energy."),
      M("energy_left_out", Unit::text, text(&E::left_out),
        "What of these parts is not known, and why."),
      M("energy_assumed", Unit::text, text(&E::assumed),
        "Where power goes beyond what its source says, or the run beyond what the switch does."),
  };
}

// "An output token takes 1.2 J: 1 J in NPUs, ...; left out: ...".
std::string energy_sentence(const EnergyParts& parts, double tokens);

}  // namespace jacquard::serve
