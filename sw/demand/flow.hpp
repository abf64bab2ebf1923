// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::demand {

// One message: `size` bytes that `source` has for `destination` from `start` on. A port may send to
// itself, through the fabric, as a matrix with a diagonal asks for.
struct Flow {
  int source;
  int destination;
  base::Bytes size;
  base::Picoseconds start{0};
};

// The latest start a file may give: 1,000 s.
inline constexpr base::Picoseconds kLatestStart{1'000 * base::kPicosecondsPerSecond};
inline constexpr int kMostFlows = 1 << 24;

// One flow per entry that is not zero, row by row, all from time 0.
std::vector<Flow> flows_of(const DemandMatrix& demand);

// A flow per line: source, destination, bytes and start in picoseconds, parted by blanks or commas.
// Empty lines and lines that begin with '#' are skipped; gzip is unpacked. Throws ConfigError with
// the file and line for anything else: a column missing or too many, a number that is negative,
// broken, not whole or too large (ports 0..kMaxPorts-1, bytes 0..kMaxEntry, start up to
// kLatestStart), binary data, a file with no flow.
std::vector<Flow> read_flows(const std::string& path);

}  // namespace jacquard::demand
