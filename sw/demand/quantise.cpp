// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/quantise.hpp"

#include <vector>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::demand {
namespace {

std::int64_t largest_count(int bits) { return (std::int64_t{1} << bits) - 1; }

int bits_for(std::int64_t count) {
  int bits = 1;
  while (largest_count(bits) < count) ++bits;
  return bits;
}

// "1 us at 800 Gb/s"
std::string slot_text(const Quantisation& how) {
  if (!how.slot) return config::show_quantity(*how.quantum);
  return config::show_quantity(*how.slot) + " at " + config::show_quantity(how.rate);
}

base::Bytes quantum_of_slot(const Quantisation& how) {
  const base::Bytes quantum = base::bytes_carried(*how.slot, how.rate);
  if (quantum < base::Bytes{1}) {
    throw base::ConfigError(
        {"slot", "", "a slot in which the link carries at least a byte", slot_text(how), ""});
  }
  return quantum;
}

void require_bits(std::int64_t largest, base::Bytes quantum, const Quantisation& how) {
  if (!how.bits || largest <= largest_count(*how.bits)) return;
  throw base::ConfigError({"bits", "",
                           "at least " + std::to_string(bits_for(largest)) +
                               " bits, as the largest entry is " + std::to_string(largest) +
                               " quanta of " + config::show_quantity(quantum) + " (a slot of " +
                               slot_text(how) + ")",
                           std::to_string(*how.bits), ""});
}

}  // namespace

QuantaMatrix quantise(const DemandMatrix& demand, const Quantisation& how) {
  JQ_CHECK(!how.bits || (*how.bits >= 1 && *how.bits <= 62), "bits are within bounds");
  SlotClock clock;
  clock.rate = how.rate;
  clock.slot = how.slot;
  clock.guard = how.guard;
  clock.guard_per = how.guard_per;
  clock.forward = how.forward;
  const std::int64_t largest = demand.largest_entry().count();
  if (how.quantum || how.slot) {
    clock.quantum = how.quantum ? *how.quantum : quantum_of_slot(how);
    require_bits(base::divide_up(largest, clock.quantum.count()), clock.quantum, how);
  } else if (how.bits && largest > 0) {
    clock.quantum = base::Bytes{base::divide_up(largest, largest_count(*how.bits))};
  }
  std::vector<std::int64_t> counts;
  counts.reserve(demand.row_major().size());
  for (const std::int64_t bytes : demand.row_major()) {
    counts.push_back(base::divide_up(bytes, clock.quantum.count()));
  }
  return {demand.ports(), std::move(counts), clock};
}

}  // namespace jacquard::demand
