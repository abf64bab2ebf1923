// SPDX-License-Identifier: Apache-2.0
// Prompts and answers apart, around one switch: keys and values go from NPUs that prefill to NPUs
// that decode over a simulated fabric.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/serve/cluster/hand_over_carrier.hpp"
#include "systemc/serve/fabric_exchanges.hpp"

namespace jacquard::serve {

// So many instances of each side.
struct HandOverSides {
  int senders = 1, senders_npus = 1;
  int receivers = 1, receivers_npus = 1;

  int npus() const { return senders * senders_npus + receivers * receivers_npus; }
};

// What NPU sends what to which: the bytes are cut into a part for each NPU of the larger instance,
// so each NPU of the smaller one sends or receives as much. Ports of senders come first.
demand::DemandMatrix hand_over_demand(const HandOverSides& sides, std::size_t from, std::size_t to,
                                      base::Bytes bytes);

// Each transfer is a simulation of its own from an idle fabric, as instances have their links for
// themselves while it lasts. Where nothing fails, a transfer that comes again is not simulated
// again. What experts exchange is not on the fabric.
class FabricHandOver final : public HandOverCarrier {
 public:
  // Throws ConfigError as FabricExchanges does, and for options of experts' exchanges.
  FabricHandOver(const Setup& prefill, int prefill_instances, const Setup& decode,
                 int decode_instances, std::uint64_t seed);

  base::Picoseconds carry(std::size_t from, std::size_t to, base::Bytes bytes) override;

  // Sums over transfers that were simulated; `time`, `exchanges` and `moved` over all.
  const FabricFigures& figures() const { return figures_; }

 private:
  HandOverSides sides_;
  machine::Exchanger exchanger_;
  bool fails_;
  struct Carried {
    base::Picoseconds time{0};
    base::Bytes bytes{0};
  };
  std::map<std::tuple<std::size_t, std::size_t, std::int64_t>, Carried> known_;
  FabricFigures figures_;
};

}  // namespace jacquard::serve
