// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/sentence.hpp"

#include <fmt/format.h>

#include "jacquard/report/html/text.hpp"
#include "jacquard/rounds/names.hpp"
#include "sim/collective/compare_rows.hpp"
#include "systemc/collective/bound.hpp"
#include "systemc/collective/compare.hpp"

namespace jacquard::run {
namespace {

// Where a bound is known: of all NPUs, with a like share of the data each and sums of their own.
std::string over_bound(const CollectiveConfig& config, const topology::Network& network,
                       const Work& work, base::Picoseconds time) {
  if (rounds::first_cast(work.graph) >= 0) return "";
  const bool everyone = config.involved.empty() && config.demand.empty();
  if (!everyone || !network.fabric || config.mode != engine::Mode::faithful) return "";
  const base::Picoseconds bound = lower_bound(config.kind, config.bytes, *network.fabric);
  if (bound.count() <= 0) return "";
  return fmt::format(", {:.3g} times the {} that no algorithm beats", time / bound,
                     report::time_text(bound));
}

}  // namespace

std::string words_of_run(const CollectiveConfig& config, const topology::Network& network,
                         const Work& work, const engine::Result& result) {
  const std::string time = report::time_text(result.time);
  if (!work.request) {
    return fmt::format("The rounds of {} take {} on {} NPUs.", work.file, time, network.npus());
  }
  if (work.by_law) {
    return fmt::format("{} of {} on {} NPUs takes {} as NCCL does it inside a node ({}).",
                       rounds::name_of(config.kind), report::size_text(config.bytes),
                       work.request->members(), time, work.graph.collectives.front().algorithm);
  }
  const bool all_reduce = config.kind == rounds::CollectiveKind::all_reduce;
  const bool spread = all_reduce && work.request->shape.digits() > 1;
  const std::string how =
      config.kind == rounds::CollectiveKind::send
          ? ""
          : " by " + words_for({config.algorithm, config.spread, config.chunks}, spread);
  const std::string data =
      config.demand.empty() ? report::size_text(config.bytes) : "the demand " + config.demand;
  return fmt::format("{} of {} on {} NPUs takes {}{}{}.", rounds::name_of(config.kind), data,
                     network.npus(), time, how, over_bound(config, network, work, result.time));
}

}  // namespace jacquard::run
