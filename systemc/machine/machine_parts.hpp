// SPDX-License-Identifier: Apache-2.0
// Memories and links of a machine by a user's words.
#pragma once

#include <optional>
#include <string>

#include "jacquard/machine/detail.hpp"
#include "systemc/machine/exchange.hpp"
#include "systemc/machine/npu_memory.hpp"
#include "systemc/rounds/plane_network.hpp"

namespace jacquard::machine {

// Of each NPU; nothing for "". peak: a server of the bandwidth. Of a name of configs/memories as
// many stacks as come nearest to the bandwidth, each access booked when it comes (fidelity lt). Of
// one of configs/photonics a module in which the NPU keeps so much: its memories serve at their
// peak where the file says `at`, in lines of 256 KiB, and as many bytes are fetched at a time.
// Throws ConfigError for a name that is none.
std::optional<systemc::MemoryOfNpu> memory_of(const std::string& word,
                                              base::BytesPerSecond bandwidth,
                                              base::Bytes kept = base::Bytes{0});

// What a dimension is simulated as where the user leaves it open.
Detail resolved(Detail detail, const topology::Dimension& dimension);

// The links of a dimension, for messages of rounds. `detail` is resolved.
systemc::PlaneConfig plane_of(Detail detail, const ExchangeConfig& config);

}  // namespace jacquard::machine
