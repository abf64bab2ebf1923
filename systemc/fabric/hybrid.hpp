// SPDX-License-Identifier: Apache-2.0
// Packets beside circuits: what is small goes by packets, which need no setting.
#pragma once

#include <memory>
#include <optional>

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/quantise.hpp"
#include "systemc/fabric/fabric.hpp"

namespace jacquard::systemc {

struct HybridConfig {
  double packet_share = 0.1;  // of each link's rate; the rest is the circuits'
  std::optional<base::Bytes> below;
};

// The noun `hybrid` of an experiment.
const config::FieldTable<HybridConfig>& hybrid_fields();

// The size below which an entry goes by packets, so that the bounds of both parts are as equal as
// can be: largest line sum at the packets' rate, and schedule::lower_bound() of the rest. At most
// 64 sizes of the demand are tried. 0: all goes by circuits.
base::Bytes best_threshold(const demand::DemandMatrix& demand, base::BitsPerSecond packets,
                           const demand::Quantisation& circuits);

class Hybrid final : public Fabric {
 public:
  struct Side {
    std::unique_ptr<Fabric> fabric;  // null: it has no rate
    base::BitsPerSecond rate{0};
  };
  // `counting`: how the circuits count their demand.
  Hybrid(Side circuits, Side packets, std::optional<base::Bytes> below,
         demand::Quantisation counting)
      : circuits_(std::move(circuits)),
        packets_(std::move(packets)),
        below_(below),
        counting_(counting) {}

  // Throws ConfigError for several flows of one pair, and as the two fabrics do.
  RunFigures run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) override;

 private:
  base::Bytes threshold(const demand::DemandMatrix& demand) const;

  Side circuits_, packets_;
  std::optional<base::Bytes> below_;
  demand::Quantisation counting_;
};

}  // namespace jacquard::systemc
