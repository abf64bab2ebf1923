// SPDX-License-Identifier: Apache-2.0
// Serving in the loop: what experts of each step exchange, drawn, decided and carried while the
// batch waits.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/machine/drawn_routing.hpp"
#include "jacquard/serve/expert_carrier.hpp"
#include "jacquard/tool/journal.hpp"
#include "systemc/machine/two_tiers.hpp"
#include "systemc/serve/named_fabric.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// Of racks that a second tier joins: sums over exchanges that were simulated.
struct TierFigures {
  int racks = 1;
  std::string rail_fabric;
  base::Picoseconds time{0};
  base::Picoseconds rails{0};     // of the longest rail of each
  base::Picoseconds switches{0};  // of the switch that is busy longest in each
  base::Bytes rail_bytes{0};
};

// Of all steps so far. Sums over exchanges that were simulated; `time`, `exchanges` and `moved`
// over all.
struct FabricFigures {
  std::int64_t steps = 0;
  std::int64_t exchanges = 0;
  std::int64_t simulated = 0;
  std::int64_t decisions = 0;
  base::Picoseconds decision{0}, guard{0};
  base::Picoseconds wait{0};  // beyond the bound
  base::Picoseconds time{0};
  base::Picoseconds saved{0};  // of all, by experts that begin early; less than 0: lost
  base::Bytes bytes{0}, bytes_lost{0};
  base::Bytes moved{0};
  std::uint64_t schedule_hash = 0;
  // Exchanges of these that met a fault; none where none were asked for.
  std::optional<std::int64_t> struck;
  std::optional<TierFigures> tiers;
  double busiest = 0;  // sum over steps, of ExpertStep
};

// Requests' tokens lie evenly on the NPUs of their group. Each token goes once to each of its top_k
// experts, in fp8 with a scale of 4 bytes for 128 values, and comes back in bf16 (DeepEP's
// low-latency kernels); over several racks as machine::TierTokens has it. Layers of a step are
// simulated side by side in worker processes; the answer does not depend on their number.
class FabricExchanges final : public ExpertCarrier {
 public:
  struct Options {
    std::uint64_t seed = 1;
    int workers = 0;  // 0: as many as the machine has
    std::function<void(std::int64_t step)> progress;
  };
  // Throws ConfigError for a model without experts, pipeline stages, experts that do not lie on all
  // NPUs, more ports than a scheduler has, what several racks have not, and as Exchanger,
  // DrawnRouting and Journal do.
  FabricExchanges(const Setup& setup, const Options& options);

  ExpertStep carry(base::Span<const StepLoad> groups) override;

  const FabricFigures& figures() const { return figures_; }

 private:
  struct Layer;
  struct Pair;
  std::int64_t bytes_there() const;
  std::int64_t bytes_back() const;
  Pair carry_pair(const std::vector<std::int64_t>& tokens, int layer, std::uint64_t step,
                  std::shared_ptr<const systemc::LeftBehind> last);
  std::shared_ptr<const systemc::LeftBehind> left_before(const std::vector<std::int64_t>& tokens,
                                                         int layer, std::uint64_t step);
  Layer simulate_racks(const std::vector<std::int64_t>& tokens, int layer, std::uint64_t step);
  Layer simulate(const std::vector<std::int64_t>& tokens, int layer, std::uint64_t step);
  base::Picoseconds saved_by_start(const std::vector<std::int64_t>& choices,
                                   const machine::Exchanged& dispatch, std::int64_t bytes) const;
  std::optional<std::vector<std::int64_t>> foreseen(const std::vector<std::int64_t>& tokens,
                                                    int layer, std::uint64_t step) const;
  std::vector<Layer> layers_of(const std::vector<std::int64_t>& tokens);

  Deployment deployment_;
  Options options_;
  int ranks_;
  int layers_;                  // with experts
  std::vector<int> simulated_;  // of them
  machine::DrawnRouting routing_;
  std::optional<machine::Exchanger> exchanger_;  // of one switch
  std::optional<machine::TwoTiers> tiers_;       // of several racks, in its place
  machine::Decide decide_;
  bool keeps_;
  machine::ExpertStart start_;
  std::deque<std::vector<std::int64_t>> former_;  // tokens of steps before, the latest last
  std::unique_ptr<tool::Journal> journal_;
  FabricFigures figures_;
};

}  // namespace jacquard::serve
