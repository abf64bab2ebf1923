// SPDX-License-Identifier: Apache-2.0
// What the fidelities of memories are called in configurations and rows.
#pragma once

#include "jacquard/config/codec.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::memory {

inline config::Codec<Fidelity> fidelity_codec() {
  return config::choice(config::Words<Fidelity>{
      {"at", Fidelity::at}, {"lt", Fidelity::lt}, {"ideal", Fidelity::ideal}});
}

}  // namespace jacquard::memory
