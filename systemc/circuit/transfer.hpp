// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// A run of the bytes one NPU owes another: [first, first + count) of that pair's message.
struct ByteRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

// Bytes of one pair's message that travel with others, over several hops.
struct Parcel {
  int source = 0;
  int destination = 0;
  ByteRange bytes;
};

// What is sent in one go on one circuit. Its bits flow through crossbars as they come (nothing is
// stored), so at every place it passes it has a time of its first bit and one of its last.
struct Transfer {
  // Where it passed, and when: each hop stamps it.
  struct Stamp {
    int place = 0;  // of a link's far end, or a switch: a number the fabric knows the name of
    base::Picoseconds head{0};
    base::Picoseconds tail{0};
  };
  static constexpr int kMostStamps = 8;  // NIC, three switches, four links

  int source = 0;
  int destination = 0;
  std::int64_t message = -1;  // which it is of, where its sender numbers them
  ByteRange bytes;
  // Where it goes over several hops: what it is made of, of `bytes.count` bytes in all. Then
  // `source` and `destination` are those of this hop.
  std::shared_ptr<const std::vector<Parcel>> parcels = nullptr;
  base::Picoseconds head{0};  // of its first bit, where it is now
  base::Picoseconds tail{0};  // of its last
  std::array<Stamp, kMostStamps> path{};
  int hops = 0;

  void stamp(int place) {
    JQ_CHECK(hops < kMostStamps, "a path through the fabric has at most eight stamps");
    base::at(path, hops++) = {place, head, tail};
  }
};

}  // namespace jacquard::systemc
