// SPDX-License-Identifier: Apache-2.0
// What NPUs' memories take of their power.
#pragma once

#include <optional>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::serve::energy {

// Of memories that read `bytes` in whole pages, while channels that carry `bandwidth` are refreshed
// and wait for `time`: the events of docs/memory.md.
base::Joules stream_energy(const memory::MemoryConfig& memory, base::BytesPerSecond bandwidth,
                           base::Seconds time, double bytes);

// Of the memories of `npus` of a device; nothing where their kind is not known.
std::optional<base::Joules> dram_energy(const cost::Device& device, int npus, base::Seconds time,
                                        double bytes);

}  // namespace jacquard::serve::energy
