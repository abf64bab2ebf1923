// SPDX-License-Identifier: Apache-2.0
// What a network costs (COSMIC s6.1, with the prices its paper omits): dollars per GB/s of each
// link, switch port and NIC, by the class of dimension it is in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::topology {

using Cents = base::Quantity<struct CentsUnit, std::int64_t>;

// For a bandwidth of NetworkPrices::unit.
struct Prices {
  Cents link;                        // of one directed link
  std::optional<Cents> switch_port;  // none: no such switch has a price
  Cents nic;                         // of each NPU on a switch
};

struct NetworkPrices {
  Prices chiplet{Cents{200}, std::nullopt, Cents{0}};
  Prices package{Cents{400}, Cents{1300}, Cents{0}};
  Prices node{Cents{400}, Cents{1300}, Cents{0}};
  Prices pod{Cents{780}, Cents{1800}, Cents{3160}};
  base::BytesPerSecond unit{std::int64_t{1} << 30};  // COSMIC's GB/s, as its simulator counts
};

struct DimensionCost {
  std::string place;       // "chiplet", "package", "node" or "pod"
  std::int64_t links = 0;  // directed
  std::int64_t switch_ports = 0;
  Cents cost;  // rounded down
};

// A fabric of one dimension is in the package; of two, package and pod; of three, package, node and
// pod; of four, chiplet, package, node and pod. A link's bandwidth counts in whole B/s, rounded
// down. Throws ConfigError for more dimensions, for a switch without a price (on a chiplet, or a
// circuit switch anywhere), and beyond 2^63 cents.
std::vector<DimensionCost> network_cost(const Fabric& fabric, const NetworkPrices& prices = {});
Cents total(const std::vector<DimensionCost>& dimensions);

// Whole dollars, rounded down.
std::int64_t dollars(Cents cents);

}  // namespace jacquard::topology
