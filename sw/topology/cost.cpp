// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/cost.hpp"

#include <cmath>
#include <limits>

#include "jacquard/topology/shape_text.hpp"

namespace jacquard::topology {
namespace {

__extension__ using Wide = __int128;

struct Class {
  const char* name;
  const Prices* prices;
};

std::vector<Class> classes(const Fabric& fabric, const NetworkPrices& p) {
  const Class chiplet{"chiplet", &p.chiplet}, package{"package", &p.package}, node{"node", &p.node},
      pod{"pod", &p.pod};
  switch (fabric.dimensions()) {
    case 1:
      return {package};
    case 2:
      return {package, pod};
    case 3:
      return {package, node, pod};
    case 4:
      return {chiplet, package, node, pod};
    default:
      config::Place{"topology", ""}.fail("at most 4 dimensions, as more have no prices",
                                         std::to_string(fabric.dimensions()));
  }
}

Cents switch_price(const Dimension& dimension, const Class& where, std::size_t d) {
  if (dimension.block == Block::switched && where.prices->switch_port) {
    return *where.prices->switch_port;
  }
  in_dimension({"topology", ""}, d)
      .fail("a block with a price",
            block_name(dimension.block) + " in the class " + std::string(where.name));
}

}  // namespace

std::vector<DimensionCost> network_cost(const Fabric& fabric, const NetworkPrices& prices) {
  const std::vector<Class> where = classes(fabric, prices);
  std::vector<DimensionCost> all;
  Wide sum = 0;
  for (std::size_t d = 0; d < where.size(); ++d) {
    const Dimension& dimension = fabric.all()[d];
    const Prices& price = *where[d].prices;
    const std::int64_t npus = fabric.npus();
    DimensionCost cost;
    cost.place = where[d].name;
    cost.links = npus * ports_of(dimension.block, dimension.size);
    Wide per_unit = 0;
    if (has_switch(dimension.block) && dimension.size > 1) {
      cost.links *= 2;
      cost.switch_ports = npus;
      const Cents port = switch_price(dimension, where[d], d);
      per_unit = Wide{npus} * (port.count() + price.nic.count());
    }
    per_unit += Wide{cost.links} * price.link.count();
    // Whole numbers throughout, so that the answer does not hang on the last bit of a double.
    const auto bandwidth = static_cast<std::int64_t>(std::floor(dimension.bandwidth.count()));
    const auto unit = static_cast<std::int64_t>(std::floor(prices.unit.count()));
    const Wide cents = per_unit * bandwidth / unit;
    sum += cents;
    if (sum > std::numeric_limits<std::int64_t>::max()) {
      in_dimension({"topology", ""}, d).fail("a network of less than 2^63 cents", "more");
    }
    cost.cost = Cents{static_cast<std::int64_t>(cents)};
    all.push_back(std::move(cost));
  }
  return all;
}

Cents total(const std::vector<DimensionCost>& dimensions) {
  Cents sum;
  for (const DimensionCost& d : dimensions) sum += d.cost;
  return sum;
}

std::int64_t dollars(Cents cents) { return cents.count() / 100; }

}  // namespace jacquard::topology
