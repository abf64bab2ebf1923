// SPDX-License-Identifier: Apache-2.0
// A multi-dimensional fabric: NPUs numbered in mixed radix, each digit a block that joins the NPUs
// which differ in that digit alone (Rashidi et al., ASTRA-sim; COSMIC Table 1, "MultiDim").
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/mixed_radix.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::topology {

enum class Block {
  ring,             // to the next and the previous NPU, round about
  fully_connected,  // to every other NPU
  switched,         // to a packet switch, which stores and forwards
  crossbar,         // to a circuit switch, which data pass without a stop
};

// One link to the block's switch, rather than links between its NPUs.
constexpr bool has_switch(Block block) {
  return block == Block::switched || block == Block::crossbar;
}

// `bandwidth` and `latency` are those of one link in one direction; a message through a switch
// passes two links.
struct Dimension {
  Block block = Block::ring;
  int size = 2;
  base::BytesPerSecond bandwidth{0};
  base::Picoseconds latency{0};
};

bool operator==(const Dimension& a, const Dimension& b);

// "<place>, dimension 1": where an error in one of several dimensions stands.
config::Place in_dimension(const config::Place& place, std::size_t d);

// Links of one NPU that leave it in this dimension: 2 of a ring (1 of a ring of two), size - 1 of
// fully connected, 1 to a switch; none where it is alone.
int ports_of(Block block, int size);

// Dimension 0 is the fastest digit: NPU = digit 0 + size 0 x (digit 1 + size 1 x (...)).
class Fabric {
 public:
  static constexpr int kMostNpus = 1 << 24;

  // Throws ConfigError in the dimension that is wrong unless sizes are at least 2 (or one dimension
  // of size 1), their product is at most kMostNpus, bandwidths are above 0, and latencies are not
  // below.
  explicit Fabric(std::vector<Dimension> dimensions, const config::Place& place = {"topology", ""});

  int npus() const { return places_.size(); }
  int dimensions() const { return static_cast<int>(dimensions_.size()); }
  const Dimension& dimension(int d) const { return base::at(dimensions_, d); }
  const std::vector<Dimension>& all() const& { return dimensions_; }
  std::vector<Dimension> all() && { return std::move(dimensions_); }

  // Product of the sizes before dimension d: how far apart neighbours in it are numbered.
  int stride(int d) const { return places_.stride(d); }
  // Place of an NPU in dimension d, 0 .. size - 1.
  int digit(int npu, int d) const { return places_.digit(npu, d); }
  // The NPU with that digit in dimension d and this one's digits elsewhere.
  int with_digit(int npu, int d, int digit_in_d) const {
    return places_.with_digit(npu, d, digit_in_d);
  }
  // Which of the npus() / size blocks of dimension d an NPU is in: its other digits as a number.
  int instance(int npu, int d) const {
    return npu / (stride(d) * dimension(d).size) * stride(d) + npu % stride(d);
  }
  // Directed links of dimension d, those down from its switches included; and its switches.
  std::int64_t links_in(int d) const;
  int switches_in(int d) const;
  // The first dimension in which two NPUs differ; dimensions() if they are one.
  int first_difference(int a, int b) const { return places_.first_difference(a, b); }

 private:
  std::vector<Dimension> dimensions_;
  base::MixedRadix places_;
};

bool operator==(const Fabric& a, const Fabric& b);

}  // namespace jacquard::topology
