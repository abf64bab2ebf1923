// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/run_energy.hpp"

#include "systemc/serve/paper_batch.hpp"

namespace jacquard::serve {

std::optional<base::Joules> board_energy_of(const Setup& setup, int npus,
                                            const energy::Work& work) {
  const Deployment& d = setup.deployment;
  const auto type = d.model.has_experts() ? d.precision.experts : d.precision.weights;
  return energy::serving_energy(d.device, npus, work, type);
}

std::optional<base::Joules> energy_of(const Setup& setup, int npus, const energy::Work& work) {
  std::optional<base::Joules> all = board_energy_of(setup, npus, work);
  if (all && is_appliance(setup.config.system)) {
    all = *all + energy::pooled_way(setup.config.energy, work.bytes);
  }
  return all;
}

}  // namespace jacquard::serve
