// SPDX-License-Identifier: Apache-2.0
// Ports as numbers of several digits, so that a few cyclic shifts of each digit join all pairs.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::schedule {

// Port p is d0 + n0 (d1 + n1 (d2 + ...)), where digit k is in 0..nk - 1.
class PortShape {
 public:
  // Requires sizes of 2 or more; none: one port.
  explicit PortShape(std::vector<int> sizes);

  int ports() const { return ports_; }
  int digits() const { return static_cast<int>(sizes_.size()); }
  int size(int k) const { return base::at(sizes_, k); }
  int settings() const;  // of all shifts: sum of size - 1
  int digit(int port, int k) const { return port / base::at(strides_, k) % size(k); }
  // The port whose digit k is `by` further on, round about.
  int shifted(int port, int k, int by) const {
    const int from = digit(port, k);
    return port + ((from + by) % size(k) - from) * base::at(strides_, k);
  }
  bool operator==(const PortShape& other) const { return sizes_ == other.sizes_; }

 private:
  std::vector<int> sizes_;
  std::vector<int> strides_;
  int ports_ = 1;
};

std::string text_of(const PortShape& shape);  // "8x8"
// Throws ConfigError at `place` for what is none, and for a product that is not `ports`.
PortShape parse_shape(const std::string& text, int ports, const config::Place& place);

// Every shape of so many ports, the digits in each order; of more than 256 ports in ascending order
// alone. The fewest digits first.
std::vector<PortShape> shapes_of(int ports);

// Two digits, the sizes as near to each other as can be, the smaller first; of a prime number one.
PortShape balanced_shape(int ports);

}  // namespace jacquard::schedule
