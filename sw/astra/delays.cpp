// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/delays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::astra {

Tick whole_nanoseconds(double nanoseconds) {
  if (!(nanoseconds >= 0 && nanoseconds <= kLongestDelay)) {
    throw InputError(InputFile::workload,
                     {"", "", "a delay of 0 to 100 days", fmt::format("{:.4g} ns", nanoseconds),
                      "mind comm_size, num_ops, tensor_size, bandwidths, latencies, scales"});
  }
  return static_cast<Tick>(nanoseconds);
}

Places::Places(std::vector<Dimension> network) : network_(std::move(network)) {
  std::vector<int> sizes;
  for (const Dimension& dimension : network_) sizes.push_back(dimension.npus);
  numbers_ = base::MixedRadix(std::move(sizes));
}

int hops(const Dimension& dimension, int from, int to) {
  if (dimension.block == topology::Block::fully_connected) return 1;
  if (dimension.block != topology::Block::ring) return 2;
  const int up = (to - from + dimension.npus) % dimension.npus;
  return std::min(up, dimension.npus - up);
}

Tick unaware_delay(const Places& places, int from, int to, std::int64_t bytes) {
  const int d = places.first_difference(from, to);
  const Dimension& dimension = places.dimension(d);
  const int links = hops(dimension, places.digit(from, d), places.digit(to, d));
  const double on_link = links * dimension.latency;
  const double on_wire = static_cast<double>(bytes) / bytes_per_ns(dimension);
  return whole_nanoseconds(on_link + on_wire);
}

int npus(const std::vector<Dimension>& network) { return Places(network).npus(); }

int npus(const Input& input) { return npus(input.network); }

}  // namespace jacquard::astra
