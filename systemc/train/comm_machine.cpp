// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/comm_machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/systems/reached.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::train {
namespace {

// A tree runs all-reduces alone, and halving-doubling no all-to-all: direct exchange stands in
// there, and rings in ASTRA-sim's modes.
collective::Algorithm as_kind(const collective::Algorithm& algorithm, workload::CollectiveKind kind,
                              engine::Mode mode) {
  using collective::Method;
  using workload::CollectiveKind;
  const bool tree = algorithm.method == Method::double_binary_tree;
  const bool halves = algorithm.method == Method::halving_doubling;
  const bool runs = kind == CollectiveKind::all_reduce ||
                    (!tree && !(halves && kind == CollectiveKind::all_to_all));
  if (runs) return algorithm;
  return {mode == engine::Mode::faithful ? Method::direct : Method::ring, 0};
}

std::array<engine::job::Algorithms, 4> algorithms_of(const TrainConfig& config,
                                                     const topology::Fabric& fabric) {
  std::array<engine::job::Algorithms, 4> of_kind;
  for (std::size_t k = 0; k < of_kind.size(); ++k) {
    const auto kind = static_cast<workload::CollectiveKind>(k);
    for (int d = 0; d < fabric.dimensions(); ++d) {
      const std::vector<std::string>& words = config.system.algorithm;
      const std::string word =
          words.empty() ? "ring"
                        : base::at(words, std::min<std::size_t>(static_cast<std::size_t>(d),
                                                                words.size() - 1));
      collective::Algorithm algorithm =
          as_kind(collective::algorithm_named(word, "system.algorithm"), kind, config.mode);
      if (algorithm.method == collective::Method::ring && config.mode == engine::Mode::faithful &&
          systems::sends_straight(config.system, kind, fabric.dimension(d).block)) {
        algorithm.method = collective::Method::direct;
      }
      of_kind[k].by_dimension.push_back(algorithm);
    }
  }
  return of_kind;
}

}  // namespace

// ASTRA-sim's modes and a stack's order know one way.
engine::step::CommMachine comm_machine(const TrainConfig& config, const topology::Fabric& fabric,
                                       bool on_stack, const engine::Rules& rules,
                                       engine::Origin origin) {
  engine::step::CommMachine machine;
  const bool faithful = config.mode == engine::Mode::faithful;
  machine.fabric = &fabric;
  machine.rules = rules;
  machine.algorithms = algorithms_of(config, fabric);
  machine.spread = config.spread.value_or(collective::Spread::blueconnect);
  machine.chunks = std::max(1, config.chunks);
  machine.usual = faithful && !on_stack && config.system.algorithm.empty() && !config.spread &&
                  config.chunks == 0;
  machine.astra = !faithful;
  machine.origin = std::move(origin);
  return machine;
}

void require_machine(const TrainConfig& config, const topology::Fabric& fabric,
                     const JobPlaces& places) {
  const config::Place place = places.of("system");
  systems::require_whole_nodes(config.system, fabric, place);
  if (config.system.network.placement != topology::NetworkConfig{}.placement) {
    (place / "network" / "placement")
        .fail("identity; --placement orders the axes of a step", config.system.network.placement);
  }
  const std::size_t algorithms = config.system.algorithm.size();
  if (algorithms > 1 && algorithms != static_cast<std::size_t>(fabric.dimensions())) {
    (place / "algorithm")
        .fail(fmt::format("one algorithm, or one for each of {} dimensions", fabric.dimensions()),
              std::to_string(algorithms));
  }
  if (config.counting == workload::Counting::macs && !config.system.npu.device.empty()) {
    places.of("counting").fail("flops, as laws of a device count multiply-adds twice", "macs");
  }
  if (config.mode == engine::Mode::faithful) return;
  if (fabric.npus() < 2) {
    (place / "network" / "topology").fail("two NPUs or more in ASTRA-sim's modes", "one");
  }
  if (config.mode == engine::Mode::astra_aware && run::is_closed_form(config.engine)) {
    places.of("mode").fail("faithful or astra-unaware on the analytic engine", "astra-aware");
  }
}

engine::Limits limits_of(const TrainConfig& config) {
  engine::Limits limits;
  limits.messages = static_cast<double>(config.most_messages);
  limits.memory = static_cast<double>(config.most_memory.count());
  limits.are_options = true;
  return limits;
}

}  // namespace jacquard::train
