// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/slot_duration.hpp"

#include <cmath>

#include "jacquard/base/bandwidth.hpp"

namespace jacquard::demand {

base::Picoseconds SlotDuration::transfer() const {
  return base::transfer_time(smallest_transfer, rate);
}

base::Picoseconds SlotDuration::total() const {
  return base::plus(transfer(), base::plus(latency, guard));
}

double SlotDuration::eta() const { return transfer() / total(); }

base::Bytes gradient_chunk(double parameters_per_layer, int tensor_parallel, int data_parallel) {
  constexpr double bytes_per_gradient = 4;  // fp32
  return base::Bytes{
      std::ceil(bytes_per_gradient * parameters_per_layer / tensor_parallel / data_parallel)};
}

base::Picoseconds latency_for_eta(double eta, base::Picoseconds transfer, base::Picoseconds guard) {
  return base::Picoseconds{std::floor(static_cast<double>(transfer.count()) * (1 - eta) / eta)} -
         guard;
}

base::Bytes transfer_for_eta(double eta, base::BitsPerSecond rate, base::Picoseconds latency,
                             base::Picoseconds guard) {
  const double overhead_s = base::to_seconds(latency + guard).count();
  return base::Bytes{std::ceil(overhead_s * eta / (1 - eta) * base::in_bytes(rate).count())};
}

}  // namespace jacquard::demand
