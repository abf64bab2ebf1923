// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/acknowledgements.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::systemc {

demand::DemandMatrix with_acknowledgements(const demand::DemandMatrix& data,
                                           const Framing& framing) {
  if (framing.ack.count() == 0) return data;
  demand::DemandMatrix all(data.ports());
  for (int i = 0; i < data.ports(); ++i) {
    for (int j = 0; j < data.ports(); ++j) {
      const std::int64_t own = data.at(i, j).count();
      const std::int64_t acks = framing.acks_as_payload(data.at(j, i).count());
      if (acks > demand::kMaxEntry.count() - own) {
        throw base::ConfigError(
            {"circuit/charge_acks", "",
             "at most " + config::show_quantity(demand::kMaxEntry) +
                 " with acknowledgements from one port to another",
             "more from " + std::to_string(i) + " to " + std::to_string(j),
             "a larger fabric.mtu or smaller fabric.ack_bytes, or circuit.charge_acks=false"});
      }
      all.set(i, j, base::Bytes{own + acks});
    }
  }
  return all;
}

}  // namespace jacquard::systemc
