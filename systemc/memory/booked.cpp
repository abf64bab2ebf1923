// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/booked.hpp"

#include "jacquard/base/error.hpp"
#include "systemc/memory/ideal.hpp"

namespace jacquard::systemc {

std::unique_ptr<Booked> make_booked(const memory::MemoryConfig& config) {
  if (config.fidelity != memory::Fidelity::ideal) {
    config::Place{"memory", "/fidelity"}.fail("ideal", "another one");
  }
  return std::make_unique<Ideal>(config);
}

}  // namespace jacquard::systemc
