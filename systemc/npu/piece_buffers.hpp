// SPDX-License-Identifier: Apache-2.0
// Where the pieces of collectives lie in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/memory/memory_config.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "systemc/npu/packet.hpp"

namespace jacquard::systemc {

// One layout for every NPU, from address `first` on: collective by collective, chunk by chunk, a
// slot for each piece that begins with a burst of the memory. Behind it is an area of the same
// layout, in which messages wait to be added.
class PieceBuffers {
 public:
  // Throws ConfigError naming `source` where it takes more than the memory has. The graph outlives
  // the buffers.
  PieceBuffers(const rounds::RoundGraph& graph, const memory::Organisation& memory,
               const std::string& source, std::uint64_t first = 0);

  // What a message of `rank` in a repetition of a round carries; its bytes are spread evenly over
  // its pieces.
  std::vector<Segment> segments(const rounds::Round& round, int repetition, int rank) const;
  // From a place to that where a message for it waits.
  std::uint64_t waiting_area() const { return area_; }

 private:
  struct Place {
    std::uint64_t first = 0;
    std::uint64_t slot = 0;  // bytes
  };

  std::vector<int> pieces_of(const rounds::Round& round, int repetition, int rank) const;

  const rounds::RoundGraph& graph_;
  std::vector<Place> places_;  // of each collective
  std::uint64_t area_ = 0;
};

}  // namespace jacquard::systemc
