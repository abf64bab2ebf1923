// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/run_energy.hpp"

#include "systemc/serve/paper_batch.hpp"

namespace jacquard::serve {

std::optional<base::Joules> energy_of(const Setup& setup, int npus, const energy::Work& work) {
  const Deployment& d = setup.deployment;
  const auto type = d.model.has_experts() ? d.precision.experts : d.precision.weights;
  std::optional<base::Joules> all = energy::serving_energy(d.device, npus, work, type);
  if (all && is_appliance(setup.config.system)) {
    all = *all + energy::pooled_way(setup.config.energy, work.bytes);
  }
  return all;
}

}  // namespace jacquard::serve
