// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/records.hpp"

#include <algorithm>

#include "jacquard/base/divide_up.hpp"

namespace jacquard::systemc {

using base::Picoseconds;

RunFigures figures_of(const Offer& offer, base::BitsPerSecond rate, int links) {
  RunFigures figures;
  figures.bytes_asked = offer.demand.total();
  const std::int64_t by_one = base::transfer_time(offer.demand.largest_line_sum(), rate).count();
  figures.bound = Picoseconds{base::divide_up(by_one, links)};
  return figures;
}

void record_flows(const Offer& offer, const std::vector<Picoseconds>& finish,
                  report::FabricRun& trace) {
  for (std::size_t k = 0; k < offer.flows.size(); ++k) {
    const demand::Flow& f = offer.flows[k];
    trace.flows.push_back({f.source, f.destination, f.size, f.start, finish[k]});
  }
}

report::LinkRecord link_record(std::string name, base::Bytes bytes, Picoseconds carried,
                               Picoseconds guard, Picoseconds paused, Picoseconds end) {
  const Picoseconds idle = std::max(end - (carried + guard + paused), Picoseconds{0});
  return {std::move(name), bytes, carried, guard, paused, idle};
}

}  // namespace jacquard::systemc
