// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "jacquard/memory/access.hpp"
#include "jacquard/memory/figures.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::systemc {

// A memory that knows when an access ends as soon as the access comes.
class Booked {
 public:
  virtual ~Booked() = default;
  // When the last byte of an access that comes at `at` has moved. `at` may be before that of an
  // earlier call. Requires an access within the memory.
  virtual base::Picoseconds book(const memory::Access& access, base::Picoseconds at) = 0;
  // When that access had entered the memory: the initiator's next one enters no earlier.
  virtual base::Picoseconds entered() const = 0;
  // Without latencies.
  virtual memory::Figures figures(base::Picoseconds now) const = 0;
};

// Requires fidelity lt or ideal.
std::unique_ptr<Booked> make_booked(const memory::MemoryConfig& config);

}  // namespace jacquard::systemc
